/**
 * An exact rational number in lowest terms, with a positive denominator. Sevenths and thirtieths have no finite
 * decimal form, so values stay fractions until the final rounding.
 */
export type Fraction = { readonly numerator: bigint; readonly denominator: bigint }

const decimalPattern = /^(-?)(\d+)(?:\.(\d+))?$/

/** Converts an integer or decimal text exactly: `52.1775` becomes 521775/10000. */
export function toFraction(value: string | number): Fraction {
  if (typeof value === 'number') return { numerator: BigInt(value), denominator: 1n }
  const [, sign, whole, decimals = ''] = decimalPattern.exec(value) ?? []
  if (whole === undefined) throw new RangeError('not a decimal number')
  const digits = BigInt(whole + decimals)
  return reduce(sign ? -digits : digits, 10n ** BigInt(decimals.length))
}

export const zero = toFraction(0)

export const add = (one: Fraction, other: Fraction) =>
  reduce(
    one.numerator * other.denominator + other.numerator * one.denominator,
    one.denominator * other.denominator,
  )

export const subtract = (one: Fraction, other: Fraction) =>
  add(one, { numerator: -other.numerator, denominator: other.denominator })

export const multiply = (one: Fraction, other: Fraction) =>
  reduce(one.numerator * other.numerator, one.denominator * other.denominator)

export function divide(one: Fraction, other: Fraction) {
  if (other.numerator === 0n) throw new RangeError('division by zero')
  const [numerator, denominator] = [one.numerator * other.denominator, one.denominator * other.numerator]
  return denominator < 0n ? reduce(-numerator, -denominator) : reduce(numerator, denominator)
}

export const sum = (all: Iterable<Fraction>) => Iterator.from(all).reduce(add, zero)

export const isPositive = ({ numerator }: Fraction) => numerator > 0n

export const isGreaterThan = (one: Fraction, other: Fraction) =>
  one.numerator * other.denominator > other.numerator * one.denominator

/** Rounds half up and formats with exactly `places` decimals, such as `1234.50`. */
export function roundHalfUp({ numerator, denominator }: Fraction, places: number): string {
  const scaled = 2n * numerator * 10n ** BigInt(places) + denominator
  const units = floorDivide(scaled, 2n * denominator)
  const digits = String(units < 0n ? -units : units).padStart(places + 1, '0')
  const cut = digits.length - places
  return `${units < 0n ? '-' : ''}${digits.slice(0, cut)}${places > 0 ? '.' : ''}${digits.slice(cut)}`
}

const formatPlaces = 10

/** Formats a value for reproducing the calculation by hand, with at most ten decimals and without trailing zeros. */
export const formatDecimal = (value: Fraction) => roundHalfUp(value, formatPlaces).replace(/\.?0+$/, '')

function reduce(numerator: bigint, denominator: bigint): Fraction {
  if (denominator === 1n) return { numerator, denominator }
  let [one, other] = [numerator < 0n ? -numerator : numerator, denominator]
  while (other !== 0n) [one, other] = [other, one % other]
  return { numerator: numerator / one, denominator: denominator / one }
}

const floorDivide = (numerator: bigint, denominator: bigint) =>
  numerator < 0n ? -((-numerator + denominator - 1n) / denominator) : numerator / denominator

/**
 * An exact number, in lowest terms and with a positive bottom. Sevenths of a week and thirtieths of a month have no
 * decimal form, so nothing here is a decimal until it is rounded, once, at the very end.
 */
export type Fraction = { readonly top: bigint; readonly bottom: bigint }

const form = /^(-?)(\d+)(?:\.(\d+))?$/

/** A whole number, or decimal text by its digits: `52.1775` is 521775/10000. */
export function exactly(value: string | number): Fraction {
  if (typeof value === 'number') return { top: BigInt(value), bottom: 1n }
  const [, sign, whole, decimals = ''] = form.exec(value) ?? []
  if (whole === undefined) throw new RangeError('not a decimal number')
  const digits = BigInt(whole + decimals)
  return reduced(sign ? -digits : digits, 10n ** BigInt(decimals.length))
}

export const zero = exactly(0)

export const plus = (one: Fraction, other: Fraction) =>
  reduced(one.top * other.bottom + other.top * one.bottom, one.bottom * other.bottom)

export const minus = (one: Fraction, other: Fraction) => plus(one, { top: -other.top, bottom: other.bottom })

export const times = (one: Fraction, other: Fraction) =>
  reduced(one.top * other.top, one.bottom * other.bottom)

export function over(one: Fraction, other: Fraction) {
  if (other.top === 0n) throw new RangeError('nothing can be divided by zero')
  const [top, bottom] = [one.top * other.bottom, one.bottom * other.top]
  return bottom < 0n ? reduced(-top, -bottom) : reduced(top, bottom)
}

export const sum = (all: Iterable<Fraction>) => Iterator.from(all).reduce(plus, zero)

export const isPositive = ({ top }: Fraction) => top > 0n

export const isMore = (one: Fraction, other: Fraction) => one.top * other.bottom > other.top * one.bottom

/** Half up, with exactly this many decimals: `1234.50`. */
export function rounded({ top, bottom }: Fraction, places: number): string {
  const scaled = 2n * top * 10n ** BigInt(places) + bottom
  const units = floored(scaled, 2n * bottom)
  const digits = String(units < 0n ? -units : units).padStart(places + 1, '0')
  const cut = digits.length - places
  return `${units < 0n ? '-' : ''}${digits.slice(0, cut)}${places > 0 ? '.' : ''}${digits.slice(cut)}`
}

const shownPlaces = 10

/** For people who redo the sum by hand: ten decimals at most, fewer where the rest are zeros. */
export const shown = (value: Fraction) => rounded(value, shownPlaces).replace(/\.?0+$/, '')

function reduced(top: bigint, bottom: bigint): Fraction {
  if (bottom === 1n) return { top, bottom }
  let [one, other] = [top < 0n ? -top : top, bottom]
  while (other !== 0n) [one, other] = [other, one % other]
  return { top: top / one, bottom: bottom / one }
}

const floored = (top: bigint, bottom: bigint) => (top < 0n ? -((-top + bottom - 1n) / bottom) : top / bottom)

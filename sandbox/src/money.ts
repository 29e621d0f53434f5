/** Amount in whole pence. Fractions of a penny only exist inside a single rounding step. */
export type PenceAmount = number

/** Returns `amount × numerator ÷ denominator`, rounded down to a whole penny; exact for any safe integer. */
export function prorateDown(amount: PenceAmount, numerator: number, denominator: number): PenceAmount {
  const [product, divisor] = [BigInt(amount) * BigInt(numerator), BigInt(denominator)]
  const quotient = product / divisor
  return Number(product % divisor < 0n ? quotient - 1n : quotient)
}

export const prorateUp = (amount: PenceAmount, numerator: number, denominator: number): PenceAmount =>
  0 - prorateDown(-amount, numerator, denominator)

/** Like `prorateDown`, but rounds to the nearest penny, half a penny up. */
export const prorateNearest = (amount: PenceAmount, numerator: number, denominator: number): PenceAmount =>
  prorateDown(2 * amount, numerator, denominator) - prorateDown(amount, numerator, denominator)

export const totalOf = (amounts: Iterable<PenceAmount>): PenceAmount => {
  let total = 0
  for (const amount of amounts) total += amount
  return total
}

/** Formats 123456 as `1234.56`, the API's money format. */
export function decimal(amount: PenceAmount): string {
  const text = String(Math.abs(amount)).padStart(3, '0')
  return `${amount < 0 ? '-' : ''}${text.slice(0, -2)}.${text.slice(-2)}`
}

/** Formats 123456 as `1,234.56`, the format printed on documents. */
export const grouped = (amount: PenceAmount): string => decimal(amount).replace(/\d(?=(\d{3})+\.)/g, '$&,')

/** Whole pence. Every sum of the sandbox is one; fractions of a penny exist only inside one rounding. */
export type Pence = number

/** `amount × numerator ÷ denominator`, rounded down to a whole penny; exact for any amount that is safe. */
export function shareDown(amount: Pence, numerator: number, denominator: number): Pence {
  const [product, divisor] = [BigInt(amount) * BigInt(numerator), BigInt(denominator)]
  const quotient = product / divisor
  return Number(product % divisor < 0n ? quotient - 1n : quotient)
}

export const shareUp = (amount: Pence, numerator: number, denominator: number): Pence =>
  0 - shareDown(-amount, numerator, denominator)

/** To the nearest penny, half a penny up. */
export const shareNear = (amount: Pence, numerator: number, denominator: number): Pence =>
  shareDown(2 * amount, numerator, denominator) - shareDown(amount, numerator, denominator)

export const sum = (amounts: Iterable<Pence>): Pence => {
  let total = 0
  for (const amount of amounts) total += amount
  return total
}

/** 123456 → `1234.56`, as the contract writes money. */
export function decimal(amount: Pence): string {
  const text = String(Math.abs(amount)).padStart(3, '0')
  return `${amount < 0 ? '-' : ''}${text.slice(0, -2)}.${text.slice(-2)}`
}

/** 123456 → `1,234.56`, as paper writes money. */
export const grouped = (amount: Pence): string => decimal(amount).replace(/\d(?=(\d{3})+\.)/g, '$&,')

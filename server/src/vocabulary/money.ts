import { z } from 'zod'

/** An amount in whole pence. Inputs are limited to far less than the range in which a number loses precision. */
export type Pence = number

const moneyPattern = /^(-?)(\d{1,12})(?:\.(\d{1,2})0*)?$/

/**
 * Converts decimal text to pence: `1234.5` becomes 123450. Throws if the amount is not in whole pence, because
 * nothing is rounded.
 */
export function penceOf(decimal: string): Pence {
  const [, sign, pounds, fraction = ''] = moneyPattern.exec(decimal) ?? []
  if (pounds === undefined) throw new RangeError('not an amount of money')
  const pence = Number(pounds) * 100 + Number(fraction.padEnd(2, '0'))
  return sign === '-' && pence !== 0 ? -pence : pence
}

/** 123450 → `1234.50`. */
export function decimalOf(pence: Pence): string {
  const digits = String(Math.abs(pence)).padStart(3, '0')
  return `${pence < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

export const sumOf = (amounts: Pence[]): Pence => amounts.reduce((sum, amount) => sum + amount, 0)

/** A provider's amount in pounds as decimal text, parsed to whole pence. */
export const PenceText = z.string().regex(moneyPattern).transform(penceOf)
/**
 * A provider's amount in pounds as a JSON number, parsed by its decimal digits: 0.07 is seven pence despite binary rounding.
 */
export const PenceNumber = z.number().transform(String).pipe(PenceText)
/** A provider's amount that is in pence already. */
export const WholePence = z
  .int()
  .min(1 - 1e14)
  .max(1e14 - 1)

import { z } from 'zod'

/** Whole pence. What a provider may send is bounded long before they stop being exact. */
export type Pence = number

const form = /^(-?)(\d{1,12})(?:\.(\d{1,2})0*)?$/

/** `1234.5` is 123450. Anything that is no sum of whole pence throws: nothing is rounded. */
export function penceOf(decimal: string): Pence {
  const [, sign, pounds, fraction = ''] = form.exec(decimal) ?? []
  if (pounds === undefined) throw new RangeError('not a sum of money')
  const pence = Number(pounds) * 100 + Number(fraction.padEnd(2, '0'))
  return sign === '-' && pence !== 0 ? -pence : pence
}

/** 123450 is `1234.50`. */
export function decimalOf(pence: Pence): string {
  const digits = String(Math.abs(pence)).padStart(3, '0')
  return `${pence < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

export const sumOf = (amounts: Pence[]): Pence => amounts.reduce((sum, amount) => sum + amount, 0)

/** How providers write money, brought to whole pence. */
export const PenceText = z.string().regex(form).transform(penceOf)
/** By the digits that were written: 0.07 is seven pence, whatever it is in binary. */
export const PenceNumber = z.number().transform(String).pipe(PenceText)
export const WholePence = z
  .int()
  .min(1 - 1e14)
  .max(1e14 - 1)

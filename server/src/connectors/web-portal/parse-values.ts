import { type Pence, penceOf } from '../../vocabulary/money.ts'
import type { Day } from '../../vocabulary/payslip.ts'

// Parses amounts and dates as printed on pages and in PDFs.

const amountForm = /^(\(|- ?)?£? ?(-)?((?:\d{1,3}(?:,\d{3})+|\d{1,12})\.\d{2,4})(\)| ?-)?$/

/**
 * Parses amounts such as `£1,234.50`, `(£1,234.50)`, `1234.50-`, `- £ 1,234.50` and `13.2500` to plain decimal text.
 * Returns null for other text.
 */
export function parseDecimal(text: string): string | null {
  const [, before, inside, digits, after] = amountForm.exec(text.trim()) ?? []
  if (digits === undefined) return null
  const [whole = '', fraction = ''] = digits.replaceAll(',', '').split('.')
  const isNegative = before !== undefined || inside !== undefined || after !== undefined
  return `${isNegative ? '-' : ''}${whole}.${fraction.slice(0, 2)}${fraction.slice(2).replace(/0+$/, '')}`
}

/** Parses an amount in whole pence. Returns null for other text. */
export function parsePence(text: string | undefined): Pence | null {
  const decimal = text === undefined ? null : parseDecimal(text)
  return decimal !== null && /\.\d\d$/.test(decimal) ? penceOf(decimal) : null
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const dayForm = /^(\d{1,2})(?:st|nd|rd|th)?[ ./-](\d{1,2}|[a-z]{3,9})[ ./-](\d{4}|\d{2})$/i

/**
 * Parses dates such as `4 May 2026`, `04-May-2026`, `4th May 2026`, `04/05/2026` and `04.05.26`, in British order.
 * Returns null for other text.
 */
export function parseDay(text: string | undefined): Day | null {
  const [, day = '', middle = '', year = ''] = dayForm.exec(text?.trim() ?? '') ?? []
  const month = /^\d/.test(middle) ? Number(middle) : months.indexOf(middle.slice(0, 3).toLowerCase()) + 1
  const date = new Date(Date.UTC(Number(year.length === 2 ? `20${year}` : year), month - 1, Number(day)))
  const isReal = date.getUTCDate() === Number(day) && date.getUTCMonth() === month - 1
  return day !== '' && isReal ? date.toISOString().slice(0, 10) : null
}

// Formats API values. Times are in UTC, so that everyone sees the same. Amounts stay decimal strings: floats
// would be inexact.

const day = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})
const clock = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'UTC',
  hourCycle: 'h23',
})
const seconds = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZone: 'UTC',
  hourCycle: 'h23',
})

/** 15 Jun 2026 */
export const dayOf = (iso: string) => day.format(new Date(iso))

/** 09:00:07 UTC, next to a separate date */
export const clockOf = (iso: string) => seconds.format(new Date(iso))

/** Jun 2026, from 2026-06 or a day in it. */
export const monthOf = (iso: string) => day.format(new Date(`${iso.slice(0, 7)}-01`)).replace(/^\S+ /, '')

/** 1–31 May 2026 */
export const spanOf = (from: string, to: string) => day.formatRange(new Date(from), new Date(to))

/** 15 Jun 2026, 09:00 UTC */
export const timeOf = (iso: string) => `${day.format(new Date(iso))}, ${clock.format(new Date(iso))} UTC`

/** 15 Jun 2026, 09:00:07 UTC */
export const momentOf = (iso: string) => `${day.format(new Date(iso))}, ${seconds.format(new Date(iso))} UTC`

/** 12,345 */
export const countOf = (count: number) => count.toLocaleString('en-GB')

const signs: Record<string, string> = { GBP: '£', EUR: '€', USD: '$' }

/** £1,234.50 from the string 1234.50; anything else is returned unchanged. */
export function moneyOf(text: string, currency = 'GBP') {
  const [, minus, whole, rest = ''] = /^(-?)(\d+)(\.\d+)?$/.exec(text) ?? []
  if (whole === undefined) return text
  const thousands = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return `${minus ? '−' : ''}${signs[currency] ?? `${currency} `}${thousands}${rest}`
}

/** An identifier as words: `role_too-low` becomes Role too low. */
export function wordsOf(name: string) {
  const words = name.replace(/[_.-]+/g, ' ').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

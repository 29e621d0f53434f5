// Formats API values. Times are in the UK's time zone, because applicants, employers and lenders are there. Amounts stay
// decimal strings, because floats would be inexact.

const london = 'Europe/London'
const day = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: london,
})
const clockParts = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
const clock = new Intl.DateTimeFormat('en-GB', { ...clockParts, timeZone: london })
const seconds = new Intl.DateTimeFormat('en-GB', { ...clockParts, second: '2-digit', timeZone: london })
const zone = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', timeZoneName: 'short', timeZone: london })

/** Formats a date: 15 Jun 2026. A day without a time is the same day in London, which is never behind UTC. */
export const dayOf = (iso: string) => day.format(new Date(iso))

/** Formats a time that is shown next to a date: 10:00:07. */
export const clockOf = (iso: string) => seconds.format(new Date(iso))

/** Formats a time of day, with or without seconds: 10:00. */
export const clockTextOf = (iso: string, options: { seconds: boolean }) =>
  (options.seconds ? seconds : clock).format(new Date(iso))

/** Formats a month, given as 2026-06 or a day in it: Jun 2026. */
export const monthOf = (iso: string) => day.format(new Date(`${iso.slice(0, 7)}-01`)).replace(/^\S+ /, '')

/** Formats a date range: 1–31 May 2026. */
export const spanOf = (from: string, to: string) => day.formatRange(new Date(from), new Date(to))

/** GMT or BST, which is in force at this moment. */
const zoneOf = (iso: string) =>
  zone.formatToParts(new Date(iso)).find(({ type }) => type === 'timeZoneName')?.value ?? ''

/** Formats a date and time in a sentence: 15 Jun 2026, 10:00 BST. Elsewhere use `Time`, whose tooltip has UTC. */
export const timeOf = (iso: string) => `${dayOf(iso)}, ${clock.format(new Date(iso))} ${zoneOf(iso)}`

/** Formats a date and time with seconds in a sentence: 15 Jun 2026, 10:00:07 BST. */
export const momentOf = (iso: string) => `${dayOf(iso)}, ${seconds.format(new Date(iso))} ${zoneOf(iso)}`

const hourMs = 3_600_000

/** Returns the moment at which a day, given as 2026-06-15, begins in the UK: 23:00 UTC of the day before in summer. */
export function startOfDay(date: string) {
  const midnight = `${date}T00:00:00.000Z`
  const hourBefore = new Date(Date.parse(midnight) - hourMs).toISOString()
  return dayOf(hourBefore) === dayOf(midnight) ? hourBefore : midnight
}

/** Formats a moment in UTC, as logs show it: 2026-06-15 09:00:07 UTC. */
export const utcOf = (iso: string) => `${new Date(iso).toISOString().slice(0, 19).replace('T', ' ')} UTC`

/** 12,345 */
export const countOf = (count: number) => count.toLocaleString('en-GB')

const signs: Record<string, string> = { GBP: '£', EUR: '€', USD: '$' }

const decimal = /^(-?)(\d+)(?:\.(\d+))?$/

/**
 * Formats the string 1234.5 as £1,234.50, rounded half up to whole pence; anything else is returned unchanged.
 */
export function moneyOf(text: string, currency = 'GBP') {
  const [, minus, whole, part = ''] = decimal.exec(text) ?? []
  if (whole === undefined) return text
  const roundsUp = (part[2] ?? '0') >= '5'
  const pence = BigInt(whole + part.slice(0, 2).padEnd(2, '0')) + (roundsUp ? 1n : 0n)
  const digits = String(pence).padStart(3, '0')
  return amountOf(pence === 0n ? '' : minus, digits.slice(0, -2), `.${digits.slice(-2)}`, currency)
}

/** Formats an amount with all its decimals, or none, for workings and axes: 1234.567 becomes £1,234.567. */
export function exactMoneyOf(text: string, currency = 'GBP') {
  const [, minus, whole, part] = decimal.exec(text) ?? []
  if (whole === undefined) return text
  return amountOf(minus, whole, part === undefined ? '' : `.${part}`, currency)
}

function amountOf(minus: string | undefined, whole: string, rest: string, currency: string) {
  const thousands = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return `${minus ? '−' : ''}${signs[currency] ?? `${currency} `}${thousands}${rest}`
}

/** Formats a ratio with at most one decimal: 0.0525 becomes 5.3 %. */
export const percentOf = (ratio: string | number) =>
  `${(Number(ratio) * 100).toLocaleString('en-GB', { maximumFractionDigits: 1 }).replace('-', '−')} %`

const durationUnits = [
  { name: 'day', seconds: 86_400 },
  { name: 'hour', seconds: 3_600 },
  { name: 'minute', seconds: 60 },
] as const

/** Formats a duration in its largest whole unit: 45 seconds, 3 minutes, 2 days. */
export function durationOf(seconds: number) {
  const unit = durationUnits.find((each) => seconds >= each.seconds) ?? { name: 'second', seconds: 1 }
  const count = Math.round(seconds / unit.seconds)
  return `${countOf(count)} ${unit.name}${count === 1 ? '' : 's'}`
}

const abbreviations = /\b(?:ni|iban|bic|paye|utr)\b/g

/** Converts an identifier to words: `role_too-low` becomes "Role too low", `ni_number` "NI number". */
export function wordsOf(name: string) {
  const words = name
    .replace(/[_.-]+/g, ' ')
    .toLowerCase()
    .replace(abbreviations, (short) => short.toUpperCase())
  return words.charAt(0).toUpperCase() + words.slice(1)
}

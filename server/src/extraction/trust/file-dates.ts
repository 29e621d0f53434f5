import type { DocumentParse, PdfStructure, TrustFinding } from '../document.ts'
import { createFinding } from './finding-codes.ts'

const minuteMs = 60_000
const dayMs = 86_400_000
/**
 * Maximum number of days by which a file may be older than the last date in it. Payroll is often run weeks before the
 * pay date, but a statement cannot list a transaction that has not happened yet.
 */
const maxDaysBeforePayDate = 45
const maxDaysBeforeTransaction = 2
/**
 * Number of days after the last date in the document. If a file was created later than this, the document was
 * probably downloaded again.
 */
const maxDaysAfter = 400

/** Compares the dates in the metadata with each other and with the period of the document. */
export function checkFileDates(structure: PdfStructure, parse: DocumentParse | null): TrustFinding[] {
  return [
    ...checkMalformedDates(structure),
    ...checkModificationDate(structure),
    ...checkXmp(structure),
    ...checkCreationDate(structure, parse),
    ...checkTitle(structure, parse),
  ]
}

const parseTime = (text: string | null | undefined) => (text ? Date.parse(text) : Number.NaN)

function checkMalformedDates({ createdAt, modifiedAt }: PdfStructure): TrustFinding[] {
  const count = [createdAt, modifiedAt].filter((text) => text === 'malformed').length
  if (count === 0) return []
  const message = 'A date in the metadata does not have the PDF date format.'
  // If software cannot write dates correctly, both dates are malformed. A single malformed date is more suspicious.
  const severity = count === 1 && createdAt !== null && modifiedAt !== null ? 'medium' : 'low'
  return [createFinding('MALFORMED_DATE', message, { severity })]
}

function checkModificationDate({ createdAt, modifiedAt }: PdfStructure): TrustFinding[] {
  const elapsedMs = parseTime(modifiedAt) - parseTime(createdAt)
  if (!(Math.abs(elapsedMs) > minuteMs)) return []
  const days = Math.round(elapsedMs / dayMs)
  const message =
    elapsedMs < 0
      ? 'According to its metadata, the file was modified before it was created.'
      : `The file was modified ${formatDays(days)} after it was created.`
  const severity = elapsedMs < 0 || elapsedMs > dayMs ? 'medium' : 'low'
  return [createFinding('MODIFIED_AFTER_CREATION', message, { severity })]
}

const formatDays = (days: number) => (days < 1 ? 'some time' : days === 1 ? 'a day' : `${days} days`)

function checkXmp({ producer, createdAt, modifiedAt, xmp }: PdfStructure): TrustFinding[] {
  if (!xmp) return []
  const differing = [
    ...(areDifferent(producer, xmp.producer) ? ['the software'] : []),
    ...(areDaysApart(createdAt, xmp.createdAt) ? ['the creation date'] : []),
    ...(areDaysApart(modifiedAt, xmp.modifiedAt) ? ['the modification date'] : []),
  ]
  if (differing.length === 0) return []
  const list = new Intl.ListFormat('en-GB').format(differing)
  const message = `The file has two sets of metadata, which disagree about ${list}: one was changed without the other.`
  return [createFinding('XMP_DIFFERS', message)]
}

const areDifferent = (one: string | null, other: string | null) =>
  one !== null && other !== null && one.trim() !== other.trim()

/**
 * Whether two dates differ by more than a day. Smaller differences are ignored because software often uses the wrong
 * time zone.
 */
const areDaysApart = (one: string | null, other: string | null) =>
  Math.abs(parseTime(one) - parseTime(other)) > dayMs

function checkCreationDate({ createdAt }: PdfStructure, parse: DocumentParse | null): TrustFinding[] {
  const latest = findLatestEvent(parse)
  const created = parseTime(createdAt)
  if (!latest || Number.isNaN(created)) return []
  const { day, name, field, maxDaysBefore } = latest
  const daysBefore = Math.floor((Date.parse(`${day}T00:00:00Z`) - created) / dayMs)
  const createdOn = new Date(created).toISOString().slice(0, 10)
  if (daysBefore > maxDaysBefore) {
    const message = `The file was created on ${createdOn}, ${daysBefore} days before ${name} (${day}).`
    return [createFinding('MADE_BEFORE_PERIOD', message, { fields: [field] })]
  }
  if (-daysBefore < maxDaysAfter) return []
  const message = `The file was created on ${createdOn}, ${-daysBefore} days after ${name} (${day}). That happens when an old document is downloaded again.`
  return [createFinding('MADE_LONG_AFTER_PERIOD', message, { fields: [field] })]
}

type LatestEvent = { day: string; name: string; field: string; maxDaysBefore: number }

/** Returns the date of the last transaction of a statement, or the pay date of a payslip. */
function findLatestEvent(parse: DocumentParse | null): LatestEvent | undefined {
  const submission = parse?.submission
  if (!submission) return undefined
  if ('transactions' in submission) {
    const days = submission.transactions.map(({ date }) => date).toSorted()
    const day = days.at(-1)
    return day === undefined
      ? undefined
      : {
          day,
          name: 'its last transaction',
          field: 'transactions',
          maxDaysBefore: maxDaysBeforeTransaction,
        }
  }
  const day = submission.income_information.pay_date
  if (day === null) return undefined
  return {
    day,
    name: 'the pay date',
    field: 'income_information.pay_date',
    maxDaysBefore: maxDaysBeforePayDate,
  }
}

/** Finds a title in the metadata that names a month which the document does not cover. */
function checkTitle({ title }: PdfStructure, parse: DocumentParse | null): TrustFinding[] {
  const titleMonth = title === null ? undefined : findMonth(title)
  const submission = parse?.submission
  if (titleMonth === undefined || !submission) return []
  const days =
    'transactions' in submission
      ? Object.values(submission.statement_period)
      : [
          submission.income_information.pay_date,
          submission.income_information.pay_interval_start,
          submission.income_information.pay_interval_end,
        ]
  const months = days.filter((day) => day !== null).map((day) => toMonthNumber(day))
  if (months.length === 0) return []
  const nearest = Math.min(...months.map((month) => Math.abs(month - titleMonth)))
  if (nearest === 0) return []
  const message = `The file's title is "${title}", but its pages are about ${days.find((day) => day !== null)}.`
  // Some titles name the month in which the file was created, which may be the month after the period.
  return [createFinding('TITLE_DIFFERS', message, { severity: nearest === 1 ? 'low' : 'medium' })]
}

const toMonthNumber = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7))
const monthNames = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

function findMonth(title: string): number | undefined {
  const iso = /\b(20\d\d)-(\d\d)(-\d\d)?\b/.exec(title)
  if (iso) return Number(iso[1]) * 12 + Number(iso[2])
  const british = /\b\d\d[./](\d\d)[./](20\d\d)\b/.exec(title)
  if (british) return Number(british[2]) * 12 + Number(british[1])
  const named = /\b([a-z]{3})[a-z]* (20\d\d)\b/i.exec(title)
  const month = monthNames.indexOf(named?.[1]?.toLowerCase() ?? '') + 1
  return named && month > 0 ? Number(named[2]) * 12 + month : undefined
}

import type { Finding, PayslipParse, StatementParse, Structure } from '../document.ts'
import { finding } from './finding-codes.ts'

const minuteMs = 60_000
const dayMs = 86_400_000
/** Pay is often worked out some weeks ahead; a statement cannot tell of a day that is still to come. */
const earliestPayslipDays = 45
const earliestStatementDays = 2
const lateDays = 400

/** What the file says of when it was made, against itself and against what its pages tell of. */
export function judgeTimes(structure: Structure, parse: StatementParse | PayslipParse | null): Finding[] {
  return [
    ...judgeMalformed(structure),
    ...judgeModified(structure),
    ...judgeXmp(structure),
    ...judgePeriod(structure, parse),
    ...judgeTitle(structure, parse),
  ]
}

const timeOf = (text: string | null | undefined) => (text ? Date.parse(text) : Number.NaN)

function judgeMalformed({ createdAt, modifiedAt }: Structure): Finding[] {
  const wrong = [createdAt, modifiedAt].filter((text) => text === 'malformed').length
  if (wrong === 0) return []
  const message = 'A date in the file is not written as programs write it.'
  // A program that cannot write dates writes both wrong.
  const severity = wrong === 1 && createdAt !== null && modifiedAt !== null ? 'medium' : 'low'
  return [finding('MALFORMED_DATE', message, { severity })]
}

function judgeModified({ createdAt, modifiedAt }: Structure): Finding[] {
  const [created, modified] = [timeOf(createdAt), timeOf(modifiedAt)]
  const between = modified - created
  if (!(Math.abs(between) > minuteMs)) return []
  const days = Math.round(between / dayMs)
  const message =
    between < 0
      ? 'The file says that it was changed before it was made.'
      : `The file was changed ${howLong(days)} after it was made.`
  const severity = between < 0 || between > dayMs ? 'medium' : 'low'
  return [finding('MODIFIED_AFTER_CREATION', message, { severity })]
}

const howLong = (days: number) => (days < 1 ? 'some time' : days === 1 ? 'a day' : `${days} days`)

function judgeXmp({ producer, createdAt, modifiedAt, xmp }: Structure): Finding[] {
  if (!xmp) return []
  const differing = [
    ...(differ(producer, xmp.producer) ? ['the program'] : []),
    ...(apart(createdAt, xmp.createdAt) ? ['the day it was made'] : []),
    ...(apart(modifiedAt, xmp.modifiedAt) ? ['the day it was changed'] : []),
  ]
  if (differing.length === 0) return []
  const what = new Intl.ListFormat('en-GB').format(differing)
  const message = `The file describes itself twice, and the two disagree about ${what}: one was changed without the other.`
  return [finding('XMP_DIFFERS', message)]
}

const differ = (one: string | null, other: string | null) =>
  one !== null && other !== null && one.trim() !== other.trim()

/** Programs round to whole hours of zones they forget; a day apart is no rounding. */
const apart = (one: string | null, other: string | null) => Math.abs(timeOf(one) - timeOf(other)) > dayMs

function judgePeriod({ createdAt }: Structure, parse: StatementParse | PayslipParse | null): Finding[] {
  const told = toldOf(parse)
  const made = timeOf(createdAt)
  if (!told || Number.isNaN(made)) return []
  const daysBefore = Math.floor((Date.parse(`${told.day}T00:00:00Z`) - made) / dayMs)
  const madeOn = new Date(made).toISOString().slice(0, 10)
  if (daysBefore > told.earliestDays) {
    const message = `The file was made on ${madeOn}, ${daysBefore} days before ${told.what} (${told.day}).`
    return [finding('MADE_BEFORE_PERIOD', message, { fields: [told.field] })]
  }
  if (-daysBefore < lateDays) return []
  const message = `The file was made on ${madeOn}, ${-daysBefore} days after ${told.what} (${told.day}). That happens when an old paper is downloaded again.`
  return [finding('MADE_LONG_AFTER_PERIOD', message, { fields: [told.field] })]
}

type Told = { day: string; what: string; field: string; earliestDays: number }

function toldOf(parse: StatementParse | PayslipParse | null): Told | undefined {
  const submission = parse?.submission
  if (!submission) return undefined
  if ('transactions' in submission) {
    const days = submission.transactions.map(({ date }) => date).toSorted()
    const day = days.at(-1)
    return day === undefined
      ? undefined
      : { day, what: 'its last transaction', field: 'transactions', earliestDays: earliestStatementDays }
  }
  const day = submission.income_information.pay_date
  if (day === null) return undefined
  return {
    day,
    what: 'the pay day',
    field: 'income_information.pay_date',
    earliestDays: earliestPayslipDays,
  }
}

/** A title that names one day or month, where the pages tell of another. */
function judgeTitle({ title }: Structure, parse: StatementParse | PayslipParse | null): Finding[] {
  const named = title === null ? undefined : monthIn(title)
  const submission = parse?.submission
  if (named === undefined || !submission) return []
  const days =
    'transactions' in submission
      ? Object.values(submission.statement_period)
      : [
          submission.income_information.pay_date,
          submission.income_information.pay_interval_start,
          submission.income_information.pay_interval_end,
        ]
  const months = days.filter((day) => day !== null).map((day) => monthNumber(day))
  if (months.length === 0) return []
  const nearest = Math.min(...months.map((month) => Math.abs(month - named)))
  if (nearest === 0) return []
  const message = `The file's title is "${title}", but its pages tell of ${days.find((day) => day !== null)}.`
  // Some titles name the month in which the paper was made, which may be the next.
  return [finding('TITLE_DIFFERS', message, { severity: nearest === 1 ? 'low' : 'medium' })]
}

const monthNumber = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7))
const monthNames = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

function monthIn(title: string): number | undefined {
  const iso = /\b(20\d\d)-(\d\d)(-\d\d)?\b/.exec(title)
  if (iso) return Number(iso[1]) * 12 + Number(iso[2])
  const british = /\b\d\d[./](\d\d)[./](20\d\d)\b/.exec(title)
  if (british) return Number(british[2]) * 12 + Number(british[1])
  const named = /\b([a-z]{3})[a-z]* (20\d\d)\b/i.exec(title)
  const month = monthNames.indexOf(named?.[1]?.toLowerCase() ?? '') + 1
  return named && month > 0 ? Number(named[2]) * 12 + month : undefined
}

import type { ReportContent } from '../schemas.ts'

type Income = ReportContent['income']
type Employment = Income['employments'][number]
type WorkingPayslip = ReportContent['working']['payslips'][number]

/** `-1234.50` → `-£1,234.50`. Amounts are never converted to numbers, so that every digit is the API's. */
export function pounds(amount: string) {
  const [, sign, whole = '', pence] = /^(-?)(\d+)\.(\d\d)$/.exec(amount) ?? []
  if (pence === undefined) throw new Error('An amount of a report does not have two decimals')
  return `${sign}£${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${pence}`
}

export const poundsOr = (amount: string | null, otherwise = '–') =>
  amount === null ? otherwise : pounds(amount)

const percentFormat = new Intl.NumberFormat('en-GB', { style: 'percent', maximumFractionDigits: 1 })
/** `0.0512` → `5.1%`. */
export const percent = (ratio: string) => percentFormat.format(Number(ratio))

const dayFormat = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})
/** `2026-06-30` or a timestamp → `30 Jun 2026`. */
export const day = (date: string) => dayFormat.format(new Date(date))
export const dayOr = (date: string | null, otherwise = '–') => (date === null ? otherwise : day(date))

const monthFormat = new Intl.DateTimeFormat('en-GB', { month: 'short', year: 'numeric', timeZone: 'UTC' })
/** `2026-06` → `Jun 2026`. */
export const monthName = (month: string) => monthFormat.format(new Date(`${month}-01`))

const minuteFormat = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'UTC',
})
export const minute = (timestamp: string) => `${minuteFormat.format(new Date(timestamp))} UTC`

/** `four_weekly` → `Four weekly`. */
export const sentence = (code: string) => {
  const text = code.replaceAll(/[_-]/g, ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

type Reason =
  | Income['income']['annual_gross']['reason']
  | Income['income']['last_12_months']['reason']
  | Income['affordability']['reason']

const reasons: Record<NonNullable<Reason>, string> = {
  'employment-ended': 'the employment has ended',
  'no-recent-pay': 'there is no recent pay',
  'no-active-employment': 'no employment is known to be active',
  'no-regular-frequency': 'pay is not regular',
  'too-few-complete-periods': 'fewer than three complete pay periods',
  'gross-not-stated': 'gross pay is not stated',
  'too-few-complete-months': 'too few complete months',
  'net-not-stated': 'net pay is not stated',
  'amounts-not-stated': 'amounts are not stated',
  'not-positive': 'pay is not positive',
  'not-itemised': 'pay is not itemised',
  'no-pay': 'there is no pay',
  'no-net-average': 'there is no average of net pay',
  'no-date-of-birth': 'the date of birth is not known',
  'no-region': 'the region is not known',
}
export const because = (reason: Reason) => (reason === null ? '' : `Not available: ${reasons[reason]}`)

export const payslipSources: Record<WorkingPayslip['source'], string> = {
  direct: 'Payroll, direct',
  connection: 'Payroll, login',
  upload: 'Uploaded payslip',
}

export const unusedReasons: Record<NonNullable<WorkingPayslip['reason']>, string> = {
  'low-trust': 'No: low document trust',
  'after-as-of': 'No: paid after the report date',
  'no-amounts': 'No: no amounts',
  'no-pay-period': 'No: no pay period',
  'dates-reversed': 'No: period ends before it starts',
  'period-too-long': 'No: period too long',
  duplicate: 'No: same pay as another source',
  'differs-from-better-source': 'No: differs from payroll',
}

export const sourceNames = {
  payroll: 'Payroll',
  payslip: 'Payslips',
  bank: 'Bank',
  tax_year: 'HMRC',
} as const

export const agreementWords: Record<Income['agreement'][number]['result'], string> = {
  agrees: 'Agrees',
  differs: 'Differs',
  not_seen: 'Not seen',
  not_comparable: 'Not comparable',
}

export const identityNames: Record<Income['identity'][number]['field'], string> = {
  name: 'Name',
  date_of_birth: 'Date of birth',
  ni_number: 'National Insurance number',
  address: 'Address',
}

export const statusWords: Record<Employment['status_reason'], string> = {
  'leave-date': 'leave date stated',
  'leave-date-ahead': 'leave date ahead',
  'paid-recently': 'paid recently',
  'no-recent-pay': 'no recent pay',
}

/** `26` months → `2 years 2 months`. */
export function tenure(months: number | null) {
  if (months === null) return 'start not stated'
  const [years, rest] = [Math.floor(months / 12), months % 12]
  const parts = [years > 0 && plural(years, 'year'), (rest > 0 || years === 0) && plural(rest, 'month')]
  return parts.filter(Boolean).join(' ')
}

export const plural = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

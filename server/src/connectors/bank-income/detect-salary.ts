import { addDays } from '../../vocabulary/days.ts'
import { employerKey, employerWords } from '../../vocabulary/employer.ts'
import type { Pence } from '../../vocabulary/money.ts'
import type { Day } from '../../vocabulary/payslip.ts'
import type { BookedTransaction } from './bank-account.ts'

export type PayRhythm = 'weekly' | 'fortnightly' | 'four_weekly' | 'monthly'

/**
 * How certain it is that credits are pay. `confirmed`: the bank marks them as salary, or a payslip or HMRC names the
 * payer. `likely`: the text or the amounts are those of a payroll. `regular`: paid regularly, kind unknown; it does not
 * count as pay.
 */
export type IncomeGrade = 'confirmed' | 'likely' | 'regular'

export type CreditEvidence =
  | 'purpose-code'
  | 'known-employer'
  | 'salary-word'
  | 'payroll-reference'
  | 'tax-rounding'
  | 'weekly-bacs'
  | 'pay-pattern'
  | 'regular'

/** Credits of one payer that are pay, or that arrive regularly. */
export type IncomeStream = {
  /** The payer as the bank names it. */
  payer: string
  grade: IncomeGrade
  rhythm: PayRhythm | null
  /** Reasons for the grade, strongest first. */
  evidence: CreditEvidence[]
  /** Oldest first. */
  credits: BookedTransaction[]
}

export const isPay = ({ grade }: Pick<IncomeStream, 'grade'>) => grade !== 'regular'

/** Days between two payments of each rhythm. Pay days move before weekends and holidays. */
const rhythms: { rhythm: PayRhythm; minDays: number; maxDays: number; perYear: number }[] = [
  { rhythm: 'weekly', minDays: 5, maxDays: 9, perYear: 52 },
  { rhythm: 'fortnightly', minDays: 12, maxDays: 16, perYear: 26 },
  { rhythm: 'four_weekly', minDays: 26, maxDays: 30, perYear: 13 },
  { rhythm: 'monthly', minDays: 25, maxDays: 37, perYear: 12 },
]
/** Share of the intervals that must fit, so that a missed or an extra payment does not hide a rhythm. */
const minRegularShare = 0.7
const minRegularCredits = 3
/** Less than this is no pay of a period, but a refund, interest or a friend's share of a bill. */
const minMedianPence: Pence = 4_000

/**
 * Pension schemes run payrolls, too. Below this amount a month, about 20 hours a week at the minimum wage, a payer
 * without a word is as likely a scheme as an employer, so days and constant amounts are no evidence.
 */
const minPatternPenceAMonth: Pence = 100_000

/** Codes of UK banks for credits by BACS, which is how nearly all employers pay. */
const bacsCodes = new Set(['BGC', 'BAC', 'BACS', 'BP'])
/** Codes for credits that are never pay of a payroll run: interest, cards, cheques, cash and own transfers. */
const otherCodes = new Set(['INT', 'DEB', 'CHQ', 'CPT', 'TFR', 'DIV', 'ATM'])
const knownCodes = new Set([...bacsCodes, ...otherCodes, 'FPI'])

const salaryWords = /\b(salary|salaries|wages?|payroll|net pay|monthly pay|weekly pay|staff pay)\b/i
/** Also the beginnings of other words, which banks cut off: they count for BACS credits only. */
const shortSalaryWords = /\b(sal|pay|wage)\b/i
const wholeShortSalaryWord = /^\s*(sal|pay|wage)\s*$/i
/** Employee numbers with a telling word, NI numbers, and tax periods: references that payroll software writes. */
const payrollReferences =
  /\b(emp(loyee)?|payroll|staff|works?) ?(no|num|number|ref|id)?\.? ?[a-z]?\d{2,8}\b|\b[a-z]{2} ?\d{2} ?\d{2} ?\d{2} ?[a-d]\b|\b(mth|month|wk|week|period) ?\d{1,2}\b/i
const otherWords =
  /\b(refund|interest|cashback|savings?|transfer|reversal|dividend|loan|rent|lettings?|dinner|thanks|tickets|birthday|gift|help|bills|food|house|expenses?|inv|invoice|payouts?|hmrc|dwp|universal credit|child benefit|state pension|pens\w*|annuit\w*|trustees?|retire\w*|mutuals?|superannuation|life|assurance|insurance|maintenance|cheque)\b/i

/** Words of businesses that pay for work without a payroll. One credit with such a word is enough. */
const businessWords = /\b(payouts?|inv|invoice)\b/i
/** Words that banks cut off at the end of the text, from four letters on. */
const cutWords = ['pension', 'annuity', 'expenses', 'dividend', 'trustees', 'retirement', 'superannuation']
const minCutLetters = 4
const cutSalaryWords =
  /\b(sala|salar|wage|payr|payro|payrol|(net|monthly|weekly) (p|pa)|staff (w|wa|wag|wage)) *$/i

/** Detects pay and other regular income. `employers` are names from payslips and HMRC. */
export function detectIncome(
  transactions: readonly BookedTransaction[],
  { employers = [] }: { employers?: readonly string[] } = {},
): IncomeStream[] {
  const credits = transactions.filter(({ amount }) => amount > 0)
  const known = employers.map(employerWords).filter((words) => words.length > 0)
  return groupByPayer(withoutRefunds(credits)).flatMap(({ payer, credits: group }) => {
    const rhythm = rhythmOf(group)
    const evidence = evidenceFor(payer, group, rhythm, known)
    const grade = gradeOf(evidence)
    return grade ? [{ payer, grade, rhythm, evidence, credits: group }] : []
  })
}

function gradeOf(evidence: readonly CreditEvidence[]): IncomeGrade | undefined {
  const has = (...kinds: CreditEvidence[]) => kinds.some((kind) => evidence.includes(kind))
  if (has('purpose-code', 'known-employer')) return 'confirmed'
  if (has('salary-word', 'payroll-reference', 'tax-rounding', 'weekly-bacs', 'pay-pattern')) return 'likely'
  return has('regular') ? 'regular' : undefined
}

/** A refund of expenses is less than this share of the payer's median credit. */
const maxRefundShare = 0.5
/** Smaller credits on more pay days than this share are those of a second job at the same employer. */
const maxRefundDayShare = 0.5

/**
 * Leaves out occasional smaller credits that a payer sends on the same day as a larger one. They are refunds of expenses,
 * and banks that cut the text off show them like pay.
 */
function withoutRefunds(credits: readonly BookedTransaction[]): BookedTransaction[] {
  const byPayer = Map.groupBy(credits, (credit) => employerKey(payerOf(credit)))
  // A name that is cut off is the beginning of the whole one.
  const isSamePayer = (one: string, other: string) =>
    one !== '' && other !== '' && (one.startsWith(other) || other.startsWith(one))
  const refunds = [...byPayer].flatMap(([payer, own]) => {
    const all = [...byPayer].flatMap(([other, theirs]) => (isSamePayer(payer, other) ? theirs : []))
    const limit = medianOf(all) * maxRefundShare
    const small = all.filter(({ amount }) => amount < limit)
    if (daysOf(small).size > daysOf(all).size * maxRefundDayShare) return []
    const payDays = daysOf(all.filter(({ amount }) => amount >= limit))
    return own.filter(({ amount, bookedOn }) => amount < limit && payDays.has(bookedOn))
  })
  const isRefund = new Set(refunds.filter((credit) => !isMarkedAsPay(credit)))
  return credits.filter((credit) => !isRefund.has(credit))
}

const isMarkedAsPay = ({ categoryPurpose, information }: BookedTransaction) =>
  categoryPurpose !== null || salaryWords.test(information)

const daysOf = (credits: readonly BookedTransaction[]) => new Set(credits.map(({ bookedOn }) => bookedOn))

type PayerGroup = { payer: string; credits: BookedTransaction[] }

function groupByPayer(credits: readonly BookedTransaction[]): PayerGroup[] {
  const groups = new Map<string, PayerGroup>()
  for (const credit of credits.toSorted((one, other) => one.bookedOn.localeCompare(other.bookedOn))) {
    const payer = payerOf(credit)
    const key = employerKey(payer)
    const group = groups.get(key) ?? { payer, credits: [] }
    group.credits.push(credit)
    groups.set(key, group)
  }
  return [...groups.values()]
}

/** Name of the payer, or the text without codes, references and salary words, which can differ each month. */
function payerOf({ payerName, information, bankCode }: BookedTransaction): string {
  if (payerName) return payerName
  const words = withoutCutSalaryWords(information)
    .replace(payrollReferences, ' ')
    .split(/\s+/)
    .filter(
      (word) => word !== '' && !/\d/.test(word) && !salaryWords.test(word) && !shortSalaryWords.test(word),
    )
  const [first, ...rest] = words
  const isCode = first !== undefined && rest.length > 0 && (first === bankCode || knownCodes.has(first))
  return (isCode ? rest : words).join(' ') || information
}

/** Removes a salary word that the bank has cut off at the end of the text. */
const withoutCutSalaryWords = (text: string) => text.replace(cutSalaryWords, '')

function codeOf({ bankCode, information }: BookedTransaction): string | undefined {
  const first = information.split(/\s+/)[0] ?? ''
  return bankCode ?? (knownCodes.has(first) ? first : undefined)
}

function evidenceFor(
  payer: string,
  credits: readonly BookedTransaction[],
  rhythm: PayRhythm | null,
  known: readonly (readonly string[])[],
): CreditEvidence[] {
  if (credits.some(({ categoryPurpose }) => categoryPurpose === 'SALA' || categoryPurpose === 'BONU'))
    return ['purpose-code']
  if (credits.some(({ categoryPurpose }) => categoryPurpose !== null)) return []
  const evidence: CreditEvidence[] = []
  const isOther = isOtherCredit(payer, credits)
  if (!isOther && known.some((words) => namesEmployer(payer, words))) evidence.push('known-employer')
  // The text behind the payer's name; a company may be called Salary Services.
  const references = credits.map(({ information }) => withoutPayer(information, payer))
  const isShortWordCertain = hasBacsCode(credits)
  const isSalaryText = (text: string) =>
    salaryWords.test(text) ||
    withoutCutSalaryWords(text) !== text ||
    (isShortWordCertain && shortSalaryWords.test(text))
  const isWholeReference = ({ payerName }: BookedTransaction, n: number) =>
    payerName !== null && wholeShortSalaryWord.test(references[n] ?? '')
  if (!isOther && (references.some(isSalaryText) || credits.some(isWholeReference)))
    evidence.push('salary-word')
  if (!isOther && references.some((text) => payrollReferences.test(text))) evidence.push('payroll-reference')
  const isRegular = rhythm !== null && medianOf(credits) >= minMedianPence
  const canBePay = !isOther && isRegular && hasOneChannel(credits)
  const isWage = canBePay && isAbovePensions(credits, rhythm)
  if (isWage && isTaxRounded(credits)) evidence.push('tax-rounding')
  // Letting agents and pension schemes pay monthly, and platforms pay weekly by faster payment.
  const isWeekly = rhythm === 'weekly' || rhythm === 'fortnightly'
  if (!isOther && isRegular && isWeekly && hasBacsCode(credits)) evidence.push('weekly-bacs')
  const isByTheHour = canBePay && isPayPattern(credits) && (isWage || differsEachTime(credits))
  const isMonthlyWage =
    isWage &&
    rhythm === 'monthly' &&
    (movesBeforeWeekends(credits) || (isBacs(credits) && isOnLastWeekdays(credits)))
  if (isByTheHour || isMonthlyWage) evidence.push('pay-pattern')
  if (isRegular) evidence.push('regular')
  return evidence
}

function isAbovePensions(credits: readonly BookedTransaction[], wanted: PayRhythm) {
  const perYear = rhythms.find(({ rhythm }) => rhythm === wanted)?.perYear ?? 0
  return (medianOf(credits) * perYear) / 12 >= minPatternPenceAMonth
}

function withoutPayer(information: string, payer: string) {
  const at = information.toLowerCase().indexOf(payer.toLowerCase())
  return at < 0 ? information : `${information.slice(0, at)} ${information.slice(at + payer.length)}`
}

const isBacs = (credits: readonly BookedTransaction[]) =>
  credits.every((credit) => {
    const code = codeOf(credit)
    return code === undefined || bacsCodes.has(code)
  })

/**
 * Whether all credits arrive in the same way: by BACS, by faster payment, or with no code. A payroll run does; letting
 * agents and clients send some of each.
 */
function hasOneChannel(credits: readonly BookedTransaction[]) {
  const channels = credits.map((credit) => {
    const code = codeOf(credit)
    return code !== undefined && bacsCodes.has(code) ? 'bacs' : code
  })
  return new Set(channels).size === 1 && !otherCodes.has(channels[0] ?? '')
}

const hasBacsCode = (credits: readonly BookedTransaction[]) =>
  credits.every((credit) => bacsCodes.has(codeOf(credit) ?? ''))

/** Largest difference that rounding of tax and National Insurance makes between two equal months. */
const maxRoundingPence: Pence = 100
/** Share of the differences that may be larger, such as a bonus or a rise. */
const maxLargeShare = 0.5

/**
 * Whether amounts differ by pence. PAYE rounds tax cumulatively to whole pounds, so a constant salary has this pattern.
 * Rent, allowances and standing orders are the same to the penny, or differ by pounds.
 */
function isTaxRounded(credits: readonly BookedTransaction[]) {
  const differences = credits
    .slice(1)
    .map(({ amount }, n) => Math.abs(amount - (credits[n]?.amount ?? amount)))
    .filter((difference) => difference > 0)
  const large = differences.filter((difference) => difference > maxRoundingPence)
  const isRounded = differences.length > large.length && large.length <= differences.length * maxLargeShare
  return credits.length > minRegularCredits && isRounded
}

/** Pay days that fell on a weekend, from which the direction of the shift is certain. */
const minShiftedDays = 2

/**
 * Whether pay days that fall on a weekend move to the Friday before. Payrolls do this; standing orders and other BACS
 * credits arrive on the working day after.
 */
function movesBeforeWeekends(credits: readonly BookedTransaction[]) {
  const payDay = mostFrequentOf(credits.map(({ bookedOn }) => Number(bookedOn.slice(8))))
  const moved = credits.filter(({ bookedOn }) => Number(bookedOn.slice(8)) !== payDay)
  const isBefore = ({ bookedOn }: BookedTransaction) => {
    const daysEarly = payDay - Number(bookedOn.slice(8))
    return weekdayOf(bookedOn) === friday && (daysEarly === 1 || daysEarly === 2)
  }
  // One run may be early, as before Christmas.
  return moved.filter(isBefore).length >= minShiftedDays && moved.filter((one) => !isBefore(one)).length <= 1
}

const isOnLastWeekdays = (credits: readonly BookedTransaction[]) =>
  credits.length >= minPatternCredits && shareOf(credits, isLastWeekday) >= minRegularShare

const shareOf = <T>(items: readonly T[], test: (item: T) => boolean) =>
  items.filter(test).length / items.length

/** Whether a credit arrived on the last weekday of its month. */
function isLastWeekday({ bookedOn }: BookedTransaction) {
  const nextWeekday = addDays(bookedOn, weekdayOf(bookedOn) === friday ? 3 : 1)
  return !isWeekend(bookedOn) && nextWeekday.slice(0, 7) !== bookedOn.slice(0, 7)
}

/** Sunday is 0. */
const weekdayOf = (day: Day) => new Date(day).getUTCDay()
const friday = 5

function mostFrequentOf(values: readonly number[]): number {
  const counts = [...Map.groupBy(values, (value) => value)].map(([value, all]) => ({
    value,
    count: all.length,
  }))
  return counts.reduce((one, other) => (other.count > one.count ? other : one)).value
}

/** Fewer credits than this show no pattern of amounts. */
const minPatternCredits = 5
/** Pay by the hour differs each time, but within a band around the median. Fees and sales of a business differ more. */
const payBand = { min: 0.6, max: 1.6 }
const minShareInBand = 0.85
/** Rent, allowances and standing orders are mostly the same to the penny. */
const maxShareOfOneAmount = 0.4

/** Whether the amounts and days are those of pay by the hour: different amounts in a band, and never on a weekend. */
function isPayPattern(credits: readonly BookedTransaction[]) {
  if (credits.length < minPatternCredits || credits.some(({ bookedOn }) => isWeekend(bookedOn))) return false
  const median = medianOf(credits)
  const inBand = credits.filter(
    ({ amount }) => amount >= median * payBand.min && amount <= median * payBand.max,
  )
  const counts = Map.groupBy(credits, ({ amount }) => amount)
  const mostFrequent = Math.max(...counts.values().map(({ length }) => length))
  return (
    inBand.length >= credits.length * minShareInBand && mostFrequent <= credits.length * maxShareOfOneAmount
  )
}

/** Pensions differ by the pence of tax rounding, and once a year by more. */
const minHourlyDifference = 0.02
const minDifferingShare = 0.6

/** Whether most amounts differ from the one before by more than rounding, as pay by the hour does. */
function differsEachTime(credits: readonly BookedTransaction[]) {
  const differences = credits
    .slice(1)
    .map(({ amount }, n) => Math.abs(amount - (credits[n]?.amount ?? amount)))
  return (
    shareOf(differences, (difference) => difference > medianOf(credits) * minHourlyDifference) >=
    minDifferingShare
  )
}

const isWeekend = (day: Day) => [0, 6].includes(weekdayOf(day))

/** Banks cut names off, so a word may be the beginning of the employer's, from five letters on. */
const minPrefixLetters = 5

/** Whether the payer has two words of the employer's name, or no word that is not in it. */
function namesEmployer(payer: string, employer: readonly string[]) {
  const words = employerWords(payer)
  const isSame = (shown: string, full: string) =>
    shown === full || (shown.length >= minPrefixLetters && full.startsWith(shown))
  const named = employer.filter((full) => words.some((shown) => isSame(shown, full)))
  const isWholeName = words.every((shown) => employer.some((full) => isSame(shown, full)))
  return named.length > 1 || (named.length === 1 && isWholeName)
}

function isOtherCredit(payer: string, credits: readonly BookedTransaction[]) {
  const isOtherText =
    otherWords.test(payer) ||
    credits.some(({ information }) => businessWords.test(information)) ||
    credits.every(({ information }) => otherWords.test(information) || endsInCutWord(information))
  const codes = credits.map(codeOf)
  return isOtherText || codes.every((code) => code !== undefined && otherCodes.has(code))
}

function endsInCutWord(information: string) {
  const last = information.split(' ').at(-1)?.toLowerCase() ?? ''
  return last.length >= minCutLetters && cutWords.some((word) => word.startsWith(last))
}

/** The rhythm that most intervals fit, or null if there are too few payments or no rhythm. */
function rhythmOf(credits: readonly BookedTransaction[]): PayRhythm | null {
  const days = [...new Set(credits.map(({ bookedOn }) => bookedOn))].toSorted()
  if (days.length < minRegularCredits) return null
  const gaps = days.slice(1).map((day, n) => daysBetween(days[n] ?? day, day))
  const shares = rhythms.map(({ rhythm, minDays, maxDays }) => ({
    rhythm,
    share: gaps.filter((gap) => gap >= minDays && gap <= maxDays).length / gaps.length,
  }))
  const best = shares.reduce((one, other) => (other.share > one.share ? other : one))
  return best.share >= minRegularShare ? best.rhythm : null
}

const daysBetween = (from: Day, to: Day) => Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)

function medianOf(credits: readonly BookedTransaction[]): Pence {
  const amounts = credits.map(({ amount }) => amount).toSorted((one, other) => one - other)
  return amounts[Math.floor(amounts.length / 2)] ?? 0
}

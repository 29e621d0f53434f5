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
const rhythms: { rhythm: PayRhythm; minDays: number; maxDays: number }[] = [
  { rhythm: 'weekly', minDays: 5, maxDays: 9 },
  { rhythm: 'fortnightly', minDays: 12, maxDays: 16 },
  { rhythm: 'four_weekly', minDays: 26, maxDays: 30 },
  { rhythm: 'monthly', minDays: 25, maxDays: 37 },
]
/** Share of the intervals that must fit, so that a missed or an extra payment does not hide a rhythm. */
const minRegularShare = 0.7
const minRegularCredits = 3
/** Less than this is no pay of a period, but a refund, interest or a friend's share of a bill. */
const minMedianPence: Pence = 4_000

/** Codes of UK banks for credits by BACS, which is how nearly all employers pay. */
const bacsCodes = new Set(['BGC', 'BAC', 'BACS', 'BP'])
/** Codes for credits that are never pay of a payroll run: interest, cards, cheques, cash and own transfers. */
const otherCodes = new Set(['INT', 'DEB', 'CHQ', 'CPT', 'TFR', 'DIV', 'ATM'])
const knownCodes = new Set([...bacsCodes, ...otherCodes, 'FPI'])

const salaryWords = /\b(salary|salaries|wages?|payroll|net pay|monthly pay|weekly pay|staff pay)\b/i
/** Also the beginnings of other words, which banks cut off: they count for BACS credits only. */
const shortSalaryWords = /\b(sal|pay|wage)\b/i
/** Employee numbers with a telling word, NI numbers, and tax periods: references that payroll software writes. */
const payrollReferences =
  /\b(emp(loyee)?|payroll|staff|works?) ?(no|num|number|ref|id)?\.? ?[a-z]?\d{2,8}\b|\b[a-z]{2} ?\d{2} ?\d{2} ?\d{2} ?[a-d]\b|\b(mth|month|wk|week|period) ?\d{1,2}\b/i
const otherWords =
  /\b(refund|interest|cashback|savings?|transfer|reversal|dividend|loan|rent|lettings?|dinner|thanks|tickets|birthday|gift|help|bills|food|house|expenses?|inv|invoice|payouts?|hmrc|dwp|universal credit|child benefit|state pension|pensions?|annuity|annuities|trustees?|retirement|life|assurance|insurance|maintenance|cheque)\b/i

/** Detects pay and other regular income. `employers` are names from payslips and HMRC. */
export function detectIncome(
  transactions: readonly BookedTransaction[],
  { employers = [] }: { employers?: readonly string[] } = {},
): IncomeStream[] {
  const credits = transactions.filter(({ amount }) => amount > 0)
  const known = employers.map(employerWords).filter((words) => words.length > 0)
  return groupByPayer(credits).flatMap(({ payer, credits: group }) => {
    const rhythm = rhythmOf(group)
    const evidence = evidenceFor(payer, group, rhythm, known)
    const grade = gradeOf(evidence)
    return grade ? [{ payer, grade, rhythm, evidence, credits: group }] : []
  })
}

function gradeOf(evidence: readonly CreditEvidence[]): IncomeGrade | undefined {
  const has = (...kinds: CreditEvidence[]) => kinds.some((kind) => evidence.includes(kind))
  if (has('purpose-code', 'known-employer')) return 'confirmed'
  if (has('salary-word', 'payroll-reference', 'tax-rounding', 'weekly-bacs')) return 'likely'
  return has('regular') ? 'regular' : undefined
}

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
  const words = information
    .replace(payrollReferences, ' ')
    .split(/\s+/)
    .filter(
      (word) => word !== '' && !/\d/.test(word) && !salaryWords.test(word) && !shortSalaryWords.test(word),
    )
  const [first, ...rest] = words
  const isCode = first !== undefined && rest.length > 0 && (first === bankCode || knownCodes.has(first))
  return (isCode ? rest : words).join(' ') || information
}

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
  const isSalaryText = (text: string) =>
    salaryWords.test(text) || (hasBacsCode(credits) && shortSalaryWords.test(text))
  if (!isOther && references.some(isSalaryText)) evidence.push('salary-word')
  if (!isOther && references.some((text) => payrollReferences.test(text))) evidence.push('payroll-reference')
  const isRegular = rhythm !== null && medianOf(credits) >= minMedianPence
  if (!isOther && isRegular && isBacs(credits) && isTaxRounded(credits)) evidence.push('tax-rounding')
  // Letting agents and pension schemes pay monthly, and platforms pay weekly by faster payment.
  const isWeekly = rhythm === 'weekly' || rhythm === 'fortnightly'
  if (!isOther && isRegular && isWeekly && hasBacsCode(credits)) evidence.push('weekly-bacs')
  if (isRegular) evidence.push('regular')
  return evidence
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

const hasBacsCode = (credits: readonly BookedTransaction[]) =>
  credits.every((credit) => bacsCodes.has(codeOf(credit) ?? ''))

/** Largest difference that rounding of tax and National Insurance makes between two equal months. */
const maxRoundingPence: Pence = 100
const minRoundedShare = 0.5

/**
 * Whether the amounts differ by pence only, but do differ. PAYE rounds tax cumulatively, so a constant salary has this
 * pattern. Rent, allowances and standing orders are the same to the penny, or differ by pounds.
 */
function isTaxRounded(credits: readonly BookedTransaction[]) {
  const differences = credits
    .slice(1)
    .map(({ amount }, n) => Math.abs(amount - (credits[n]?.amount ?? amount)))
  const small = differences.filter((difference) => difference > 0 && difference <= maxRoundingPence)
  return differences.length >= minRegularCredits && small.length / differences.length >= minRoundedShare
}

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
    otherWords.test(payer) || credits.every(({ information }) => otherWords.test(information))
  const codes = credits.map(codeOf)
  return isOtherText || codes.every((code) => code !== undefined && otherCodes.has(code))
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

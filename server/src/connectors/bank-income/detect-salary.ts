import { employerKey } from '../../vocabulary/employer.ts'
import type { Pence } from '../../vocabulary/money.ts'
import type { Day } from '../../vocabulary/payslip.ts'
import type { BookedTransaction } from './bank-account.ts'

export type PayRhythm = 'weekly' | 'fortnightly' | 'four_weekly' | 'monthly'

/** Credits of one payer that look like pay. */
export type SalaryStream = {
  /** The payer as the bank names it. */
  payer: string
  rhythm: PayRhythm | null
  /** Reasons for the decision, strongest first. */
  reasons: ('purpose-code' | 'salary-word' | 'bacs' | 'regular')[]
  /** Oldest first. */
  credits: BookedTransaction[]
}

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
/** Codes for credits that are never pay: faster payments of people, interest, cards, cheques and cash. */
const otherCodes = new Set(['FPI', 'INT', 'DEB', 'CHQ', 'CPT', 'TFR', 'DIV', 'ATM'])

const salaryWords = /\b(salary|salaries|wages?|payroll|net pay|monthly pay|weekly pay)\b/i
const otherWords =
  /\b(refund|interest|cashback|savings?|transfer|reversal|dividend|loan|rent|dinner|thanks|tickets|birthday|gift|help|hmrc|dwp|universal credit|child benefit|state pension|pensions?|cheque)\b/i
/** Words that only companies and public bodies have in their names. */
const organisationWords =
  /\b(ltd|limited|plc|llp|lp|cic|inc|council|trust|nhs|university|college|schools?|academy|hospital|services|group|company|holdings|agency|partnership|solicitors|foundation|association)\b/i

/**
 * Finds pay among the credits of an account. It uses the payer, the purpose code, words, the bank's code and the rhythm
 * of the payments; no single one of them decides, because banks send very different details.
 */
export function detectSalaries(transactions: readonly BookedTransaction[]): SalaryStream[] {
  const credits = transactions.filter(({ amount }) => amount > 0)
  return groupByPayer(credits).flatMap(({ payer, credits: group }) => {
    const reasons = reasonsFor(payer, group)
    return reasons.length === 0 ? [] : [{ payer, rhythm: rhythmOf(group), reasons, credits: group }]
  })
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
  const words = information.split(/\s+/).filter((word) => !/\d/.test(word) && !salaryWords.test(word))
  const [first, ...rest] = words
  const isCode = first !== undefined && rest.length > 0 && (first === bankCode || isBankCode(first))
  return (isCode ? rest : words).join(' ') || information
}

const isBankCode = (word: string) => bacsCodes.has(word) || otherCodes.has(word)

function codeOf({ bankCode, information }: BookedTransaction): string | undefined {
  const first = information.split(/\s+/)[0] ?? ''
  return bankCode ?? (isBankCode(first) ? first : undefined)
}

function reasonsFor(payer: string, credits: BookedTransaction[]): SalaryStream['reasons'] {
  const hasPurpose = credits.some(
    ({ categoryPurpose }) => categoryPurpose === 'SALA' || categoryPurpose === 'BONU',
  )
  if (hasPurpose) return ['purpose-code']
  if (credits.some(({ categoryPurpose }) => categoryPurpose !== null)) return []
  const codes = credits.map(codeOf)
  const hasSalaryWord = credits.some(({ information }) => salaryWords.test(information))
  if (!hasSalaryWord && isOtherCredit(payer, credits, codes)) return []
  const isBacs = codes.some((code) => code !== undefined && bacsCodes.has(code))
  const isRegular = rhythmOf(credits) !== null && medianOf(credits) >= minMedianPence
  const isOrganisation = organisationWords.test(payer)
  const reasons: SalaryStream['reasons'] = []
  if (hasSalaryWord) reasons.push('salary-word')
  if (isBacs) reasons.push('bacs')
  if (isRegular) reasons.push('regular')
  // A rhythm alone is not enough: a flatmate pays monthly too.
  const isEnough =
    hasSalaryWord || (isBacs && medianOf(credits) >= minMedianPence) || (isRegular && isOrganisation)
  return isEnough ? reasons : []
}

function isOtherCredit(payer: string, credits: BookedTransaction[], codes: (string | undefined)[]) {
  const isOtherText =
    otherWords.test(payer) || credits.every(({ information }) => otherWords.test(information))
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

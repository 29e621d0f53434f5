import { daysBetween } from '../../vocabulary/days.ts'
import { employerWords } from '../../vocabulary/employer.ts'
import { penceOf } from '../../vocabulary/money.ts'
import type { Day } from '../../vocabulary/payslip.ts'
import type { Credits } from '../bank-statements/credits.ts'
import type { PayslipPayment } from '../payroll/income/pay.ts'
import type { Match } from './schemas.ts'

/** Maximum number of days between the pay date and the date on which the bank books the credit. */
export const maxBookingDays = 3

export type MatchableStatement = Pick<Credits, 'account' | 'credits'> & {
  id: string
  document_id: string | null
  first_day: Day
  last_day: Day
}
type Incoming = Credits['credits'][number] & { statement: MatchableStatement }
type Payment = { pence: number; pay_date: Day; employer: readonly string[] }
type Pair = { payment: string; credit: Incoming; isNamed: boolean; days: number }

/** Matches the net pay of payslips with bank credits, one to one. */
export function matchPay(
  all: readonly PayslipPayment[],
  statements: readonly MatchableStatement[],
): (pay: PayslipPayment) => Match {
  const payments = new Map<string, Payment>()
  for (const pay of all) {
    const payment = toPayment(pay)
    if (payment) payments.set(paymentKey(payment), payment)
  }
  const assigned = assign(listPairs(payments, distinctCredits(statements)))
  return (pay) => {
    const payment = toPayment(pay)
    const pair = payment && assigned.get(paymentKey(payment))
    const reason = pair
      ? null
      : !payment
        ? 'no-net-pay'
        : statements.some(({ first_day, last_day }) => first_day <= pay.pay_date && pay.pay_date <= last_day)
          ? 'no-credit'
          : 'no-statement'
    return present(pay, pair, reason)
  }
}

/**
 * Key of a payment. A payment that was both retrieved from a provider and uploaded as a payslip has the same key
 * twice.
 */
const paymentKey = ({ pence, pay_date, employer }: Payment) => JSON.stringify([pay_date, pence, employer])

function toPayment({ net_pay, pay_date, employer_name }: PayslipPayment): Payment | undefined {
  const pence = net_pay === null ? 0 : penceOf(net_pay)
  return pence > 0 ? { pence, pay_date, employer: employerWords(employer_name ?? '') } : undefined
}

/**
 * Statements of one account may overlap. A credit that is on both of them counts once. If it occurs several times,
 * the statement with the most occurrences determines the number.
 */
function distinctCredits(statements: readonly MatchableStatement[]): Incoming[] {
  const distinct = new Map<string, Incoming>()
  for (const statement of statements) {
    const occurrences = new Map<string, number>()
    for (const credit of statement.credits) {
      const { date, pence, description } = credit
      const creditKey = JSON.stringify([statement.account ?? statement.id, date, pence, description])
      const occurrence = (occurrences.get(creditKey) ?? 0) + 1
      occurrences.set(creditKey, occurrence)
      const key = `${creditKey} ${occurrence}`
      if (!distinct.has(key)) distinct.set(key, { ...credit, statement })
    }
  }
  return [...distinct.values()]
}

function listPairs(payments: ReadonlyMap<string, Payment>, credits: readonly Incoming[]): Pair[] {
  const byPence = Map.groupBy(credits, ({ pence }) => pence)
  return [...payments].flatMap(([key, { pence, pay_date, employer }]) =>
    (byPence.get(pence) ?? []).flatMap((credit) => {
      const days = daysBetween(pay_date, credit.date)
      if (Math.abs(days) > maxBookingDays) return []
      return [{ payment: key, credit, days, isNamed: namesEmployer(credit.description, employer) }]
    }),
  )
}

/** Assigns credits greedily: first those that name the employer, then by distance in days. */
function assign(pairs: Pair[]): ReadonlyMap<string, Pair> {
  const taken = new Map<string, Pair>()
  const used = new Set<Incoming>()
  const best = pairs.toSorted(
    (one, other) => Number(other.isNamed) - Number(one.isNamed) || Math.abs(one.days) - Math.abs(other.days),
  )
  for (const pair of best) {
    if (taken.has(pair.payment) || used.has(pair.credit)) continue
    taken.set(pair.payment, pair)
    used.add(pair.credit)
  }
  return taken
}

const minPrefixLetters = 5

/**
 * Whether a bank description names the employer. Banks truncate names, so a common prefix of five letters is enough,
 * or the whole word if it is shorter.
 */
function namesEmployer(description: string, employer: readonly string[]) {
  const descriptionWords = employerWords(description)
  return employer.some((word) =>
    descriptionWords.some(
      (other) => other.startsWith(word) || (other.length >= minPrefixLetters && word.startsWith(other)),
    ),
  )
}

function present(pay: PayslipPayment, pair: Pair | undefined, reason: Match['reason']): Match {
  const { id: submission_id, account_id, document_id, source, employer_name, pay_date, net_pay } = pay
  return {
    kind: 'net_pay_on_bank_statement',
    status: pair ? 'matched' : 'unmatched',
    strength: pair ? (pair.isNamed ? 'strong' : 'fair') : null,
    reason,
    payroll: { submission_id, source, account_id, document_id, employer_name, pay_date, net_pay },
    bank_credit: pair
      ? {
          submission_id: pair.credit.statement.id,
          document_id: pair.credit.statement.document_id,
          transaction_index: pair.credit.index,
          date: pair.credit.date,
          description: pair.credit.description,
          amount: net_pay ?? '',
          days_after_pay_date: pair.days,
          names_employer: pair.isNamed,
        }
      : null,
  }
}

import { daysBetween } from '../../vocabulary/days.ts'
import { employerWords } from '../../vocabulary/employer.ts'
import { penceOf } from '../../vocabulary/money.ts'
import type { Day } from '../../vocabulary/payslip.ts'
import type { Credits } from '../bank-statements/credits.ts'
import type { Pay } from '../payroll/income/pay.ts'
import type { Match } from './schemas.ts'

/** How far from the pay date a bank may book it. */
export const mostDays = 3

export type Statement = Credits & { id: string; document_id: string; first_day: Day; last_day: Day }
type Incoming = Credits['credits'][number] & { statement: Statement }
type Payment = { pence: number; pay_date: Day; employer: readonly string[] }
type Pair = { payment: string; credit: Incoming; names: boolean; days: number }

/** Holds what payslips say was paid against what came in. A credit bears out one payment, and a payment needs one. */
export function matchPay(all: readonly Pay[], statements: readonly Statement[]): (pay: Pay) => Match {
  const payments = new Map<string, Payment>()
  for (const pay of all) {
    const payment = paymentOf(pay)
    if (payment) payments.set(keyOf(payment), payment)
  }
  const found = assign(pairsOf(payments, distinctCredits(statements)))
  return (pay) => {
    const payment = paymentOf(pay)
    const pair = payment && found.get(keyOf(payment))
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

/** The same payment may be known twice, through an account and from paper: then both have the same key. */
const keyOf = ({ pence, pay_date, employer }: Payment) => JSON.stringify([pay_date, pence, employer])

function paymentOf({ net_pay, pay_date, employer_name }: Pay): Payment | undefined {
  const pence = net_pay === null ? 0 : penceOf(net_pay)
  return pence > 0 ? { pence, pay_date, employer: employerWords(employer_name ?? '') } : undefined
}

/** Statements may overlap. What stands on two of one account is one credit, as often as it stands on either. */
function distinctCredits(statements: readonly Statement[]): Incoming[] {
  const seen = new Map<string, Incoming>()
  for (const statement of statements) {
    const times = new Map<string, number>()
    for (const credit of statement.credits) {
      const { date, pence, description } = credit
      const same = JSON.stringify([statement.account ?? statement.id, date, pence, description])
      const time = (times.get(same) ?? 0) + 1
      times.set(same, time)
      const key = `${same} ${time}`
      if (!seen.has(key)) seen.set(key, { ...credit, statement })
    }
  }
  return [...seen.values()]
}

function pairsOf(payments: ReadonlyMap<string, Payment>, credits: readonly Incoming[]): Pair[] {
  const byPence = Map.groupBy(credits, ({ pence }) => pence)
  return [...payments].flatMap(([key, { pence, pay_date, employer }]) =>
    (byPence.get(pence) ?? []).flatMap((credit) => {
      const days = daysBetween(pay_date, credit.date)
      if (Math.abs(days) > mostDays) return []
      return [{ payment: key, credit, days, names: namesEmployer(credit.description, employer) }]
    }),
  )
}

/** The best pairs first: whoever is named, then whoever is nearest. */
function assign(pairs: Pair[]): ReadonlyMap<string, Pair> {
  const taken = new Map<string, Pair>()
  const used = new Set<Incoming>()
  const best = pairs.toSorted(
    (one, other) => Number(other.names) - Number(one.names) || Math.abs(one.days) - Math.abs(other.days),
  )
  for (const pair of best) {
    if (taken.has(pair.payment) || used.has(pair.credit)) continue
    taken.set(pair.payment, pair)
    used.add(pair.credit)
  }
  return taken
}

const leastLetters = 5

/** Banks cut names off: five letters of a word are enough, or the whole word where it is shorter. */
function namesEmployer(description: string, employer: readonly string[]) {
  const written = employerWords(description)
  return employer.some((word) =>
    written.some(
      (other) => other.startsWith(word) || (other.length >= leastLetters && word.startsWith(other)),
    ),
  )
}

function present(pay: Pay, pair: Pair | undefined, reason: Match['reason']): Match {
  const { id: submission_id, account_id, document_id, source, employer_name, pay_date, net_pay } = pay
  return {
    kind: 'net_pay_on_bank_statement',
    status: pair ? 'matched' : 'unmatched',
    strength: pair ? (pair.names ? 'strong' : 'fair') : null,
    reason,
    payroll: { submission_id, source, account_id, document_id, employer_name, pay_date, net_pay },
    bank_credit: pair
      ? {
          submission_id: pair.credit.statement.id,
          document_id: pair.credit.statement.document_id,
          transaction_index: pair.credit.index,
          date: pair.credit.date,
          description: pair.credit.description,
          amount: (net_pay ?? '').replace(/\B(?=(\d{3})+\.)/g, ','),
          days_after_pay_date: pair.days,
          names_employer: pair.names,
        }
      : null,
  }
}

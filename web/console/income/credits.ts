import type { BankStatementSubmission, Match } from '@payproof/sdk'
import { penceOf, sumOf } from '../../ui/pence.ts'

type Transaction = BankStatementSubmission['transactions'][number]
export type Booked = Transaction & {
  index: number
  pence: bigint
  kind: CreditKind | undefined
  pay: Match | undefined
}
export type CreditKind = 'pay' | 'refund' | 'interest' | 'cash' | 'other'

export const kinds: Record<CreditKind, { label: string; how: string }> = {
  pay: { label: 'Pay', how: 'A payslip has the same net pay within three days' },
  refund: { label: 'Refund', how: 'From the bank’s description' },
  interest: { label: 'Interest', how: 'From the bank’s description' },
  cash: { label: 'Cash paid in', how: 'From the bank’s description' },
  other: { label: 'Other money in', how: 'No description that we recognise' },
}

const words: [CreditKind, RegExp][] = [
  ['refund', /\b(refund|reversal|chargeback)\b/i],
  ['interest', /\binterest\b/i],
  ['cash', /\bcash (paid in|deposit)|\bcash in\b/i],
]

/** Returns each transaction with its meaning: the payslip it pays, or the bank's description. */
export function bookedOf({ id, transactions }: BankStatementSubmission, matches: readonly Match[]): Booked[] {
  const paid = new Map<number, Match>()
  for (const match of matches) {
    const credit = match.bank_credit
    if (credit?.submission_id === id) paid.set(credit.transaction_index, match)
  }
  return transactions.map((one, index) => {
    const pay = paid.get(index)
    const named = words.find(([, pattern]) => pattern.test(one.description))?.[0]
    const kind = one.type === 'debit' ? undefined : pay ? 'pay' : (named ?? 'other')
    return { ...one, index, kind, pay, pence: penceOf(one.amount) ?? 0n }
  })
}

export const creditsByKind = (booked: readonly Booked[]) =>
  (Object.keys(kinds) as CreditKind[])
    .map((kind) => {
      const own = booked.filter((one) => one.kind === kind)
      return { kind, count: own.length, pence: sumOf(own.map(({ pence }) => pence)) }
    })
    .filter(({ count }) => count > 0)

export type Balance = { date: string; pence: bigint }

/** Returns the balance at the end of each day with transactions, starting from the opening balance. */
export function balancesOf(
  { balance_information, statement_period }: BankStatementSubmission,
  booked: Booked[],
) {
  const opening = penceOf(balance_information.opening_balance)
  if (opening === undefined) return undefined
  const days = new Map<string, bigint>()
  const first = statement_period.start_date ?? booked[0]?.date
  if (first) days.set(first, opening)
  let balance = opening
  for (const { date, pence } of booked) {
    balance += pence
    days.set(date, balance)
  }
  const closing = penceOf(balance_information.closing_balance)
  return {
    days: [...days].map(([date, pence]): Balance => ({ date, pence })),
    /** Whether the calculated balance equals the printed closing balance. Undefined if the statement prints none. */
    endsAsPrinted: closing === undefined ? undefined : closing === balance,
  }
}

import { employerWords } from '../../../vocabulary/employer.ts'
import type { StoredPeriod } from './periods.ts'

export type StoredPayment = Pick<
  StoredPeriod,
  'id' | 'account_id' | 'pay_date' | 'start' | 'end' | 'net_pay' | 'employer_name'
>

/**
 * Finds the payslips that repeat a payment from another source (an account, or all uploads), each with the id of the
 * original, which is the payslip stored first. Each source stores a payslip only once, so equal payments within one
 * source are separate payments. A payment therefore counts as often as it occurs in the source that contains it most
 * often.
 */
export function findDuplicates(payments: readonly StoredPayment[]): Map<string, string> {
  const originals = new Map<string, string>()
  const countBySource = new Map<string, number>()
  const duplicates = new Map<string, string>()
  for (const payment of payments.toSorted(byTimeStored)) {
    // Without net pay, the payment cannot be recognised.
    if (payment.net_pay === null) continue
    const key = paymentKey(payment)
    const inSource = `${payment.account_id} ${key}`
    const occurrence = (countBySource.get(inSource) ?? 0) + 1
    countBySource.set(inSource, occurrence)
    const sameOccurrence = `${occurrence} ${key}`
    const original = originals.get(sameOccurrence)
    if (original === undefined) originals.set(sameOccurrence, payment.id)
    else duplicates.set(payment.id, original)
  }
  return duplicates
}

const paymentKey = ({ pay_date, start, end, net_pay, employer_name }: StoredPayment) =>
  JSON.stringify([pay_date, start, end, net_pay, employerWords(employer_name ?? '')])

// Ids are UUIDv7, so they ascend in the order of storage.
const byTimeStored = (one: StoredPayment, other: StoredPayment) =>
  one.id < other.id ? -1 : one.id > other.id ? 1 : 0

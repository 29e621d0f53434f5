import type { Pence } from '../money.ts'
import type { Payment } from '../payroll/types.ts'

/** A line that counts for tax, National Insurance and pension, unless it is said otherwise. */
export const line = (
  kind: Payment['kind'],
  description: string,
  amount: Pence,
  more: Partial<Payment> = {},
): Payment => ({
  kind,
  description,
  amount,
  isFixed: false,
  isTaxable: true,
  isNiable: true,
  isPensionable: true,
  ...more,
})

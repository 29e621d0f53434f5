import type { PenceAmount } from '../money.ts'
import type { PayrollPayment } from '../payroll/types.ts'

/** A payment line subject to tax, National Insurance and pension unless overridden. */
export const paymentLine = (
  kind: PayrollPayment['kind'],
  description: string,
  amount: PenceAmount,
  more: Partial<PayrollPayment> = {},
): PayrollPayment => ({
  kind,
  description,
  amount,
  isFixed: false,
  isTaxable: true,
  isNiable: true,
  isPensionable: true,
  ...more,
})

import type { PenceAmount } from '../money.ts'
import type { PayrollPayment } from '../payroll/types.ts'

/** Creates a payment line that is subject to tax, National Insurance and pension unless overridden. */
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

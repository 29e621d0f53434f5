import type { Journey } from '../types.ts'
import type { DocumentKind } from './uploads.ts'

/** Lists the months that the client asks for, and whether a document of this kind covers each. */
export function monthsOf({ months, requested }: Pick<Journey, 'months' | 'requested'>, kind: DocumentKind) {
  const requestedMonths =
    requested?.kind === kind ? months.filter(({ month }) => requested.months.includes(month)) : months
  return requestedMonths.map(({ month, has_payslip, has_bank_statement }) => ({
    month,
    isCovered: kind === 'payslips' ? has_payslip : has_bank_statement,
  }))
}

/** Whether there is nothing left to add. */
export const areCovered = (months: ReturnType<typeof monthsOf>) =>
  months.length > 0 && months.every(({ isCovered }) => isCovered)

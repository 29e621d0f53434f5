import { type Pence, penceOf, sumOf } from '../../../vocabulary/money.ts'
import type { Payslip } from '../../../vocabulary/payslip.ts'

type PayslipEarnings = Payslip['income_information']['earnings']
type EarningsElement = PayslipEarnings['earning_elements'][number]

/**
 * Parts of gross income. `not_itemised` is used if the earnings lines of a payslip do not add up to its gross pay.
 */
export const payParts = [
  'basic',
  'leave',
  'overtime',
  'commission',
  'bonus',
  'tips',
  'statutory',
  'arrears',
  'termination',
  'other',
  'not_itemised',
] as const
export type PayPart = (typeof payParts)[number]
export const regularParts: readonly PayPart[] = ['basic', 'leave']

export type PayAmounts = {
  /** Gross pay without expenses and benefits in kind. */
  gross: Pence | null
  /** Net pay without reimbursed expenses. */
  net: Pence | null
  expenses: Pence
  benefits: Pence
  /** Parts that add up to `gross`. Null if gross pay is not stated. */
  parts: ReadonlyMap<PayPart, Pence> | null
}

const partsByType: Partial<Record<EarningsElement['type'], PayPart>> = {
  Bonus: 'bonus',
  StatutorySickPay: 'statutory',
  StatutoryParentalPayment: 'statutory',
  StatutoryAdoptionPay: 'statutory',
  StatutorySharedParentalPay: 'statutory',
  StatutoryParentalBereavementPay: 'statutory',
  Holiday: 'leave',
  OtherLeave: 'leave',
  Strike: 'leave',
  Termination: 'termination',
  // With salary sacrifice, the pension is a negative line that reduces basic pay.
  Pension: 'basic',
}

/**
 * Patterns for lines of type `Other`, which only their description identifies. The first matching pattern is used.
 */
const partsByDescription: readonly [RegExp, PayPart][] = [
  [/\barrears\b|back ?pay/i, 'arrears'],
  [/over ?time/i, 'overtime'],
  [/commission/i, 'commission'],
  [/\btips?\b|\btronc\b|gratuit/i, 'tips'],
  [/basic|salary|\bwages?\b|\bhours\b|\bhourly\b|^pay$/i, 'basic'],
]

function partOf({ type, description, is_fixed }: EarningsElement): PayPart {
  const byType = partsByType[type]
  if (byType) return byType
  const byDescription = type === 'Other' && partsByDescription.find(([pattern]) => pattern.test(description))
  if (byDescription) return byDescription[1]
  return is_fixed ? 'basic' : 'other'
}

const total = (lines: readonly EarningsElement[]) => sumOf(lines.map(({ amount }) => penceOf(amount)))
const penceOrNull = (amount: string | null) => (amount === null ? null : penceOf(amount))

/** Separates income from expenses and benefits in kind, and splits income into its parts. */
export function analysePay({ gross_pay, net_pay, earning_elements }: PayslipEarnings): PayAmounts {
  const paidLines = earning_elements.filter(({ is_bik }) => !is_bik)
  const incomeLines = paidLines.filter(({ type }) => type !== 'Expense')
  const paid = total(paidLines)
  const expenses = paid - total(incomeLines)
  const benefits = total(earning_elements.filter(({ is_bik }) => is_bik))
  const stated = penceOrNull(gross_pay)
  const statedNet = penceOrNull(net_pay)
  const net = statedNet === null ? null : statedNet - expenses
  if (stated === null) return { gross: null, net, expenses, benefits, parts: null }
  const isItemised = [paid, paid - expenses, paid + benefits].includes(stated)
  // If the lines do not add up, gross pay may include the expenses. Subtract them so that income is never overstated.
  const gross = isItemised ? paid - expenses : stated - expenses
  const parts = new Map<PayPart, Pence>()
  if (!isItemised) parts.set('not_itemised', gross)
  else
    for (const line of incomeLines) {
      const part = partOf(line)
      parts.set(part, (parts.get(part) ?? 0) + penceOf(line.amount))
    }
  return { gross, net, expenses, benefits, parts }
}

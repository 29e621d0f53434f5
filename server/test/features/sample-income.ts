import { addMonths } from '../../src/features/income/model/months.ts'
import { type IncomePayslip, lastDayOfMonth } from '../../src/features/income/model/payments.ts'
import { addDays } from '../../src/vocabulary/days.ts'
import type { Payslip } from '../../src/vocabulary/payslip.ts'

// Payslips of an invented person, for the tests of the model.

type SampleLine = [
  type: Payslip['income_information']['earnings']['earning_elements'][number]['type'],
  description: string,
  amount: string,
  kind?: 'fixed' | 'benefit',
]

export type SamplePay = {
  pay_date: string
  start?: string | null
  end?: string | null
  frequency?: Payslip['income_information']['pay_frequency']
  gross?: string | null
  net?: string | null
  lines?: SampleLine[]
  employer?: string | null
  reference?: string | null
  role?: string | null
  type?: Payslip['employment_information']['type']
  started?: string | null
  left?: string | null
  director?: boolean
  source?: IncomePayslip['source']
  account?: string | null
  document?: string | null
  trust?: string | null
  id?: string
}

/** A monthly payslip of £2,500.00 gross and £2,000.00 net, unless stated otherwise. */
export function samplePayslip(pay: SamplePay, number: number): IncomePayslip {
  const { pay_date, gross = '2500.00', net = '2000.00', source = 'connection' } = pay
  const lines = pay.lines ?? [['Other', 'Salary', gross ?? '0.00', 'fixed'] satisfies SampleLine]
  return {
    id: pay.id ?? `id-${String(number).padStart(4, '0')}`,
    source,
    account_id: source === 'upload' ? null : (pay.account ?? source),
    document_id: pay.document ?? null,
    trust_score: pay.trust ?? null,
    payslip: {
      identity_information: {
        name: null,
        date_of_birth: null,
        address: null,
        email: null,
        phone: null,
        NI_number: null,
      },
      employment_information: {
        employer_name: pay.employer === undefined ? 'Quill & Thimble' : pay.employer,
        role: pay.role ?? null,
        type: pay.type ?? 'full_time',
        start_date: pay.started ?? null,
        leave_date: pay.left ?? null,
        employer_tax_reference: pay.reference ?? null,
        is_director: pay.director ?? false,
      },
      income_information: {
        pay_date,
        pay_interval_start: pay.start === undefined ? `${pay_date.slice(0, 7)}-01` : pay.start,
        pay_interval_end: pay.end === undefined ? lastDayOfMonth(pay_date) : pay.end,
        pay_frequency: pay.frequency === undefined ? 'monthly' : pay.frequency,
        tax_code: null,
        earnings: {
          gross_pay: gross,
          net_pay: net,
          base_salary: null,
          bonus: null,
          fixed_pay_total: null,
          variable_pay_total: null,
          earning_elements: lines.map(([type, description, amount, kind]) => ({
            type,
            description,
            amount,
            is_fixed: kind === 'fixed',
            is_after_tax: type === 'Expense',
            is_after_ni: type === 'Expense',
            is_bik: kind === 'benefit',
            quantity: null,
            rate: null,
            unit: null,
          })),
          year_to_date: null,
        },
        deductions: {
          income_tax: null,
          employee_ni: null,
          employee_pension: null,
          total_deductions: null,
          loan_deductions: null,
          deductions_elements: [],
        },
      },
    },
  }
}

/** One payslip for each calendar month, paid on its last day. */
export const monthlyPay = (first: string, count: number, pay: Partial<SamplePay> = {}): SamplePay[] =>
  Array.from({ length: count }, (_, n) => ({ pay_date: lastDayOfMonth(addMonths(first, n)), ...pay }))

const days = { weekly: 7, fortnightly: 14, four_weekly: 28 } as const

/** Returns consecutive pay periods, each paid on its last day. */
export const periodicPay = (
  frequency: keyof typeof days,
  first: string,
  count: number,
  pay: Partial<SamplePay> = {},
): SamplePay[] =>
  Array.from({ length: count }, (_, n) => {
    const start = addDays(first, n * days[frequency])
    const end = addDays(start, days[frequency] - 1)
    return { start, end, pay_date: end, frequency, ...pay }
  })

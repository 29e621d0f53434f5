import { z } from 'zod'

// A payslip in the API's format, as produced by connectors and the extraction. Values missing in the source are null,
// never guessed. Money is decimal text, a day is YYYY-MM-DD, and a phone number consists of the digits of E.164.

export const Day = z.iso.date()
export const Money = z.string().regex(/^-?\d{1,12}\.\d\d$/)
const Text = z.string().min(1).max(500).nullable()

export const employmentTypes = [
  'full_time',
  'part_time',
  'temporary',
  'contract',
  'zero_hours',
  'other',
] as const
export const payFrequencies = [
  'weekly',
  'fortnightly',
  'four_weekly',
  'monthly',
  'quarterly',
  'annual',
  'irregular',
] as const
export const earningTypes = [
  'Bonus',
  'Expense',
  'Medical',
  'StatutorySickPay',
  'StatutoryParentalPayment',
  'StatutoryAdoptionPay',
  'StatutorySharedParentalPay',
  'StatutoryParentalBereavementPay',
  'Strike',
  'Holiday',
  'OtherLeave',
  'Pension',
  'Termination',
  'SportingTestimonial',
  'Other',
] as const
export const deductionTypes = ['Pension', 'StudentLoan', 'AttachmentOfEarnings', 'Loan', 'Other'] as const

export const EarningElement = z.strictObject({
  type: z.enum(earningTypes),
  /** The label that the source uses. */
  description: z.string().min(1).max(500),
  amount: Money,
  is_fixed: z.boolean(),
  is_after_tax: z.boolean(),
  is_after_ni: z.boolean(),
  is_bik: z.boolean(),
  quantity: z.string().nullable(),
  rate: z.string().nullable(),
  unit: z.string().nullable(),
})

export const DeductionElement = z.strictObject({
  type: z.enum(deductionTypes),
  description: z.string().min(1).max(500),
  amount: Money,
})

export const Payslip = z.strictObject({
  identity_information: z.strictObject({
    name: Text,
    date_of_birth: Day.nullable(),
    address: z
      .strictObject({ street: Text, county: Text, city: Text, post_code: Text, country: Text })
      .nullable(),
    email: Text,
    phone: z
      .string()
      .regex(/^\d{5,15}$/)
      .nullable(),
    NI_number: Text,
  }),
  employment_information: z.strictObject({
    employer_name: Text,
    role: Text,
    type: z.enum(employmentTypes).nullable(),
    start_date: Day.nullable(),
    leave_date: Day.nullable(),
    employer_tax_reference: Text,
    is_director: z.boolean().nullable(),
  }),
  income_information: z.strictObject({
    pay_date: Day,
    pay_interval_start: Day.nullable(),
    pay_interval_end: Day.nullable(),
    pay_frequency: z.enum(payFrequencies).nullable(),
    tax_code: Text,
    earnings: z.strictObject({
      gross_pay: Money.nullable(),
      net_pay: Money.nullable(),
      base_salary: Money.nullable(),
      bonus: Money.nullable(),
      fixed_pay_total: Money.nullable(),
      variable_pay_total: Money.nullable(),
      earning_elements: z.array(EarningElement).max(200),
      year_to_date: z
        .strictObject({
          gross_pay: Money.nullable(),
          net_pay: Money.nullable(),
          total_tax_paid: Money.nullable(),
          total_ni_paid: Money.nullable(),
          total_taxable_earnings: Money.nullable(),
          /** The year in which the tax year starts: 2026 is 6 April 2026 to 5 April 2027. */
          tax_year: z.int().nullable(),
        })
        .nullable(),
    }),
    deductions: z.strictObject({
      income_tax: Money.nullable(),
      employee_ni: Money.nullable(),
      employee_pension: Money.nullable(),
      total_deductions: Money.nullable(),
      loan_deductions: Money.nullable(),
      deductions_elements: z.array(DeductionElement).max(200),
    }),
  }),
  /** Paths of figures that the source does not state and that we computed from others. A path includes its members. */
  computed_fields: z.array(z.string().min(1).max(200)).max(50).optional(),
})

export type Day = z.output<typeof Day>
export type Payslip = z.output<typeof Payslip>

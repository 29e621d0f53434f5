import { z } from 'zod'
import { PenceText } from '../../../vocabulary/money.ts'

// FreeAgent's replies. Amounts are decimal text. Fields that are not listed are dropped, so that nothing of other
// employees is kept beyond the request.

const text = z.string().max(500).nullish()
const day = z.iso.date()
const url = z.url().max(500)

export const Tokens = z.object({
  access_token: z.string().min(1).max(4_000),
  refresh_token: z.string().min(1).max(4_000),
  expires_in: z.number().min(0).max(1e9),
})

const User = z.object({
  url,
  first_name: text,
  last_name: text,
  email: text,
  role: text,
  ni_number: text,
  permission_level: z.number().nullish(),
})
export type User = z.output<typeof User>
export const Me = z.object({ user: User })
/** Only what recognises the person; everything else of other users is dropped. */
export const Users = z.object({
  users: z.array(User.pick({ url: true, first_name: true, last_name: true, ni_number: true })).max(1_000),
})

export const Company = z.object({ company: z.object({ name: z.string().min(1).max(500) }) })

const Profile = z.object({
  user: url,
  address_line_1: text,
  address_line_2: text,
  address_line_3: text,
  address_line_4: text,
  postcode: text,
  country: text,
  date_of_birth: day.nullish(),
  employment_starts_on: day.nullish(),
})
export type Profile = z.output<typeof Profile>
export const Profiles = z.object({ profiles: z.array(Profile).max(1_000) })

export const Year = z.object({
  periods: z.array(z.object({ period: z.int().min(0).max(60), status: z.string().max(50) })).max(100),
})

const amount = PenceText.default(0)

export const FreeagentPayslip = z.object({
  user: url,
  tax_code: text,
  dated_on: day,
  basic_pay: PenceText,
  tax_deducted: PenceText,
  employee_ni: PenceText,
  other_deductions: amount,
  student_loan_deduction: amount,
  postgrad_loan_deduction: amount,
  overtime: amount,
  commission: amount,
  bonus: amount,
  allowance: amount,
  statutory_sick_pay: amount,
  statutory_maternity_pay: amount,
  statutory_paternity_pay: amount,
  statutory_adoption_pay: amount,
  statutory_parental_bereavement_pay: amount,
  statutory_neonatal_care_pay: amount,
  additional_statutory_paternity_pay: amount,
  absence_payments: amount,
  other_payments: amount,
  employee_pension: amount,
  attachments: amount,
  payroll_giving: amount,
  ni_calc_type: text,
  frequency: text,
  deductions_subject_to_nic_but_not_paye: amount,
  other_deductions_from_net_pay: amount,
  employee_pension_not_under_net_pay: amount,
  other_salary_sacrifice_deductions: amount,
  employee_pension_salary_sacrifice: amount,
  week_1_month_1_basis: z.boolean().default(false),
  deduction_free_pay: amount,
})
export type FreeagentPayslip = z.output<typeof FreeagentPayslip>

/** A period with the payslips of all employees. Only the person's own are parsed further. */
export const Period = z.object({
  period: z.object({
    payslips: z
      .array(z.looseObject({ user: url }))
      .max(5_000)
      .default([]),
  }),
})

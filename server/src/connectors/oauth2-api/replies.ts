import { z } from 'zod'
import { PenceText } from '../../vocabulary/money.ts'

// Replies of this kind of provider. Amounts are decimal text, dates are ISO dates, and codes are plain words. Unused
// fields are not validated.

const word = z.string().max(100)
const label = z.string().trim().min(1).max(500)
const note = z.string().max(500).nullish()
const id = z.string().regex(/^[\w.-]{1,100}$/)
const day = z.iso.date()

export const Tokens = z.object({
  access_token: z.string().min(1).max(4_000),
  refresh_token: z.string().min(1).max(4_000),
  expires_in: z.number().min(0).max(1e9),
})

export const Person = z.object({
  given_name: note,
  family_name: note,
  birth_date: day.nullish(),
  national_insurance_number: note,
  email: note,
  phone: note,
  address: z
    .object({ line_1: note, town: note, county: note, postal_code: note, country_name: note })
    .nullish(),
})

export const Page = z.object({
  payslips: z.array(z.object({ payslip_id: id })).max(1_000),
  next_cursor: z.string().min(1).max(500).nullable(),
})

export const OAuth2ApiPayslip = z.object({
  employee: Person,
  employment: z.object({
    employer: z.object({ legal_name: note, paye_reference: note }),
    job_title: note,
    contract_type: word,
    is_director: z.boolean().nullish(),
    started_on: day.nullish(),
    ended_on: day.nullish(),
    pay_schedule: word,
  }),
  paid_on: day,
  period_from: day,
  period_to: day,
  tax_code: z.string().trim().min(1).max(50).nullish(),
  tax_code_is_cumulative: z.boolean().default(true),
  earnings: z
    .array(
      z.object({
        kind: word,
        label,
        amount: PenceText,
        units: z.string().max(50).nullish(),
        unit: z.string().max(50).nullish(),
        unit_rate: z.string().max(50).nullish(),
        is_fixed: z.boolean(),
        is_taxable: z.boolean(),
        is_niable: z.boolean(),
      }),
    )
    .max(200),
  deductions: z.array(z.object({ kind: word, label, amount: PenceText })).max(200),
  totals: z.object({ gross: PenceText, deductions: PenceText, net: PenceText }),
  year_to_date: z.object({
    gross: PenceText,
    net: PenceText,
    income_tax: PenceText,
    employee_ni: PenceText,
    taxable: PenceText,
  }),
})

export type OAuth2ApiPayslip = z.output<typeof OAuth2ApiPayslip>

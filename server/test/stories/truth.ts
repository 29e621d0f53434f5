import { expect } from 'vitest'
import type { Sandbox } from '../sandbox.ts'

// Derives the expected submission from the sandbox's control API. This is deliberately a second implementation that
// shares no code with the connectors.

export type Provider = 'sandbox-payroll' | 'sandbox-cloud' | 'sandbox-portal' | 'sandbox-bureau'

type Text = Record<string, string>
type Line = Text & Record<`is_${'fixed' | 'taxable' | 'niable'}`, boolean> & { units: string | null }

/** A payslip from the sandbox's control API; amounts are decimal strings. */
export type TruePayslip = {
  payslip_id: string
  employee: Text & { address: Text }
  employment: Text & { employer: Text; is_director: boolean; ended_on: string | null }
  paid_on: string
  period_from: string
  period_to: string
  tax_year: string
  tax_code: string
  tax_code_is_cumulative: boolean
  earnings: (Line & { unit: string | null; unit_rate: string | null })[]
  deductions: Text[]
  totals: Text
  year_to_date: Text
}

export type TruePerson = {
  user_name: string
  identity: Text & { addresses: Text[] }
  sign_in: Text
  jobs: { start_date: string; leave_date: string | null; employer: Text }[]
}

export const personOf = (sandbox: Sandbox, userName: string): Promise<TruePerson> =>
  sandbox.control('GET', `/people/${userName}`)

/** Returns everything paid so far, newest first. */
export async function payslipsOf(sandbox: Sandbox, userName: string): Promise<TruePayslip[]> {
  const all: TruePayslip[] = []
  for (;;) {
    const { payslips, total_count } = await sandbox.control(
      'GET',
      `/people/${userName}/payslips?limit=100&offset=${all.length}`,
    )
    all.push(...payslips)
    if (all.length >= total_count) return all
  }
}

const noon = (day: string) => `${day}T12:00:00.000Z`
const pence = (amount: string) => Math.round(Number(amount) * 100)
const decimal = (whole: number) => (whole / 100).toFixed(2).replace(/^-0\.00$/, '0.00')
const sum = (amounts: string[]) => decimal(amounts.reduce((total, amount) => total + pence(amount), 0))

const earningWords: Record<string, string> = {
  bonus: 'Bonus',
  holiday: 'Holiday',
  expenses: 'Expense',
  absence: 'OtherLeave',
  sick: 'StatutorySickPay',
  maternity: 'StatutoryParentalPayment',
  paternity: 'StatutoryParentalPayment',
  shared_parental: 'StatutorySharedParentalPay',
  adoption: 'StatutoryAdoptionPay',
  bereavement: 'StatutoryParentalBereavementPay',
  sacrifice: 'Pension',
  termination: 'Termination',
}
const deductionWords: Record<string, string> = {
  pension: 'Pension',
  student_loan: 'StudentLoan',
  postgraduate_loan: 'StudentLoan',
  loan: 'Loan',
  attachment_of_earnings: 'AttachmentOfEarnings',
}

export type Content = ReturnType<typeof contentOf>

/** Returns the full content of a submission, without ids. */
export function contentOf(payslip: TruePayslip, provider: Provider, title: string) {
  const { employee, employment, totals, year_to_date: year } = payslip
  const name = `${employee.given_name} ${employee.family_name}`
  const earned = (...kinds: string[]) =>
    sum(payslip.earnings.filter(({ kind = '' }) => kinds.includes(kind)).map(({ amount = '' }) => amount))
  const paid = (isFixed: boolean) =>
    sum(payslip.earnings.filter((line) => line.is_fixed === isFixed).map(({ amount = '' }) => amount))
  const taken = (...kinds: string[]) =>
    sum(payslip.deductions.filter(({ kind = '' }) => kinds.includes(kind)).map(({ amount = '' }) => amount))
  return {
    identity_information: {
      // Only sandbox-payroll writes the title before the name.
      name: provider === 'sandbox-payroll' ? `${title} ${name}` : name,
      date_of_birth: noon(employee.birth_date as string),
      address: {
        street: employee.address.line_1,
        county: employee.address.county || null,
        city: employee.address.town,
        post_code: employee.address.postal_code,
        country: employee.address.country_name,
      },
      email: employee.email,
      phone: Number(employee.phone?.replace('+', '')),
      NI_number: employee.national_insurance_number,
    },
    employment_information: {
      employer_name: employment.employer.legal_name,
      role: employment.job_title,
      type: employment.contract_type,
      status: employment.ended_on === null ? 'active' : 'inactive',
      start_date: noon(employment.started_on as string),
      leave_date: employment.ended_on && noon(employment.ended_on),
      employer_tax_reference: employment.employer.paye_reference,
      is_director: employment.is_director,
    },
    income_information: {
      pay_date: noon(payslip.paid_on),
      pay_interval_start: noon(payslip.period_from),
      pay_interval_end: noon(payslip.period_to),
      pay_frequency: employment.pay_schedule,
      tax_code: `${payslip.tax_code}${codeSuffix(payslip)}`,
      earnings: {
        gross_pay: totals.gross,
        net_pay: totals.net,
        base_salary: earned('basic'),
        bonus: earned('bonus'),
        fixed_pay_total: paid(true),
        variable_pay_total: paid(false),
        earning_elements: payslip.earnings.map((line) => ({
          type: earningWords[line.kind as string] ?? 'Other',
          description: line.label,
          amount: line.amount,
          is_fixed: line.is_fixed,
          is_after_tax: !line.is_taxable,
          is_after_ni: !line.is_niable,
          is_bik: false,
          quantity: line.units,
          rate: line.unit_rate,
          unit: line.unit,
        })),
        year_to_date: {
          gross_pay: year.gross,
          net_pay: year.net,
          total_tax_paid: year.income_tax,
          total_ni_paid: year.employee_ni,
          total_taxable_earnings: year.taxable,
          tax_year: Number(payslip.tax_year.slice(0, 4)),
        },
      },
      deductions: {
        income_tax: totals.income_tax,
        employee_ni: totals.employee_ni,
        employee_pension: totals.employee_pension,
        total_deductions: totals.deductions,
        loan_deductions: taken('student_loan', 'postgraduate_loan'),
        deductions_elements: payslip.deductions.map((line) => ({
          type: deductionWords[line.kind as string] ?? 'Other',
          description: line.label,
          amount: line.amount,
        })),
      },
    },
    document_id: null,
    document_external_id: null,
    document_filename: null,
    trust_score: null,
    source:
      provider === 'sandbox-bureau' ? 'Payroll (via Direct Connection)' : 'Payroll (via User Connection)',
    duplicate_of: null as string | null,
  }
}

const maybe = (value: unknown) => expect.toBeOneOf([null, value])

/**
 * Reduces the content to what the portal shows: no contract data, units only if the PDF prints them, and fixed pay
 * only by its label. A person who has left counts as a leaver on every payslip, because the portal shows that on
 * another page.
 */
export function asReadFromPortal(content: Content, { jobs }: TruePerson, today: string): Content {
  const { employment_information: employment, income_information: income } = content
  const { earnings } = income
  const job = jobs.find(({ employer }) => employer.paye_reference === employment.employer_tax_reference)
  const leave = job?.leave_date && job.leave_date <= today ? job.leave_date : null
  return {
    ...content,
    employment_information: {
      ...employment,
      type: null,
      is_director: null,
      status: leave ? 'inactive' : 'active',
      leave_date: leave && noon(leave),
    },
    income_information: {
      ...income,
      pay_frequency: maybe(income.pay_frequency),
      earnings: {
        ...earnings,
        fixed_pay_total: expect.stringMatching(/^\d+\.\d\d$/),
        variable_pay_total: expect.stringMatching(/^\d+\.\d\d$/),
        earning_elements: earnings.earning_elements.map((line) => ({
          ...line,
          is_fixed: expect.any(Boolean),
          quantity: maybe(line.quantity),
          rate: maybe(line.rate),
          unit: maybe(line.unit),
        })),
      },
    },
  } as unknown as Content
}

const codeSuffix = ({ tax_code_is_cumulative, employment }: TruePayslip) =>
  tax_code_is_cumulative ? '' : employment.pay_schedule === 'monthly' ? ' M1' : ' W1'

/**
 * Returns the pay of one employment over the twelve months to the end of a pay period; null if the payslips don't go
 * back that far.
 */
export function rollingOf(one: TruePayslip, known: TruePayslip[]) {
  const same = known.filter(({ employment }) => employment.employment_id === one.employment.employment_id)
  const oldest = same.toSorted((a, b) => a.paid_on.localeCompare(b.paid_on))[0] ?? one
  const yearBefore = (day: string) => {
    const date = new Date(noon(day))
    date.setUTCFullYear(date.getUTCFullYear() - 1)
    date.setUTCDate(date.getUTCDate() + 1)
    return date.toISOString().slice(0, 10)
  }
  if (oldest.period_from > yearBefore(one.period_to)) return null
  const counted = same.filter(
    ({ period_to, paid_on }) =>
      period_to >= yearBefore(one.period_to) && period_to <= one.period_to && paid_on <= one.paid_on,
  )
  return {
    gross_pay: sum(counted.map(({ totals }) => totals.gross as string)),
    net_pay: sum(counted.map(({ totals }) => totals.net as string)),
  }
}

const money = new Set(
  (
    'gross_pay net_pay base_salary bonus fixed_pay_total variable_pay_total amount total_tax_paid total_ni_paid ' +
    'total_taxable_earnings income_tax employee_ni employee_pension total_deductions loan_deductions'
  ).split(' '),
)

/** Converts a value to its form in a webhook: amounts are numbers, the phone number is text. */
export function inWebhook(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map((one) => inWebhook(one))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, inWebhook(inner, key)]))
  if (name === 'phone' && value !== null) return String(value)
  return money.has(name) && value !== null ? Number(value) : value
}

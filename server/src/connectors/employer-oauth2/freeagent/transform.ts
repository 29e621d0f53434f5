import { type Pence, sumOf } from '../../../vocabulary/money.ts'
import type { Payslip } from '../../../vocabulary/payslip.ts'
import {
  composeDeductions,
  composeEarnings,
  type DeductionKind,
  type EarningKind,
  formatTaxCode,
} from '../../../vocabulary/payslip-figures.ts'
import { nameOf, niNumberOf, textOrNull } from '../../identity.ts'
import { sumPaths } from '../computed-figures.ts'
import type { FreeagentPayslip, Profile, User } from './replies.ts'

type AmountField = {
  [Field in keyof FreeagentPayslip]-?: FreeagentPayslip[Field] extends number ? Field : never
}[keyof FreeagentPayslip]
type Line<Kind> = { field: AmountField; kind: Kind; label: string }

/** Payments, with FreeAgent's labels. `isFreeOfTax` marks the pay from which nothing is deducted. */
const paymentLines: (Line<EarningKind> & { isFreeOfTax?: boolean; sign?: -1 })[] = [
  { field: 'basic_pay', kind: 'basic', label: 'Basic pay' },
  { field: 'overtime', kind: 'overtime', label: 'Overtime' },
  { field: 'commission', kind: 'commission', label: 'Commission' },
  { field: 'bonus', kind: 'bonus', label: 'Bonus' },
  { field: 'allowance', kind: 'other', label: 'Allowance' },
  { field: 'statutory_sick_pay', kind: 'sick', label: 'Statutory Sick Pay' },
  { field: 'statutory_maternity_pay', kind: 'maternity', label: 'Statutory Maternity Pay' },
  { field: 'statutory_paternity_pay', kind: 'paternity', label: 'Statutory Paternity Pay' },
  { field: 'statutory_adoption_pay', kind: 'adoption', label: 'Statutory Adoption Pay' },
  {
    field: 'statutory_parental_bereavement_pay',
    kind: 'bereavement',
    label: 'Statutory Parental Bereavement Pay',
  },
  { field: 'statutory_neonatal_care_pay', kind: 'other', label: 'Statutory Neonatal Care Pay' },
  {
    field: 'additional_statutory_paternity_pay',
    kind: 'shared_parental',
    label: 'Statutory Shared Parental Pay',
  },
  { field: 'absence_payments', kind: 'absence', label: 'Absence payments' },
  { field: 'other_payments', kind: 'other', label: 'Other payments' },
  { field: 'deduction_free_pay', kind: 'expenses', label: 'Deduction-free pay', isFreeOfTax: true },
  {
    field: 'employee_pension_salary_sacrifice',
    kind: 'sacrifice',
    label: 'Pension (salary sacrifice)',
    sign: -1,
  },
  {
    field: 'other_salary_sacrifice_deductions',
    kind: 'sacrifice',
    label: 'Other salary sacrifice',
    sign: -1,
  },
]

const deductionLines: Line<DeductionKind>[] = [
  { field: 'tax_deducted', kind: 'income_tax', label: 'Income tax' },
  { field: 'employee_ni', kind: 'national_insurance', label: 'Employee NI' },
  { field: 'employee_pension', kind: 'pension', label: 'Pension' },
  { field: 'employee_pension_not_under_net_pay', kind: 'pension', label: 'Pension (not under net pay)' },
  { field: 'student_loan_deduction', kind: 'student_loan', label: 'Student loan' },
  { field: 'postgrad_loan_deduction', kind: 'postgraduate_loan', label: 'Postgraduate loan' },
  { field: 'attachments', kind: 'attachment_of_earnings', label: 'Attachments' },
  { field: 'payroll_giving', kind: 'other', label: 'Payroll giving' },
  { field: 'other_deductions', kind: 'other', label: 'Other deductions' },
  {
    field: 'deductions_subject_to_nic_but_not_paye',
    kind: 'other',
    label: 'Deductions subject to NIC but not PAYE',
  },
  { field: 'other_deductions_from_net_pay', kind: 'other', label: 'Other deductions from net pay' },
]

export type FreeagentEmployee = {
  company: string
  user: Pick<User, 'first_name' | 'last_name' | 'email' | 'role' | 'ni_number'>
  profile: Profile | null
}

/**
 * Converts a FreeAgent payslip. Gross and net pay, all totals and the year to date are computed, because FreeAgent
 * does not return them. The pay period and the PAYE reference are null.
 */
export function transform(theirs: FreeagentPayslip, employee: FreeagentEmployee): Payslip {
  const { company, user, profile } = employee
  const payments = paymentLines
    .map((line) => ({ ...line, amount: (line.sign ?? 1) * theirs[line.field] }))
    .filter(({ amount, field }) => amount !== 0 || field === 'basic_pay')
  const deductions = deductionLines
    .map(({ field, ...line }) => ({ ...line, amount: theirs[field] }))
    .filter(({ amount }) => amount !== 0)
  const total = (lines: { amount: Pence }[]) => sumOf(lines.map(({ amount }) => amount))
  const gross = total(payments)
  const pay_frequency = frequencyOf(theirs.frequency)
  return {
    identity_information: identityOf(user, profile),
    employment_information: {
      employer_name: textOrNull(company),
      role: textOrNull(user.role),
      type: null,
      start_date: profile?.employment_starts_on ?? null,
      leave_date: null,
      employer_tax_reference: null,
      is_director: theirs.ni_calc_type === 'Director' || user.role === 'Director',
    },
    income_information: {
      pay_date: theirs.dated_on,
      pay_interval_start: null,
      pay_interval_end: null,
      pay_frequency,
      tax_code: taxCodeOf(theirs, pay_frequency),
      earnings: composeEarnings(
        payments.map(({ kind, label, amount, isFreeOfTax = false }) => ({
          kind,
          label,
          amount,
          isFixed: kind === 'basic' || kind === 'sacrifice',
          isTaxable: !isFreeOfTax,
          isNiable: !isFreeOfTax,
        })),
        { gross, net: gross - total(deductions), yearToDate: null },
      ),
      deductions: composeDeductions(deductions, total(deductions)),
    },
    computed_fields: [
      sumPaths.gross,
      sumPaths.net,
      sumPaths.total,
      ...sumPaths.parts,
      sumPaths.pension,
      sumPaths.loans,
    ],
  }
}

function taxCodeOf({ tax_code, week_1_month_1_basis }: FreeagentPayslip, frequency: string | null) {
  const code = textOrNull(tax_code)
  return code && formatTaxCode(code, !week_1_month_1_basis, frequency)
}

function frequencyOf(frequency: string | null | undefined) {
  if (frequency === 'Monthly') return 'monthly'
  return frequency === 'Weekly' ? 'weekly' : 'irregular'
}

/** Lines 1 and 2 are the street, line 3 the town and line 4 the county, by convention. */
function identityOf(
  user: FreeagentEmployee['user'],
  profile: Profile | null,
): Payslip['identity_information'] {
  const post_code = textOrNull(profile?.postcode)
  return {
    name: nameOf(user.first_name, user.last_name),
    date_of_birth: profile?.date_of_birth ?? null,
    address: profile && {
      street: textOrNull(
        [profile.address_line_1, profile.address_line_2].map(textOrNull).filter(Boolean).join(', '),
      ),
      city: textOrNull(profile.address_line_3),
      county: textOrNull(profile.address_line_4),
      post_code,
      // FreeAgent omits the country of UK addresses.
      country: textOrNull(profile.country) ?? (post_code && 'United Kingdom'),
    },
    email: textOrNull(user.email),
    phone: null,
    NI_number: niNumberOf(user.ni_number),
  }
}

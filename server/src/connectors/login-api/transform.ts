import { taxYearOf } from '../../vocabulary/days.ts'
import { decimalOf } from '../../vocabulary/money.ts'
import type { Payslip } from '../../vocabulary/payslip.ts'
import {
  composeDeductions,
  composeEarnings,
  type DeductionKind,
  type EarningKind,
} from '../../vocabulary/payslip-figures.ts'
import { niNumberOf, phoneOf, textOrNull } from '../identity.ts'
import type { LoginApiPayslip } from './replies.ts'

type Employment = Payslip['employment_information']
type Income = Payslip['income_information']

const paymentCodes: Record<string, EarningKind> = {
  BASIC: 'basic',
  OT: 'overtime',
  SHIFT: 'shift',
  BONUS: 'bonus',
  COMM: 'commission',
  HOL: 'holiday',
  EXP: 'expenses',
  ABS: 'absence',
  SSP: 'sick',
  SMP: 'maternity',
  SPP: 'paternity',
  SHPP: 'shared_parental',
  SAP: 'adoption',
  SPBP: 'bereavement',
  SACR: 'sacrifice',
  ARR: 'arrears',
  TERM: 'termination',
}
const deductionCodes: Record<string, DeductionKind> = {
  PAYE: 'income_tax',
  NI: 'national_insurance',
  PEN: 'pension',
  SL: 'student_loan',
  PGL: 'postgraduate_loan',
  AEO: 'attachment_of_earnings',
  LOAN: 'loan',
  MISC: 'other',
}
const frequencies: Record<string, Income['pay_frequency']> = {
  Weekly: 'weekly',
  '2-Weekly': 'fortnightly',
  '4-Weekly': 'four_weekly',
  Monthly: 'monthly',
}
const contracts: Record<string, Employment['type']> = {
  FT: 'full_time',
  PT: 'part_time',
  TEMP: 'temporary',
  FTC: 'contract',
  ZH: 'zero_hours',
  OTH: 'other',
}

const known = <T>(table: Record<string, T>, word: string): T | undefined =>
  Object.hasOwn(table, word) ? table[word] : undefined

/** Converts the provider's payslip to the connector interface's `Payslip`. */
export function transform(theirs: LoginApiPayslip): Payslip {
  const { employee, employment, yearToDate } = theirs
  return {
    identity_information: {
      name: textOrNull(employee.fullName),
      date_of_birth: employee.dateOfBirth ?? null,
      address: addressOf(employee),
      email: textOrNull(employee.emailAddress),
      phone: phoneOf(employee.mobile),
      NI_number: niNumberOf(employee.niNumber),
    },
    employment_information: {
      employer_name: textOrNull(employment.employerName),
      role: textOrNull(employment.jobTitle),
      type: known(contracts, employment.contract) ?? 'other',
      start_date: employment.startDate ?? null,
      leave_date: employment.leaveDate ?? null,
      employer_tax_reference: textOrNull(employment.payeReference),
      is_director: employment.director ?? null,
    },
    income_information: {
      pay_date: theirs.payDate,
      pay_interval_start: theirs.periodStart,
      pay_interval_end: theirs.periodEnd,
      pay_frequency: known(frequencies, employment.payFrequency) ?? 'irregular',
      tax_code: textOrNull(theirs.taxCode),
      earnings: composeEarnings(
        theirs.payments.map((line) => ({
          kind: known(paymentCodes, line.code) ?? 'other',
          label: line.description,
          amount: line.amountPence,
          isFixed: line.recurring,
          isTaxable: line.taxable,
          isNiable: line.niable,
          quantity: line.hundredths === undefined ? null : decimalOf(line.hundredths),
          rate: line.ratePence === undefined ? null : decimalOf(line.ratePence),
          unit: textOrNull(line.unit),
        })),
        {
          gross: theirs.grossPence,
          net: theirs.netPence,
          yearToDate: {
            gross_pay: decimalOf(yearToDate.grossPence),
            net_pay: decimalOf(yearToDate.netPence),
            total_tax_paid: decimalOf(yearToDate.taxPence),
            total_ni_paid: decimalOf(yearToDate.niPence),
            total_taxable_earnings: decimalOf(yearToDate.taxablePence),
            tax_year: taxYearOf(theirs.payDate),
          },
        },
      ),
      deductions: composeDeductions(
        theirs.deductions.map(({ code, description, amountPence }) => ({
          kind: known(deductionCodes, code) ?? 'other',
          label: description,
          amount: amountPence,
        })),
        theirs.deductionsPence,
      ),
    },
  }
}

/** Returns street, town and county. If parts are missing, they are missing from the end. */
function addressOf({ addressLines, postCode, country }: LoginApiPayslip['employee']) {
  const [street, city, county] = addressLines
  return {
    street: textOrNull(street),
    county: textOrNull(county),
    city: textOrNull(city),
    post_code: textOrNull(postCode),
    country: textOrNull(country),
  }
}

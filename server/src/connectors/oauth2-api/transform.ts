import { taxYearOf } from '../../vocabulary/days.ts'
import { decimalOf } from '../../vocabulary/money.ts'
import { employmentTypes, type Payslip, payFrequencies } from '../../vocabulary/payslip.ts'
import {
  composeDeductions,
  composeEarnings,
  formatTaxCode,
  toDeductionKind,
  toEarningKind,
} from '../../vocabulary/payslip-figures.ts'
import { nameOf, niNumberOf, phoneOf, textOrNull } from '../identity.ts'
import type { OAuth2ApiPayslip } from './replies.ts'

/** Converts the provider's payslip to the connector interface's `Payslip`. Most terms are the same. */
export function transform(theirs: OAuth2ApiPayslip): Payslip {
  const { employment, totals, year_to_date } = theirs
  const pay_frequency = payFrequencies.find((word) => word === employment.pay_schedule) ?? 'irregular'
  return {
    identity_information: identityOf(theirs.employee),
    employment_information: {
      employer_name: textOrNull(employment.employer.legal_name),
      role: textOrNull(employment.job_title),
      type: employmentTypes.find((word) => word === employment.contract_type) ?? 'other',
      start_date: employment.started_on ?? null,
      leave_date: employment.ended_on ?? null,
      employer_tax_reference: textOrNull(employment.employer.paye_reference),
      is_director: employment.is_director ?? null,
    },
    income_information: {
      pay_date: theirs.paid_on,
      pay_interval_start: theirs.period_from,
      pay_interval_end: theirs.period_to,
      pay_frequency,
      tax_code: theirs.tax_code
        ? formatTaxCode(theirs.tax_code, theirs.tax_code_is_cumulative, pay_frequency)
        : null,
      earnings: composeEarnings(
        theirs.earnings.map((line) => ({
          kind: toEarningKind(line.kind),
          label: line.label,
          amount: line.amount,
          isFixed: line.is_fixed,
          isTaxable: line.is_taxable,
          isNiable: line.is_niable,
          quantity: textOrNull(line.units),
          rate: textOrNull(line.unit_rate),
          unit: textOrNull(line.unit),
        })),
        {
          gross: totals.gross,
          net: totals.net,
          yearToDate: {
            gross_pay: decimalOf(year_to_date.gross),
            net_pay: decimalOf(year_to_date.net),
            total_tax_paid: decimalOf(year_to_date.income_tax),
            total_ni_paid: decimalOf(year_to_date.employee_ni),
            total_taxable_earnings: decimalOf(year_to_date.taxable),
            tax_year: taxYearOf(theirs.paid_on),
          },
        },
      ),
      deductions: composeDeductions(
        theirs.deductions.map(({ kind, label, amount }) => ({ kind: toDeductionKind(kind), label, amount })),
        totals.deductions,
      ),
    },
  }
}

const identityOf = (person: OAuth2ApiPayslip['employee']): Payslip['identity_information'] => ({
  name: nameOf(person.given_name, person.family_name),
  date_of_birth: person.birth_date ?? null,
  address: person.address
    ? {
        street: textOrNull(person.address.line_1),
        county: textOrNull(person.address.county),
        city: textOrNull(person.address.town),
        post_code: textOrNull(person.address.postal_code),
        country: textOrNull(person.address.country_name),
      }
    : null,
  email: textOrNull(person.email),
  phone: phoneOf(person.phone),
  NI_number: niNumberOf(person.national_insurance_number),
})

import { taxYearOf } from '../../vocabulary/days.ts'
import { decimalOf } from '../../vocabulary/money.ts'
import { employmentTypes, type Payslip } from '../../vocabulary/payslip.ts'
import {
  composeDeductions,
  composeEarnings,
  formatTaxCode,
  toDeductionKind,
  toEarningKind,
} from '../../vocabulary/payslip-figures.ts'
import { nameOf, niNumberOf, phoneOf, textOrNull } from '../identity.ts'
import type { BureauPayslip } from './replies.ts'

const frequencies: Record<string, Payslip['income_information']['pay_frequency']> = {
  W1: 'weekly',
  W2: 'fortnightly',
  W4: 'four_weekly',
  M1: 'monthly',
  M3: 'quarterly',
  MA: 'annual',
}

/** Converts the provider's record to the connector interface's `Payslip`. */
export function transform(theirs: BureauPayslip): Payslip {
  const frequency = Object.hasOwn(frequencies, theirs.PayFrequency) && frequencies[theirs.PayFrequency]
  const pay_frequency = frequency || 'irregular'
  return {
    identity_information: {
      name: nameOf(theirs.Forename, theirs.Surname),
      date_of_birth: theirs.BirthDate ?? null,
      address: {
        street: textOrNull(theirs.AddressLine1),
        county: textOrNull(theirs.AddressLine3),
        city: textOrNull(theirs.AddressLine2),
        post_code: textOrNull(theirs.PostCode),
        country: textOrNull(theirs.Country),
      },
      email: textOrNull(theirs.Email),
      phone: phoneOf(theirs.Telephone),
      NI_number: niNumberOf(theirs.NationalInsuranceNumber),
    },
    employment_information: {
      employer_name: textOrNull(theirs.EmployerName),
      role: textOrNull(theirs.JobTitle),
      type: employmentTypes.find((word) => word === theirs.ContractType) ?? 'other',
      start_date: theirs.StartDate ?? null,
      leave_date: theirs.LeavingDate ?? null,
      employer_tax_reference: `${theirs.OfficeNumber}/${theirs.PayeReference}`,
      is_director: theirs.Director ?? null,
    },
    income_information: {
      pay_date: theirs.PaymentDate,
      pay_interval_start: theirs.PeriodStart,
      pay_interval_end: theirs.PeriodEnd,
      pay_frequency,
      // Usually a letter before the tax code stands for Scotland or Wales; this provider has a separate field for it.
      tax_code: formatTaxCode(`${theirs.TaxRegime}${theirs.TaxCode}`, !theirs.NonCumulative, pay_frequency),
      earnings: composeEarnings(
        theirs.Payments.map((line) => ({
          kind: toEarningKind(line.Kind),
          label: line.Text,
          amount: line.Amount,
          isFixed: line.Fixed,
          isTaxable: line.Taxable,
          isNiable: line.Niable,
          quantity: decimalOrNull(line.Units),
          rate: decimalOrNull(line.Rate),
          unit: textOrNull(line.Unit),
        })),
        {
          gross: theirs.GrossPay,
          net: theirs.NetPay,
          yearToDate: {
            gross_pay: decimalOf(theirs.GrossPayToDate),
            net_pay: decimalOf(theirs.NetPayToDate),
            total_tax_paid: decimalOf(theirs.TaxDeductedToDate),
            total_ni_paid: decimalOf(theirs.EmployeeNiToDate),
            total_taxable_earnings: decimalOf(theirs.TaxablePayToDate),
            tax_year: taxYearOf(theirs.PaymentDate),
          },
        },
      ),
      deductions: composeDeductions(
        theirs.Deductions.map(({ Kind, Text, Amount }) => ({
          kind: toDeductionKind(Kind),
          label: Text,
          amount: Amount,
        })),
        theirs.TotalDeductions,
      ),
    },
  }
}

const decimalOrNull = (hundredths: number | null | undefined) =>
  hundredths === null || hundredths === undefined ? null : decimalOf(hundredths)

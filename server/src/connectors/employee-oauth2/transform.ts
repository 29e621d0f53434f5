import type { DocumentReading, PayslipReading } from '../../extraction/document.ts'
import { decimalOf, penceOf, sumOf } from '../../vocabulary/money.ts'
import type { Payslip } from '../../vocabulary/payslip.ts'
import { sumPaths } from '../employer-oauth2/computed-figures.ts'
import { nameOf, phoneOf, textOrNull } from '../identity.ts'
import type { Details, Job, ListedPayslip } from './replies.ts'

type Income = Payslip['income_information']
type DeductionElement = Income['deductions']['deductions_elements'][number]

/**
 * Converts a payslip. The list has dates and net pay, and the PDF has the rest. If the PDF could not be read, does not
 * add up or contradicts the list, only the values of the list are returned, with the NI number of the PDF: it shows
 * whose payslip it is, whatever its figures. Amounts that the PDF does not print stay null.
 */
export function transform(
  listed: ListedPayslip,
  reading: DocumentReading | null,
  { job, details }: { job: Job; details: Details },
): Payslip {
  const submission = payslipIn(reading)
  const printed = submission && isTrusted(listed, submission) ? submission : null
  return {
    identity_information: {
      name: nameOf(details.firstName, details.middleName, details.surname),
      date_of_birth: details.dateOfBirth ?? null,
      address: addressOf(details),
      email: textOrNull(details.email),
      phone: phoneOf(details.mobilePhone) ?? phoneOf(details.homePhone),
      NI_number: submission?.identity_information.NI_number ?? null,
    },
    employment_information: {
      employer_name: textOrNull(listed.payerName) ?? textOrNull(job.businessName),
      role: textOrNull(job.jobTitle),
      type: null,
      start_date: details.startDate ?? null,
      leave_date: details.endDate ?? null,
      employer_tax_reference: printed?.employment_information.employer_tax_reference ?? null,
      is_director: printed?.employment_information.is_director ?? null,
    },
    income_information: {
      pay_date: listed.datePaid,
      pay_interval_start: listed.payPeriodStart ?? null,
      pay_interval_end: listed.payPeriodEnd ?? null,
      pay_frequency: printed?.income_information.pay_frequency ?? null,
      tax_code: printed?.income_information.tax_code ?? null,
      earnings: printed?.income_information.earnings ?? netPayOnly(listed),
      deductions: printed?.income_information.deductions ?? noDeductions,
    },
    computed_fields: printed ? computedFieldsOf(printed.income_information.deductions) : [],
  }
}

function payslipIn(reading: DocumentReading | null): PayslipReading | null {
  const submission = reading?.kind === 'payslip' ? reading.submission : null
  return submission && 'income_information' in submission ? submission : null
}

/** Whether the PDF adds up and agrees with the list. */
function isTrusted(listed: ListedPayslip, submission: PayslipReading): boolean {
  const { pay_date, earnings } = submission.income_information
  const isSamePayment =
    (pay_date === null || pay_date === listed.datePaid) && earnings.net_pay === decimalOf(listed.netPay)
  return isSamePayment && addsUp(submission)
}

function addsUp({ income_information: { earnings, deductions } }: PayslipReading): boolean {
  const { gross_pay, net_pay } = earnings
  const { total_deductions } = deductions
  if (gross_pay === null || net_pay === null || total_deductions === null) return false
  const total = (elements: { amount: string }[]) => sumOf(elements.map(({ amount }) => penceOf(amount)))
  return (
    total(earnings.earning_elements.filter(({ is_bik }) => !is_bik)) === penceOf(gross_pay) &&
    total(deductions.deductions_elements) === penceOf(total_deductions) &&
    penceOf(gross_pay) - penceOf(total_deductions) === penceOf(net_pay)
  )
}

/** Amounts that the reader summed, because the PDF has several lines of the kind. */
function computedFieldsOf({ deductions_elements, ...amounts }: Income['deductions']): string[] {
  const isSum = (type: DeductionElement['type'], amount: string | null) =>
    amount !== null && deductions_elements.filter((element) => element.type === type).length > 1
  return [
    ...(isSum('Pension', amounts.employee_pension) ? [sumPaths.pension] : []),
    ...(isSum('StudentLoan', amounts.loan_deductions) ? [sumPaths.loans] : []),
  ]
}

const netPayOnly = ({ netPay }: ListedPayslip): Income['earnings'] => ({
  gross_pay: null,
  net_pay: decimalOf(netPay),
  base_salary: null,
  bonus: null,
  fixed_pay_total: null,
  variable_pay_total: null,
  earning_elements: [],
  year_to_date: null,
})

const noDeductions: Income['deductions'] = {
  income_tax: null,
  employee_ni: null,
  employee_pension: null,
  total_deductions: null,
  loan_deductions: null,
  deductions_elements: [],
}

function addressOf({ residentialAddress: address }: Details): Payslip['identity_information']['address'] {
  if (!address) return null
  return {
    street: textOrNull(
      [address.streetAddress, address.addressLine2].map(textOrNull).filter(Boolean).join(', '),
    ),
    city: textOrNull(address.city),
    county: textOrNull(address.county),
    post_code: textOrNull(address.postcode),
    country: textOrNull(address.country),
  }
}

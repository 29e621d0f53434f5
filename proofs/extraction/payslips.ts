import type { PayslipReading } from '../../server/src/extraction/document.ts'
import { areSame, type FieldVerdict, penceOf, penceText, verdictOn } from './comparing.ts'
import type { TruthOfPayslip } from './documents.ts'
import type { ReadResult } from './reading.ts'

export type PayslipScore = {
  fields: Record<string, FieldVerdict>
  isExact: boolean
  isCertified: boolean
  /** Whether the payslip is certified with a wrong figure or pay date. */
  isWronglyCertified: boolean
}

/** Fields that must be right on a certified payslip, in addition to the amounts. */
const requiredFields = ['pay date']

export function scorePayslip({ document, reading }: ReadResult): PayslipScore {
  const truth = document.truth as TruthOfPayslip
  const extracted = reading.kind === 'payslip' ? (reading.submission as PayslipReading | null) : null
  const [textFields, amountFields] = [textVerdicts(truth, extracted), amountVerdicts(truth, extracted)]
  const fields = { ...textFields, ...amountFields }
  const isWrong = Object.entries(fields).some(
    ([name, verdict]) => verdict === 'wrong' && (name in amountFields || requiredFields.includes(name)),
  )
  const isCertified = extracted !== null && reading.verified
  return {
    fields,
    isCertified,
    isWronglyCertified: isCertified && isWrong,
    isExact: extracted !== null && Object.values(fields).every((one) => one === 'right' || one === 'absent'),
  }
}

const incomePath = 'income_information'
/**
 * Whether the ground truth lacks a list of derivable values, as for fixed layouts. Fields that are not printed are
 * not scored then.
 */
const hasUnknownDerivations = (truth: TruthOfPayslip) => truth.also === undefined

function textVerdicts(truth: TruthOfPayslip, extracted: PayslipReading | null): Record<string, FieldVerdict> {
  const alternatives = (path: string) => truth.also?.[path] ?? []
  const fieldVerdict = (path: string, own: string | null, read: string | null | undefined): FieldVerdict =>
    own === null && hasUnknownDerivations(truth) ? 'absent' : verdictOn(own, read ?? null, alternatives(path))
  const [identity, employment, income] = [
    truth.identity_information,
    truth.employment_information,
    truth.income_information,
  ]
  const [ofIdentity, ofEmployment, ofIncome] = [
    extracted?.identity_information,
    extracted?.employment_information,
    extracted?.income_information,
  ]
  return {
    name: fieldVerdict('name', identity.name, ofIdentity?.name),
    address: verdictOn(addressText(identity.address), addressText(ofIdentity?.address)),
    'NI number': fieldVerdict(
      'NI_number',
      withoutSpaces(identity.NI_number),
      withoutSpaces(ofIdentity?.NI_number),
    ),
    employer: fieldVerdict('employer_name', employment.employer_name, ofEmployment?.employer_name),
    role: fieldVerdict('role', employment.role, ofEmployment?.role),
    'PAYE reference': fieldVerdict(
      'reference',
      employment.employer_tax_reference,
      ofEmployment?.employer_tax_reference,
    ),
    'pay date': fieldVerdict('pay_date', income.pay_date, ofIncome?.pay_date),
    'interval start': fieldVerdict(
      `${incomePath}.pay_interval_start`,
      income.pay_interval_start,
      ofIncome?.pay_interval_start,
    ),
    'interval end': fieldVerdict(
      `${incomePath}.pay_interval_end`,
      income.pay_interval_end,
      ofIncome?.pay_interval_end,
    ),
    frequency: fieldVerdict(`${incomePath}.pay_frequency`, income.pay_frequency, ofIncome?.pay_frequency),
    'tax code': verdictOn(
      codeText(income.tax_code),
      codeText(ofIncome?.tax_code),
      alternatives(`${incomePath}.tax_code`).map((code) => codeText(code) ?? ''),
    ),
    'earning names': linesVerdict(
      names(income.earnings.earning_elements),
      names(ofIncome?.earnings.earning_elements),
    ),
    'deduction names': linesVerdict(
      names(income.deductions.deductions_elements),
      names(ofIncome?.deductions.deductions_elements),
    ),
  }
}

function amountVerdicts(
  truth: TruthOfPayslip,
  extracted: PayslipReading | null,
): Record<string, FieldVerdict> {
  const { earnings, deductions } = truth.income_information
  const [ofEarnings, ofDeductions] = [
    extracted?.income_information.earnings,
    extracted?.income_information.deductions,
  ]
  const year = earnings.year_to_date
  const ofYear = ofEarnings?.year_to_date
  const amountVerdict = (path: string, own: string | null, read: string | null | undefined): FieldVerdict => {
    const [right, given] = [penceText(own), penceText(read)]
    // A deduction of zero is often not printed.
    if ((right === '0' && given === null) || (right === null && hasUnknownDerivations(truth))) return 'absent'
    return verdictOn(
      right,
      given,
      (truth.also?.[`${incomePath}.${path}`] ?? []).map((one) => String(penceOf(one))),
    )
  }
  return {
    gross: amountVerdict('earnings.gross_pay', earnings.gross_pay, ofEarnings?.gross_pay),
    net: amountVerdict('earnings.net_pay', earnings.net_pay, ofEarnings?.net_pay),
    tax: amountVerdict('deductions.income_tax', deductions.income_tax, ofDeductions?.income_tax),
    NI: amountVerdict('deductions.employee_ni', deductions.employee_ni, ofDeductions?.employee_ni),
    pension: amountVerdict(
      'deductions.employee_pension',
      deductions.employee_pension,
      ofDeductions?.employee_pension,
    ),
    loans: amountVerdict(
      'deductions.loan_deductions',
      deductions.loan_deductions,
      ofDeductions?.loan_deductions,
    ),
    'total deductions': amountVerdict(
      'deductions.total_deductions',
      deductions.total_deductions,
      ofDeductions?.total_deductions,
    ),
    'YTD gross': amountVerdict('ytd', year.gross_pay, ofYear?.gross_pay),
    'YTD net': amountVerdict('ytd', year.net_pay, ofYear?.net_pay),
    'YTD tax': amountVerdict('ytd', year.total_tax_paid, ofYear?.total_tax_paid),
    'YTD NI': amountVerdict('ytd', year.total_ni_paid, ofYear?.total_ni_paid),
    'YTD taxable': amountVerdict('ytd', year.total_taxable_earnings, ofYear?.total_taxable_earnings),
    'earning lines': linesVerdict(amounts(earnings.earning_elements), amounts(ofEarnings?.earning_elements)),
    'deduction lines': linesVerdict(
      amounts(deductions.deductions_elements),
      amounts(ofDeductions?.deductions_elements),
    ),
  }
}

type LineItems = { description: string; amount: string }[]
const amounts = (lines: LineItems = []) =>
  lines.map(({ amount }) => String(penceOf(amount))).filter((amount) => amount !== '0')
const names = (lines: LineItems = []) =>
  lines
    .filter(({ amount }) => penceOf(amount) !== 0)
    .map(
      ({ description, amount }) =>
        `${description.replace(/\s+/g, ' ').trim().toLowerCase()} ${penceOf(amount)}`,
    )

function linesVerdict(truth: string[], extracted: string[]): FieldVerdict {
  if (truth.length === 0 && extracted.length === 0) return 'absent'
  if (extracted.length === 0) return 'missed'
  return areSame(truth, extracted) ? 'right' : 'wrong'
}

const withoutSpaces = (text: string | null | undefined) => text?.replaceAll(' ', '') ?? null
/** Normalises the position of the tax basis, which is written as `1257L M1`, `1257L/M1` or `M1 1257L`. */
const codeText = (code: string | null | undefined) =>
  code
    ?.toUpperCase()
    .split(/[\s/()]+/)
    .filter((part) => part !== '')
    .sort()
    .join(' ') ?? null

type AddressParts = {
  street: string | null
  city: string | null
  county: string | null
  post_code: string | null
}
function addressText(address: AddressParts | null | undefined): string | null {
  if (!address) return null
  const { street, city, county, post_code } = address
  return [street, city, county, post_code].map((part) => part ?? '').join('|')
}

import type { PaperPayslip } from '../../server/src/extraction/document.ts'
import { areSame, penceOf, sumText, type Verdict, verdictOn } from './comparing.ts'
import type { TruthOfPayslip } from './documents.ts'
import type { Read } from './reading.ts'

export type PayslipScore = {
  fields: Record<string, Verdict>
  isExact: boolean
  isCertified: boolean
  /** Certified with a wrong figure or pay date. */
  isFalse: boolean
}

/** What must be right on a certified payslip besides the figures. */
const certain = ['pay date']

export function scorePayslip({ paper, reading }: Read): PayslipScore {
  const truth = paper.truth as TruthOfPayslip
  const said = reading.kind === 'payslip' ? (reading.submission as PaperPayslip | null) : null
  const [words, figures] = [wordsOf(truth, said), figuresOf(truth, said)]
  const fields = { ...words, ...figures }
  const isWrong = Object.entries(fields).some(
    ([name, verdict]) => verdict === 'wrong' && (name in figures || certain.includes(name)),
  )
  const isCertified = said !== null && reading.verified
  return {
    fields,
    isCertified,
    isFalse: isCertified && isWrong,
    isExact: said !== null && Object.values(fields).every((one) => one === 'right' || one === 'unasked'),
  }
}

const incomePath = 'income_information'
/** A fixed layout does not say whether what it leaves out follows from the rest; there it is not asked for. */
const isOpen = (truth: TruthOfPayslip) => truth.also === undefined

function wordsOf(truth: TruthOfPayslip, said: PaperPayslip | null): Record<string, Verdict> {
  const also = (path: string) => truth.also?.[path] ?? []
  const fact = (path: string, own: string | null, read: string | null | undefined): Verdict =>
    own === null && isOpen(truth) ? 'unasked' : verdictOn(own, read ?? null, also(path))
  const [identity, employment, income] = [
    truth.identity_information,
    truth.employment_information,
    truth.income_information,
  ]
  const [ofIdentity, ofEmployment, ofIncome] = [
    said?.identity_information,
    said?.employment_information,
    said?.income_information,
  ]
  return {
    name: fact('name', identity.name, ofIdentity?.name),
    address: verdictOn(addressText(identity.address), addressText(ofIdentity?.address)),
    'NI number': fact('NI_number', bare(identity.NI_number), bare(ofIdentity?.NI_number)),
    employer: fact('employer_name', employment.employer_name, ofEmployment?.employer_name),
    role: fact('role', employment.role, ofEmployment?.role),
    'PAYE reference': fact(
      'reference',
      employment.employer_tax_reference,
      ofEmployment?.employer_tax_reference,
    ),
    'pay date': fact('pay_date', income.pay_date, ofIncome?.pay_date),
    'interval start': fact(
      `${incomePath}.pay_interval_start`,
      income.pay_interval_start,
      ofIncome?.pay_interval_start,
    ),
    'interval end': fact(
      `${incomePath}.pay_interval_end`,
      income.pay_interval_end,
      ofIncome?.pay_interval_end,
    ),
    frequency: fact(`${incomePath}.pay_frequency`, income.pay_frequency, ofIncome?.pay_frequency),
    'tax code': verdictOn(
      codeText(income.tax_code),
      codeText(ofIncome?.tax_code),
      also(`${incomePath}.tax_code`).map((code) => codeText(code) ?? ''),
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

function figuresOf(truth: TruthOfPayslip, said: PaperPayslip | null): Record<string, Verdict> {
  const { earnings, deductions } = truth.income_information
  const [ofEarnings, ofDeductions] = [said?.income_information.earnings, said?.income_information.deductions]
  const year = earnings.year_to_date
  const ofYear = ofEarnings?.year_to_date
  const sum = (path: string, own: string | null, read: string | null | undefined): Verdict => {
    const [right, given] = [sumText(own), sumText(read)]
    // Nothing taken and nothing printed are the same.
    if ((right === '0' && given === null) || (right === null && isOpen(truth))) return 'unasked'
    return verdictOn(
      right,
      given,
      (truth.also?.[`${incomePath}.${path}`] ?? []).map((one) => String(penceOf(one))),
    )
  }
  return {
    gross: sum('earnings.gross_pay', earnings.gross_pay, ofEarnings?.gross_pay),
    net: sum('earnings.net_pay', earnings.net_pay, ofEarnings?.net_pay),
    tax: sum('deductions.income_tax', deductions.income_tax, ofDeductions?.income_tax),
    NI: sum('deductions.employee_ni', deductions.employee_ni, ofDeductions?.employee_ni),
    pension: sum('deductions.employee_pension', deductions.employee_pension, ofDeductions?.employee_pension),
    loans: sum('deductions.loan_deductions', deductions.loan_deductions, ofDeductions?.loan_deductions),
    'total deductions': sum(
      'deductions.total_deductions',
      deductions.total_deductions,
      ofDeductions?.total_deductions,
    ),
    'YTD gross': sum('ytd', year.gross_pay, ofYear?.gross_pay),
    'YTD net': sum('ytd', year.net_pay, ofYear?.net_pay),
    'YTD tax': sum('ytd', year.total_tax_paid, ofYear?.total_tax_paid),
    'YTD NI': sum('ytd', year.total_ni_paid, ofYear?.total_ni_paid),
    'YTD taxable': sum('ytd', year.total_taxable_earnings, ofYear?.total_taxable_earnings),
    'earning lines': linesVerdict(amounts(earnings.earning_elements), amounts(ofEarnings?.earning_elements)),
    'deduction lines': linesVerdict(
      amounts(deductions.deductions_elements),
      amounts(ofDeductions?.deductions_elements),
    ),
  }
}

type Lines = { description: string; amount: string }[]
const amounts = (lines: Lines = []) =>
  lines.map(({ amount }) => String(penceOf(amount))).filter((amount) => amount !== '0')
const names = (lines: Lines = []) =>
  lines
    .filter(({ amount }) => penceOf(amount) !== 0)
    .map(
      ({ description, amount }) =>
        `${description.replace(/\s+/g, ' ').trim().toLowerCase()} ${penceOf(amount)}`,
    )

function linesVerdict(truth: string[], said: string[]): Verdict {
  if (truth.length === 0 && said.length === 0) return 'unasked'
  if (said.length === 0) return 'missed'
  return areSame(truth, said) ? 'right' : 'wrong'
}

const bare = (text: string | null | undefined) => text?.replaceAll(' ', '') ?? null
/** Codes differ in how the basis is written beside them: `1257L M1`, `1257L/M1`, `M1 1257L`. */
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

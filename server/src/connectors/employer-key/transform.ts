import { decimalOf, type Pence, sumOf } from '../../vocabulary/money.ts'
import type { Payslip } from '../../vocabulary/payslip.ts'
import {
  composeDeductions,
  composeEarnings,
  type DeductionKind,
  type DeductionLine,
  type EarningKind,
  type EarningsLine,
  formatTaxCode,
} from '../../vocabulary/payslip-figures.ts'
import { classifyDeduction, classifyEarning } from '../../vocabulary/payslip-lines.ts'
import { nameOf, niNumberOf, phoneOf, textOrNull } from '../identity.ts'
import type { StaffologyLine, StaffologyPayslip, StaffologyPerson, StaffologyTotals } from './replies.ts'

const frequencies = {
  Weekly: 'weekly',
  Fortnightly: 'fortnightly',
  FourWeekly: 'four_weekly',
  Monthly: 'monthly',
  Quarterly: 'quarterly',
  Annual: 'annual',
} as const

/** Line types that are always deductions. `Net` lines are additions or deductions, by their sign. */
const taxKinds: Record<string, DeductionKind> = {
  Tax: 'income_tax',
  Nic: 'national_insurance',
  Cis: 'income_tax',
}

/** Pay codes of statutory payments, whose descriptions employers may change. */
const statutoryKinds: Record<string, EarningKind> = {
  SSP: 'sick',
  SMP: 'maternity',
  SPP: 'paternity',
  SAP: 'adoption',
  SHPP: 'shared_parental',
  SPBP: 'bereavement',
}

const loanCodes: Record<string, DeductionKind> = {
  STUDLOAN: 'student_loan',
  PGLOAN: 'postgraduate_loan',
}

/**
 * Converts a Staffology payslip. Gross pay is `additions`, which includes repaid expenses as for every other source, so
 * that gross pay less deductions is the pay that reaches the bank.
 */
export function transform(theirs: StaffologyPayslip): Payslip {
  const { employmentDetails, hmrcDetails, payOptions, totals } = theirs
  const lines = withSigns(theirs.lines, totals)
  const pay_frequency = frequencyOf(theirs.payPeriod)
  const isSalaried = payOptions?.basis === 'Monthly'
  const office = textOrNull(hmrcDetails?.officeNumber)
  const reference = textOrNull(hmrcDetails?.payeReference)
  return {
    identity_information: identityOf(theirs.personalDetails),
    employment_information: {
      employer_name: textOrNull(theirs.employer.name),
      role: textOrNull(employmentDetails?.jobTitle),
      // Staffology has no type of employment, apart from subcontractors in construction.
      type: employmentDetails?.cisSubContractor ? 'contract' : null,
      start_date: employmentDetails?.starterDetails?.startDate ?? null,
      leave_date: leaveDateOf(employmentDetails),
      employer_tax_reference: office && reference && `${office}/${reference}`,
      is_director: employmentDetails?.directorshipDetails?.isDirector ?? null,
    },
    income_information: {
      pay_date: theirs.paymentDate,
      pay_interval_start: theirs.from ?? null,
      pay_interval_end: theirs.to ?? null,
      pay_frequency,
      tax_code: taxCodeOf(payOptions, pay_frequency),
      earnings: composeEarnings(
        lines.filter((line) => !isDeduction(line)).map((line) => earningOf(line, isSalaried)),
        {
          gross: grossOf(totals),
          net: totals.takeHomePay,
          yearToDate: yearToDateOf(theirs),
        },
      ),
      deductions: composeDeductions(lines.filter(isDeduction).map(deductionOf), totals.deductions),
    },
  }
}

const grossOf = ({ additions, gross }: StaffologyTotals) => additions ?? gross

const isDeduction = ({ type, value, isNotional }: StaffologyLine) =>
  !isNotional && (Object.hasOwn(taxKinds, type) || (type === 'Net' && value < 0))

/** More lines of unknown sign than this are not tried in all combinations. */
const maxUnsignedLines = 12

/**
 * Gives deductions a negative value. The documents show them so without saying it, so lines whose tax and National
 * Insurance equal the totals are without signs: their deductions are those that add up to the total of deductions.
 */
function withSigns(lines: readonly StaffologyLine[], totals: StaffologyTotals): StaffologyLine[] {
  const paid = lines.filter(({ isNotional }) => !isNotional)
  if (hasSigns(paid, totals)) return [...lines]
  const taxes = paid.filter(({ type }) => Object.hasOwn(taxKinds, type))
  const netLines = paid.filter(({ type }) => type === 'Net')
  const deducted = new Set([...taxes, ...deductionsAmong(netLines, totals.deductions - totalOf(taxes))])
  return lines.map((line) => (deducted.has(line) ? { ...line, value: -line.value } : line))
}

function hasSigns(paid: readonly StaffologyLine[], { tax, employeeNi, takeHomePay }: StaffologyTotals) {
  const ofType = (type: string) => totalOf(paid.filter((line) => line.type === type))
  if (tax === 0 && employeeNi === 0) return totalOf(paid) === takeHomePay
  return ofType('Tax') !== tax || ofType('Nic') !== employeeNi
}

/** The only selection of lines that adds up to the amount, or all if there is none or more than one. */
function deductionsAmong(lines: readonly StaffologyLine[], amount: Pence): readonly StaffologyLine[] {
  const certain = lines.filter(isKnownDeduction)
  const others = lines.filter((line) => !isKnownDeduction(line))
  if (others.length > maxUnsignedLines) return lines
  const rest = amount - totalOf(certain)
  const selections = Array.from({ length: 2 ** others.length }, (_, bits) =>
    others.filter((_line, n) => bits & (1 << n)),
  ).filter((selection) => totalOf(selection) === rest)
  const [only] = selections
  return only && selections.length === 1 ? [...certain, ...only] : lines
}

const totalOf = (lines: readonly StaffologyLine[]): Pence => sumOf(lines.map(({ value }) => value))

const isKnownDeduction = (line: StaffologyLine) =>
  Object.hasOwn(loanCodes, codeOf(line)) ||
  [line.pensionId, line.attachmentOrderId, line.loanId].some((reference) => textOrNull(reference) !== null)

const codeOf = ({ code }: StaffologyLine) => (textOrNull(code) ?? '').toUpperCase()

function earningOf(line: StaffologyLine, isSalaried: boolean): EarningsLine {
  const label = textOrNull(line.description) ?? textOrNull(line.code) ?? 'Pay'
  const described = classifyEarning(label, { isByUnit: !isSalaried })
  const kind = line.type === 'BasicPay' ? 'basic' : (statutoryKinds[codeOf(line)] ?? described.kind)
  return {
    kind,
    label,
    amount: line.value,
    isFixed: kind === 'basic' ? isSalaried : kind === 'sacrifice' || described.isFixed,
    // Only `Net` lines are paid after tax and National Insurance.
    isTaxable: line.type !== 'Net',
    isNiable: line.type !== 'Net',
    ...(line.isNotional && { isBenefit: true }),
  }
}

function deductionOf(line: StaffologyLine): DeductionLine {
  const label = textOrNull(line.description) ?? textOrNull(line.code) ?? 'Deduction'
  return { kind: deductionKindOf(line, label), label, amount: -line.value }
}

function deductionKindOf(line: StaffologyLine, label: string): DeductionKind {
  const byType = taxKinds[line.type] ?? loanCodes[codeOf(line)]
  if (byType) return byType
  if (line.pensionId) return 'pension'
  if (line.attachmentOrderId) return 'attachment_of_earnings'
  return line.loanId ? 'loan' : classifyDeduction(label)
}

function yearToDateOf({ totalsYtd, taxYear }: StaffologyPayslip) {
  if (!totalsYtd) return null
  const { grossForTax } = totalsYtd
  return {
    gross_pay: decimalOf(grossOf(totalsYtd)),
    net_pay: decimalOf(totalsYtd.takeHomePay),
    total_tax_paid: decimalOf(totalsYtd.tax),
    total_ni_paid: decimalOf(totalsYtd.employeeNi),
    total_taxable_earnings: typeof grossForTax === 'number' ? decimalOf(grossForTax) : null,
    tax_year: Number(taxYear.slice('Year'.length)),
  }
}

const leaveDateOf = (details: StaffologyPayslip['employmentDetails']) =>
  (details?.leaverDetails?.hasLeft && details.leaverDetails.leaveDate) || null

function taxCodeOf(payOptions: StaffologyPayslip['payOptions'], frequency: string | null) {
  const code = textOrNull(payOptions?.taxAndNi?.taxCode)
  return code && formatTaxCode(code, !payOptions?.taxAndNi?.week1Month1, frequency)
}

function frequencyOf(payPeriod: string) {
  const isKnown = (period: string): period is keyof typeof frequencies => Object.hasOwn(frequencies, period)
  return isKnown(payPeriod) ? frequencies[payPeriod] : 'irregular'
}

/** Staffology's names of countries that differ from ours. */
const countryNames = new Map<string, string | null>([
  ['NorthernIreland', 'Northern Ireland'],
  ['Uk', 'United Kingdom'],
  ['OutsideUk', null],
])

function countryOf({ country, foreignCountry }: NonNullable<StaffologyPerson['address']>) {
  const name = textOrNull(country)
  const foreign = textOrNull(foreignCountry)
  if (foreign !== null || name === null) return foreign
  return countryNames.has(name) ? (countryNames.get(name) ?? null) : name
}

/** The town is the last filled line of 3 and 4, and line 5 is the county, by convention. */
function identityOf({ address, ...person }: StaffologyPerson): Payslip['identity_information'] {
  const lines = [address?.line3, address?.line4, address?.line5].map(textOrNull)
  return {
    name: nameOf(person.firstName, person.middleName, person.lastName),
    date_of_birth: person.dateOfBirth ?? null,
    address: address
      ? {
          street: textOrNull([address.line1, address.line2].map(textOrNull).filter(Boolean).join(', ')),
          city: lines[1] ?? lines[0] ?? null,
          county: lines[2] ?? null,
          post_code: textOrNull(address.postCode),
          country: countryOf(address),
        }
      : null,
    email: textOrNull(person.email),
    phone: phoneOf(person.mobile) ?? phoneOf(person.telephone),
    NI_number: niNumberOf(person.niNumber),
  }
}

import { type Pence, sumOf } from '../../../vocabulary/money.ts'
import type { Payslip } from '../../../vocabulary/payslip.ts'
import {
  composeDeductions,
  composeEarnings,
  type DeductionLine,
  type EarningKind,
  type EarningsLine,
  formatTaxCode,
} from '../../../vocabulary/payslip-figures.ts'
import { nameOf, niNumberOf, phoneOf, textOrNull } from '../../identity.ts'
import { sumPaths } from '../computed-figures.ts'
import type { Deduction, EarningsRate, Employee, EmployeeTax, XeroPayRun, XeroPayslip } from './replies.ts'

/** Xero's earnings types, without `NonPensionable`, which does not matter here. */
const earningKinds: Record<string, EarningKind> = {
  RegularEarnings: 'basic',
  OvertimeEarnings: 'overtime',
  BackPay: 'arrears',
  Bonus: 'bonus',
  Commission: 'commission',
  TerminationPay: 'termination',
  StatutorySickPay: 'sick',
  StatutoryMaternityPay: 'maternity',
  StatutoryPaternityPay: 'paternity',
  StatutoryAdoptionPay: 'adoption',
  StatutorySharedParentalPay: 'shared_parental',
  StatutoryBereavementPay: 'bereavement',
  StatutoryParentalBereavementPay: 'bereavement',
}
const deductionKinds: Record<string, DeductionLine['kind']> = {
  StudentLoanDeductions: 'student_loan',
  PostgraduateLoanDeductions: 'postgraduate_loan',
}
const frequencies = {
  Weekly: 'weekly',
  Fortnightly: 'fortnightly',
  FourWeekly: 'four_weekly',
  Monthly: 'monthly',
  Quarterly: 'quarterly',
  Annual: 'annual',
} as const
const contractTypes = { FullTime: 'full_time', PartTime: 'part_time', ZeroHour: 'zero_hours' } as const

/** Tax type ids of Xero's payslips. */
const taxTypes = { incomeTax: '1', employeeNi: '2' }

export type XeroEmployment = {
  company: string
  employee: Employee
  /** The current tax details, which say nothing about earlier payslips. */
  tax: EmployeeTax
  rates: ReadonlyMap<string, EarningsRate>
  deductionTypes: ReadonlyMap<string, Deduction>
}

/**
 * Converts a Xero payslip. Totals of our own and the year to date are computed. The role and the PAYE reference are
 * null, and so is the tax code unless this is the newest payslip.
 */
export function transform(
  theirs: XeroPayslip,
  run: XeroPayRun,
  employment: XeroEmployment,
  { isNewest }: { isNewest: boolean },
): Payslip {
  const { company, employee, tax } = employment
  const sacrificed = (theirs.deductionLines ?? []).filter((line) => isSacrifice(line, employment))
  const earnings = [
    ...earningsOf(theirs, employment),
    ...sacrificed.map((line) => sacrificeLine(line, employment)),
  ]
  const deductions = deductionsOf(theirs, employment)
  const total = (lines: readonly { amount: Pence }[]) => sumOf(lines.map(({ amount }) => amount))
  // Our gross pay includes repaid expenses and excludes sacrificed pay, as for every other source.
  const gross = theirs.grossEarnings + theirs.totalReimbursements - total(sacrificed)
  const totalDeductions =
    theirs.totalEmployeeTaxes + theirs.totalDeductions + theirs.totalCourtOrders - total(sacrificed)
  const pay_frequency = frequencyOf(run.calendarType)
  const taxCode = isNewest ? textOrNull(tax.taxCode) : null
  return {
    identity_information: identityOf(employee),
    employment_information: {
      employer_name: textOrNull(company),
      role: null,
      type: typeOf(employee),
      start_date: employee.startDate ?? null,
      leave_date: employee.endDate ?? null,
      employer_tax_reference: null,
      is_director: tax.isDirector ?? null,
    },
    income_information: {
      pay_date: run.paymentDate,
      pay_interval_start: run.periodStartDate,
      pay_interval_end: run.periodEndDate,
      pay_frequency,
      tax_code: taxCode && formatTaxCode(taxCode, !tax.w1M1, pay_frequency),
      earnings: composeEarnings(earnings, { gross, net: theirs.totalPay, yearToDate: null }),
      deductions: composeDeductions(deductions, totalDeductions),
    },
    computed_fields: [
      ...(gross === theirs.grossEarnings ? [] : [sumPaths.gross]),
      sumPaths.total,
      ...sumPaths.parts,
      sumPaths.pension,
      sumPaths.loans,
    ],
  }
}

type LineWithDeduction = { deductionTypeID: string; amount: Pence }

const typeOfDeduction = ({ deductionTypeID }: LineWithDeduction, { deductionTypes }: XeroEmployment) =>
  deductionTypes.get(deductionTypeID)

const isSacrifice = (line: LineWithDeduction, employment: XeroEmployment) =>
  typeOfDeduction(line, employment)?.deductionCategory === 'SalarySacrifice'

const sacrificeLine = (line: LineWithDeduction, employment: XeroEmployment): EarningsLine => ({
  kind: 'sacrifice',
  label: textOrNull(typeOfDeduction(line, employment)?.deductionName) ?? 'Salary sacrifice',
  amount: -line.amount,
  isFixed: true,
  isTaxable: true,
  isNiable: true,
})

type TheirEarningsLine = NonNullable<XeroPayslip['earningsLines']>[number]

function earningsOf(theirs: XeroPayslip, { rates }: XeroEmployment): EarningsLine[] {
  const worked = [...(theirs.earningsLines ?? []), ...(theirs.timesheetEarningsLines ?? [])].map((line) => {
    const rate = rates.get(line.earningsRateID)
    return describeLine(line, kindOf(rate?.earningsType), rate?.name)
  })
  const leave = (theirs.leaveEarningsLines ?? []).map((line) =>
    describeLine(line, line.amount < 0 ? 'absence' : 'holiday', rates.get(line.earningsRateID)?.name),
  )
  const expenses = (theirs.reimbursementLines ?? []).map(
    ({ description, amount }): EarningsLine => ({
      kind: 'expenses',
      label: textOrNull(description) ?? 'Reimbursement',
      amount,
      isFixed: false,
      isTaxable: false,
      isNiable: false,
    }),
  )
  return [...worked, ...leave, ...expenses]
}

function describeLine(
  line: TheirEarningsLine,
  kind: EarningKind,
  rateName: string | undefined,
): EarningsLine {
  const { amount, displayName, numberOfUnits, ratePerUnit } = line
  const hasUnits = typeof numberOfUnits === 'number' && numberOfUnits !== 0
  return {
    kind,
    label: textOrNull(displayName) ?? textOrNull(rateName) ?? 'Earnings',
    amount,
    isFixed: kind === 'basic' && !hasUnits,
    isTaxable: true,
    isNiable: true,
    quantity: hasUnits ? String(numberOfUnits) : null,
    rate: hasUnits && typeof ratePerUnit === 'number' ? String(ratePerUnit) : null,
  }
}

function kindOf(earningsType = ''): EarningKind {
  const type = earningsType.replace(/NonPensionable$|NorthernIreland$/, '')
  return Object.hasOwn(earningKinds, type) ? (earningKinds[type] ?? 'other') : 'other'
}

function deductionsOf(theirs: XeroPayslip, employment: XeroEmployment): DeductionLine[] {
  const taxes = (theirs.employeeTaxLines ?? []).map(
    ({ amount, description, globalTaxTypeID }): DeductionLine => ({
      kind: taxKindOf(globalTaxTypeID, description),
      label: textOrNull(description) ?? 'Tax',
      amount,
    }),
  )
  const others = (theirs.deductionLines ?? [])
    .filter((line) => !isSacrifice(line, employment))
    .map((line): DeductionLine => {
      const type = typeOfDeduction(line, employment)
      return {
        kind: type?.isPension ? 'pension' : (deductionKinds[type?.deductionCategory ?? ''] ?? 'other'),
        label: textOrNull(type?.deductionName) ?? 'Deduction',
        amount: line.amount,
      }
    })
  const orders = (theirs.courtOrderLines ?? []).map(
    ({ amount }): DeductionLine => ({ kind: 'attachment_of_earnings', label: 'Court order', amount }),
  )
  return [...taxes, ...others, ...orders].filter(({ amount }) => amount !== 0)
}

function taxKindOf(
  id: string | null | undefined,
  description: string | null | undefined,
): DeductionLine['kind'] {
  if (id === taxTypes.incomeTax || /\bPAYE\b/i.test(description ?? '')) return 'income_tax'
  if (id === taxTypes.employeeNi || /national insurance/i.test(description ?? '')) return 'national_insurance'
  return 'other'
}

function frequencyOf(calendarType: string | null | undefined) {
  const isKnown = (type: string): type is keyof typeof frequencies => Object.hasOwn(frequencies, type)
  return calendarType && isKnown(calendarType) ? frequencies[calendarType] : 'irregular'
}

/** The type of the newest contract. */
function typeOf({ contracts }: Employee) {
  const newest = (contracts ?? []).toSorted((one, other) =>
    (other.startDate ?? '').localeCompare(one.startDate ?? ''),
  )[0]
  if (!newest) return null
  if (newest.isFixedTerm) return 'temporary'
  const isKnown = (type: string): type is keyof typeof contractTypes => Object.hasOwn(contractTypes, type)
  return newest.contractType && isKnown(newest.contractType) ? contractTypes[newest.contractType] : 'other'
}

const identityOf = ({ address, ...employee }: Employee): Payslip['identity_information'] => ({
  name: nameOf(employee.firstName, employee.lastName),
  date_of_birth: employee.dateOfBirth ?? null,
  address: address
    ? {
        street: textOrNull(
          [address.addressLine1, address.addressLine2].map(textOrNull).filter(Boolean).join(', '),
        ),
        // Xero has no county.
        county: null,
        city: textOrNull(address.city),
        post_code: textOrNull(address.postCode),
        country: textOrNull(address.countryName),
      }
    : null,
  email: textOrNull(employee.email),
  phone: phoneOf(employee.phoneNumber),
  NI_number: niNumberOf(employee.nationalInsuranceNumber),
})

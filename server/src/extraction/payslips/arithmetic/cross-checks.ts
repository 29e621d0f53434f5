import type { PayslipFields } from '../extract-fields.ts'
import { toDeduction } from '../table/pay-lines.ts'
import { resolveStatedAmount, type YearToDateKind, yearToDateNames } from '../table/stated-amounts.ts'
import type { PayAmountKind } from '../text/labels.ts'
import { checkTuning } from '../tuning/checks.ts'
import { isNiToDateConfirmed } from './ni-check.ts'
import { isTaxToDateConfirmed } from './tax-check.ts'

// A year-to-date amount counts as confirmed only if changing any of its digits would contradict another printed
// figure.

const kinds = Object.keys(yearToDateNames) as YearToDateKind[]

/** Returns a message about the first year-to-date amount that no other figure confirms, or null. */
export function findUnconfirmedYearToDate(fields: PayslipFields): string | null {
  const confirmed = listConfirmedKinds(fields)
  const unconfirmed = kinds.find((kind) => fields.year[kind].value !== null && !confirmed.has(kind))
  return unconfirmed
    ? `nothing on the payslip confirms the year-to-date ${yearToDateNames[unconfirmed]}`
    : null
}

/** Returns the year-to-date amounts that another figure confirms. */
export function listConfirmedKinds(fields: PayslipFields): Set<YearToDateKind> {
  const { year, figures, stated } = fields
  const [gross, taxable, net, ni] = [year.gross, year.taxable, year.net, year.ni].map(
    ({ value }) => value?.pence,
  )
  const niable = readYearToDate(fields, 'niable')
  const pension = readYearToDate(fields, 'pension')
  const confirmed = new Set<YearToDateKind>(kinds.filter((kind) => isPrintedTwice(fields, kind)))
  const confirmIf = (isConfirmed: boolean, ...confirmedKinds: YearToDateKind[]) => {
    if (isConfirmed) for (const kind of confirmedKinds) confirmed.add(kind)
  }
  confirmIf(isMultiple(gross, figures.gross?.pence), 'gross')
  confirmIf(isMultiple(net, figures.net?.pence), 'net')
  confirmIf(isMultiple(ni, stated.ni.value?.pence), 'ni')
  confirmIf(isMultiple(taxable, stated.taxable.value?.pence), 'taxable')
  if (gross !== undefined) {
    confirmIf(gross === niable, 'gross')
    confirmIf(gross === taxable, 'gross', 'taxable')
    confirmIf(pension !== undefined && gross - pension === taxable, 'gross', 'taxable')
    confirmIf(isNetLessDeductions(fields, gross), 'gross', 'net', 'tax', 'ni')
    const deducted = readYearToDate(fields, 'totalDeductions')
    confirmIf(
      deducted !== undefined && net !== undefined && gross - Math.abs(deducted) === net,
      'gross',
      'net',
    )
  }
  confirmIf(isTaxToDateConfirmed(fields), 'tax')
  confirmIf(isNiToDateConfirmed(fields, niable ?? gross), 'ni')
  return confirmed
}

const readYearToDate = ({ amounts }: PayslipFields, kind: PayAmountKind) =>
  resolveStatedAmount(amounts, kind, 'year').value?.pence

function isPrintedTwice({ amounts, year }: PayslipFields, kind: YearToDateKind): boolean {
  const equal = amounts.filter(
    (amount) =>
      amount.kind === kind &&
      amount.span === 'year' &&
      amount.pence === year[kind].value?.pence &&
      amount.strength >= checkTuning.minAgreementStrength,
  )
  return new Set(equal.map(({ cell }) => cell)).size > 1
}

/**
 * Whether year-to-date gross pay less all year-to-date deductions equals year-to-date net pay. False if a deduction
 * is of a kind that has no year-to-date amount.
 */
function isNetLessDeductions(fields: PayslipFields, gross: number): boolean {
  const { year, figures } = fields
  const [tax, ni, net] = [year.tax, year.ni, year.net].map(({ value }) => value?.pence)
  const others = (['pension', 'studentLoan', 'postgraduateLoan'] as const).map(
    (kind) => readYearToDate(fields, kind) ?? 0,
  )
  const areAllStated = figures.deductionLines
    .map(toDeduction)
    .every(({ kind }) => kind !== 'other' && kind !== 'loan' && kind !== 'attachment_of_earnings')
  if (!areAllStated || tax === undefined || ni === undefined) return false
  return net === others.reduce((rest, amount) => rest - amount, gross - tax - ni)
}

/**
 * Whether the year-to-date amount is a whole multiple of one payment, as with equal pay in every period. With one
 * digit changed it would not be.
 */
const isMultiple = (toDate: number | undefined, payment: number | undefined) =>
  toDate !== undefined &&
  payment !== undefined &&
  (toDate === payment ||
    (payment > checkTuning.minPayToDivide &&
      toDate % payment === 0 &&
      toDate / payment <= checkTuning.maxPaymentsPerYear))

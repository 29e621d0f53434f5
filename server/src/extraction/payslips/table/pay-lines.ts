import type { DeductionKind, DeductionLine, EarningsLine } from '../../../vocabulary/payslip-figures.ts'
import { classifyDeduction, classifyEarning } from '../../../vocabulary/payslip-lines.ts'
import { classifyLabel } from '../text/label-meaning.ts'
import { translateWelsh } from '../text/welsh.ts'
import type { PayLine } from './solver/pay-solution.ts'

// Converts the rows of a payslip into the earnings and deduction lines that all payslip sources share.

export const toEarning = ({ row, pence }: PayLine): EarningsLine => {
  const quantity = row.quantity?.figure?.decimal ?? null
  // Some payslips print salaried pay as quantity 1.00.
  const isByUnit = quantity !== null && quantity !== '1.00'
  return {
    ...classifyLine(translateWelsh(row.label.text), isByUnit),
    label: row.label.text,
    amount: pence,
    isBenefit: row.isBenefit,
    quantity,
    rate: row.rate?.figure?.decimal ?? null,
    unit: row.unit,
  }
}

/** Matches hours that are named after the work: `Packing hours`. */
const hoursOfWork = /^\p{L}+ (?:hours|hrs)$/iu
/** Matches hours beside the usual ones: premiums, leave, additional work and corrections. */
const otherHours =
  /^(?:additional|extra|over|overtime|excess|sun|sunday|sat|saturday|weekend|bank|holiday|night|evening|late|early|unsocial|enhanced|premium|plus|casual|cover|training|travel|standby|call|sick|absent|absence|unpaid|leave|toil|flexi|back|club) /i

/**
 * Converts the earnings lines. If no line names the basic pay, it is that of the hours worked, which may be named after
 * the work: they must be the largest line and the only one of that form.
 */
export function toEarnings(lines: PayLine[]): EarningsLine[] {
  const earnings = lines.map(toEarning)
  if (earnings.some(({ kind }) => kind === 'basic')) return earnings
  const largest = Math.max(0, ...earnings.map(({ amount }) => amount))
  const [base, ...others] = earnings.filter(
    ({ kind, label, quantity, rate }) =>
      kind === 'other' && quantity && rate && hoursOfWork.test(label) && !otherHours.test(label),
  )
  if (base?.amount !== largest || others.length > 0) return earnings
  return earnings.map((line) => (line === base ? { ...line, kind: 'basic' } : line))
}

const sacrifice = /\bsal(?:ary)?\.? ?(?:sac|ex)|\bsac(?:rifice)?\b|\bexchange\b/i
/** Matches corrections of earlier pay: `Basic Hours Prev Period`, `Salary Adjustment`. */
const retrospective =
  /\bretro|\b(?:arr|arrs|bkpay|b\/pay|adj|adjustment|correction|overpayment|underpayment|backdated)\b|\bprev(?:ious)? (?:period|month|week)\b|pay award/i
const basicPay =
  /\bbasic\b|\bbase pay\b|\bhours worked\b|\bsalary\b|\bsalaried\b|\bwages?\b|^hourly (?:pay|paid|wages?)$|^(?:(?:normal|contract(?:ed|ual)?|standard|core|regular|ordinary) )?(?:pay|hours|hrs)\b(?! ?\w)|\b(?:standard|normal|contracted|core|ordinary|regular) (?:hours|hrs|pay|time)\b/i

/** Matches basic pay whose remark names a kind of shift: `Basic Pay - On-Call Retainer 75%`. */
const namedBasicPay = /^basic (?:pay|salary|wages?)\b(?!.*\b(?:overtime|enhance|premium|allowance))/i

/**
 * Classifies an earnings line. Hours with a specific name (`Sunday hours`), additional pay and corrections of earlier pay
 * are not basic pay.
 */
function classifyLine(label: string, isByUnit: boolean): ReturnType<typeof classifyEarning> {
  const line = classifyEarning(label, { isByUnit })
  if (sacrifice.test(label)) return { ...line, kind: 'sacrifice', isFixed: false }
  if (/\badditional\b|\bextra\b/i.test(label) && line.kind === 'basic')
    return { ...line, kind: 'other', isFixed: false }
  if (retrospective.test(label)) return { ...line, kind: 'arrears', isFixed: false }
  if (line.kind === 'shift' && namedBasicPay.test(label))
    return { ...line, kind: 'basic', isFixed: !isByUnit }
  if (line.kind === 'basic' && !basicPay.test(label)) return { ...line, kind: 'other', isFixed: false }
  return line.kind === 'other' && basicPay.test(label) ? { ...line, kind: 'basic', isFixed: !isByUnit } : line
}

/** Matches abbreviations of a student loan: `SL2`, `SL Plan 1`, `STU LN`. */
const studentLoanCode = /^(?:sl ?(?:p|plan)? ?[1245]?|stu(?:dent)?\.? ?(?:ln|loan)s?)$/i

export const toDeduction = ({ row, pence }: PayLine): DeductionLine => {
  const { kind: labelKind } = classifyLabel(row.label.text)
  const kind =
    labelKind === 'tax'
      ? 'income_tax'
      : labelKind === 'ni'
        ? 'national_insurance'
        : studentLoanCode.test(row.label.text)
          ? 'student_loan'
          : classifyDeduction(translateWelsh(row.label.text))
  return { kind, label: row.label.text, amount: pence }
}

export const totalDeducted = (lines: PayLine[], kind: DeductionKind): number =>
  lines
    .map(toDeduction)
    .filter((deduction) => deduction.kind === kind)
    .reduce((sum, { amount }) => sum + amount, 0)

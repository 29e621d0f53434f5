import type { DeductionKind, DeductionLine, EarningsLine } from '../../../vocabulary/payslip-figures.ts'
import { classifyDeduction, classifyEarning } from '../../../vocabulary/payslip-lines.ts'
import { classifyLabel } from '../text/label-meaning.ts'
import { translateWelsh } from '../text/welsh.ts'
import { findBasicPay } from './basic-pay.ts'
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

/** Converts the earnings lines. If no line names the basic pay, it is the pay for the usual hours of work. */
export function toEarnings(lines: PayLine[]): EarningsLine[] {
  const earnings = lines.map(toEarning)
  if (earnings.some(({ kind }) => kind === 'basic')) return earnings
  const basic = new Set(findBasicPay(earnings))
  return earnings.map((line) =>
    basic.has(line) ? { ...line, kind: 'basic', isFixed: line.quantity === null } : line,
  )
}

const sacrifice = /\bsal(?:ary)?\.? ?(?:sac|ex)|\bsac(?:rifice)?\b|\bexchange\b/i
/** Matches corrections of earlier pay: `Basic Hours Prev Period`, `Salary Adjustment`. */
const retrospective =
  /\bretro|\b(?:arr|arrs|bkpay|b\/pay|adj|adjustment|correction|overpayment|underpayment|overpaid|underpaid|recovery|recovered|backdated)\b|\b(?:prev(?:ious)?|prior) (?:period|month|week)\b|pay award/i
const basicPay =
  /\bbasic\b|\bbase pay\b|\bhours worked\b|\bsalary\b|\bsalaried\b|\bwages?\b|^hourly(?: (?:pay|paid|wages?|rate))?$|^(?:weekly|fortnightly|monthly) pay$|^(?:hours paid|paid hours)$|^(?:(?:normal|contract(?:ed|ual)?|standard|core|regular|ordinary) )?(?:pay|hours|hrs)\b(?! ?\w)|\b(?:standard|std|normal|norm|contracted|core|ordinary|ord|regular|plain|flat) (?:hours|hrs|pay|time|rate)\b/i

/** Matches basic pay that names a kind of shift: `Basic Pay - On-Call Retainer 75%`, `Mon 10/11 Basic nights`. */
const namedBasicPay =
  /\bbasic (?:pay|salary|wages?|hours|hrs|days?|nights?|lates?|early|earlies|shifts?)\b(?!.*\b(?:overtime|enh|enhance|premium|allowance))/i

/** Matches payments beside the basic pay that contain its name: `Salary advance`, `Living wage top-up`. */
const notBasic = /\b(?:additional|addl|extra|excess|advance|protection|continuance|top[ -]?up|uplift)\b/i
const incentive = /\bincentive\b/i

/** Matches the ordinary hours of an assignment, beside those of its nights and weekends: `Quill Depot - Standard`. */
const standardHours =
  /^(?!.*\b(?:nights?|sat|sats|saturdays?|sun|sundays?|weekends?|bank|evenings?|lates?|overtime|call|standby|travel|training|sleep|holiday|premium|mileage|expenses)\b)(?:.* ?[-–—:/] ?|\p{L}+ )?(?:standard|std|normal|ordinary)(?: (?:rate|time|hours|hrs|shift|day|days))?$/iu

/**
 * Classifies an earnings line. Hours with a specific name (`Sunday hours`), additional pay and corrections of earlier pay
 * are not basic pay.
 */
function classifyLine(label: string, isByUnit: boolean): ReturnType<typeof classifyEarning> {
  const line = classifyEarning(label, { isByUnit })
  if (sacrifice.test(label)) return { ...line, kind: 'sacrifice', isFixed: false }
  if (notBasic.test(label) && line.kind === 'basic') return { ...line, kind: 'other', isFixed: false }
  if (retrospective.test(label)) return { ...line, kind: 'arrears', isFixed: false }
  if (line.kind === 'shift' && namedBasicPay.test(label))
    return { ...line, kind: 'basic', isFixed: !isByUnit }
  if (line.kind === 'other' && incentive.test(label)) return { ...line, kind: 'bonus' }
  if (line.kind === 'other' && isByUnit && standardHours.test(label)) return { ...line, kind: 'basic' }
  if (line.kind === 'basic' && !basicPay.test(label)) return { ...line, kind: 'other', isFixed: false }
  return line.kind === 'other' && basicPay.test(label) && !notBasic.test(label)
    ? { ...line, kind: 'basic', isFixed: !isByUnit }
    : line
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

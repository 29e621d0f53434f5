import { taxYearOf } from '../../../vocabulary/days.ts'
import { decimalOf } from '../../../vocabulary/money.ts'
import type { TrustFinding } from '../../document.ts'
import { calculateTax } from '../../paye/income-tax.ts'
import { taxMonthOf } from '../../paye/tax-calendar.ts'
import type { PayslipFields } from '../extract-fields.ts'
import { totalDeducted } from '../table/pay-lines.ts'
import { taxTuning } from '../tuning/checks.ts'
import { arithmeticFinding } from './arithmetic-finding.ts'
import {
  inferFrequency,
  listPossibleTaxPeriods,
  readStatedTaxPeriod,
  type TaxPeriodOfYear,
} from './tax-period.ts'

// Checks the income tax of a payslip against its tax code and taxable pay.

/**
 * Numbers of tax weeks or months that one payment may cover: 1 (weekly or monthly), 2 (fortnightly), 4 (four-weekly).
 */
const periodLengths = [1, 2, 4]

const isCumulative = ({ taxCode }: PayslipFields) =>
  taxCode?.basis === null || taxCode?.basis === 'cumulative'

const isWithin = (due: number | null, actual: number | undefined, tolerance: number) =>
  due !== null && actual !== undefined && Math.abs(due - actual) <= tolerance

/**
 * Returns the tax due on the year-to-date taxable pay up to a period, or null if the code is not cumulative or the
 * pay is unknown.
 */
function calculateTaxToDate(fields: PayslipFields, period: TaxPeriodOfYear): number | null {
  const {
    taxCode,
    period: { payDate },
    year,
  } = fields
  const taxable = year.taxable.value?.pence
  if (!taxCode || !isCumulative(fields) || !payDate || taxable === undefined) return null
  return calculateTax({ year: taxYearOf(payDate.day), code: taxCode.code, taxable, ...period })
}

/**
 * Whether tax code and taxable pay confirm the year-to-date tax. The tax does not confirm the taxable pay, because
 * the tax tables round taxable pay down to whole pounds.
 */
export const isTaxToDateConfirmed = (fields: PayslipFields): boolean =>
  listPossibleTaxPeriods(fields).some((period) =>
    isWithin(calculateTaxToDate(fields, period), fields.year.tax.value?.pence, taxTuning.confirmTolerance),
  )

/**
 * Returns why the year-to-date tax cannot be right, or null. Reports a false problem if the tax code changed during
 * the year.
 */
export function findTaxToDateProblem(fields: PayslipFields): string | null {
  const period = readStatedTaxPeriod(fields)
  const due = period && calculateTaxToDate(fields, period)
  const tax = fields.year.tax.value?.pence
  const isOff = due !== null && tax !== undefined && !isWithin(due, tax, taxTuning.yearToDateTolerance)
  return isOff ? 'the year-to-date tax is not what the tax code gives' : null
}

/**
 * Whether the tax deducted is what the tax code requires for one of these amounts of pay. If so, it confirms that
 * amount.
 */
export const isPayConfirmedByTax = (fields: PayslipFields, possiblePay: number[]): boolean =>
  isPayConfirmedByCumulativeTax(fields, possiblePay) || isPayConfirmedByPeriodTax(fields, possiblePay)

/** Compares the tax deducted with the tax due to date less the tax due up to the previous payment. */
function isPayConfirmedByCumulativeTax(fields: PayslipFields, possiblePay: number[]): boolean {
  const { taxCode, period, year, figures } = fields
  const taxable = year.taxable.value?.pence
  const tax = totalDeducted(figures.deductionLines, 'income_tax')
  if (!taxCode || !period.payDate || taxable === undefined || tax === 0) return false
  const number = period.taxPeriod?.number ?? taxMonthOf(period.payDate.day)
  const basis = {
    year: taxYearOf(period.payDate.day),
    code: taxCode.code,
    unit: period.taxPeriod?.unit ?? 'month',
  } as const
  const due = calculateTax({ ...basis, taxable, number })
  return possiblePay.some((pay) =>
    periodLengths.some((length) => {
      const isFirstPayment = number <= length
      if (isFirstPayment && pay !== taxable) return false
      const dueBefore = isFirstPayment
        ? 0
        : calculateTax({ ...basis, taxable: taxable - pay, number: number - length })
      return due !== null && dueBefore !== null && isWithin(due - dueBefore, tax, taxTuning.payTolerance)
    }),
  )
}

/** Compares the tax deducted with the tax due on the period alone, as for W1 and M1 codes. */
function isPayConfirmedByPeriodTax(
  { taxCode, period, figures }: PayslipFields,
  possiblePay: number[],
): boolean {
  const tax = totalDeducted(figures.deductionLines, 'income_tax')
  if (!taxCode || !period.payDate || tax <= 0) return false
  const basis = { year: taxYearOf(period.payDate.day), code: taxCode.code }
  return possiblePay.some((taxable) =>
    (['week', 'month'] as const).some((unit) =>
      periodLengths.some((number) =>
        isWithin(calculateTax({ ...basis, taxable, number, unit }), tax, taxTuning.payTolerance),
      ),
    ),
  )
}

/**
 * Returns a finding if the tax is not what the tax code requires. Checks the year-to-date tax for a cumulative code,
 * and the tax of the period for any other code.
 */
export function findTaxMismatch(fields: PayslipFields): TrustFinding[] {
  const { taxCode, period, year, stated, figures } = fields
  const frequency = inferFrequency(fields)
  if (!taxCode || !period.payDate || !frequency || !figures.deductionsAddUp) return []
  const isToDate = isCumulative(fields)
  const unit = frequency === 'monthly' ? 'month' : 'week'
  const length = { weekly: 1, fortnightly: 2, four_weekly: 4, monthly: 1 }[frequency]
  const printedNumber = period.taxPeriod?.number ?? (unit === 'month' ? taxMonthOf(period.payDate.day) : null)
  const number = isToDate ? printedNumber : length
  const taxable = (isToDate ? year.taxable : stated.taxable).value?.pence
  const actual = isToDate ? year.tax.value?.pence : totalDeducted(figures.deductionLines, 'income_tax')
  if (taxable === undefined || actual === undefined || number === null) return []
  const due = calculateTax({ year: taxYearOf(period.payDate.day), code: taxCode.code, taxable, number, unit })
  if (due === null || isWithin(due, actual, taxTuning.findingTolerance)) return []
  // A K code never takes more than half of the pay, so less tax than calculated is legitimate.
  if (taxCode.code.includes('K') && actual < due) return []
  const printedTax = isToDate ? year.tax.value : null
  return [
    arithmeticFinding({
      code: 'ARITHMETIC_INCOME_TAX',
      severity: isToDate ? 'low' : 'medium',
      title: 'Income tax differs from what the tax code gives',
      message: `${taxCode.code} on taxable pay of £${decimalOf(taxable)} ${isToDate ? `up to ${unit} ${number}` : 'in the period'} gives £${decimalOf(due)}; the payslip says £${decimalOf(actual)}. Pay from an earlier employer, a code that changed in the year or a correction could explain it.`,
      at: [
        {
          piece: printedTax?.at[0] ?? figures.deductionLines[0]?.cell.piece,
          expected: decimalOf(due),
          actual: decimalOf(actual),
        },
      ],
      fields: [
        isToDate
          ? 'income_information.earnings.year_to_date.total_tax_paid'
          : 'income_information.deductions.income_tax',
      ],
    }),
  ]
}

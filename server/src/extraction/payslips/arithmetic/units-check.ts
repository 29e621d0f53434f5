import { decimalOf } from '../../../vocabulary/money.ts'
import type { TrustFinding } from '../../document.ts'
import type { PayslipFields } from '../extract-fields.ts'
import type { PayRow } from '../table/rows/pay-row.ts'
import { isProduct } from '../table/rows/units-product.ts'
import { unitTolerance } from '../tuning/rows.ts'
import { arithmeticFinding } from './arithmetic-finding.ts'

// Checks the amounts of earnings against their hours (or days) and rate.

/** Overtime may be printed with the basic rate and paid at one of these multiples of it. */
const overtimeFactors = [1, 1.25, 1.33, 4 / 3, 1.5, 2]

const quantityOf = ({ quantity }: PayRow) => Number(quantity?.figure?.decimal ?? Number.NaN)
const rateOf = ({ rate }: PayRow) => Number(rate?.figure?.decimal ?? Number.NaN)

function toleranceOf(row: PayRow): number {
  const { minForCheck, perUnit, extraForCheck } = unitTolerance
  return Math.max(minForCheck, Math.abs(quantityOf(row)) * perUnit + extraForCheck)
}

/** Returns why the hours and rate that were read for a line cannot be right, or null. */
export function findUnitsProblem({ figures }: PayslipFields): string | null {
  const wrong = figures.earningLines.find(({ row, pence }) => {
    if (row.unexplained.length > 0 || row.amounts.length > 1) return true
    if (row.quantity && !row.rate) return !hasWholeRate(quantityOf(row), pence)
    const product = quantityOf(row) * rateOf(row) * 100
    const isNear = (factor: number) => Math.abs(product * factor - pence) <= toleranceOf(row)
    return Number.isFinite(product) && !overtimeFactors.some((factor) => isNear(factor) || isNear(-factor))
  })
  return wrong ? `hours and rate of "${wrong.row.label.text}" do not give its amount` : null
}

/**
 * Whether a rate in whole pence results in the amount. If the payslip prints no rate and no rate in whole pence fits,
 * the hours are doubtful.
 */
function hasWholeRate(quantity: number, pence: number): boolean {
  const rate = Math.round(pence / quantity)
  return Number.isFinite(rate) && rate !== 0 && Math.abs(rate * quantity - pence) <= unitTolerance.wholeRate
}

/**
 * Whether the amount of every earnings line is its hours times its rate. A salary printed as quantity 1.00 confirms
 * nothing.
 */
export const isPayConfirmedByUnits = ({ figures }: PayslipFields): boolean =>
  figures.earningLines.length > 0 &&
  figures.earningLines.every(
    ({ row, pence }) =>
      row.quantity &&
      row.rate &&
      row.quantity.figure?.decimal !== '1.00' &&
      isProduct(row.quantity, row.rate, pence),
  )

/** Returns a finding for each line whose amount is not its hours times its rate. */
export function findUnitsMismatches({ figures }: PayslipFields): TrustFinding[] {
  return figures.earningLines.flatMap(({ row, pence, cell }, n) => {
    const product = Math.round(quantityOf(row) * rateOf(row) * 100)
    if (!Number.isFinite(product) || Math.abs(product - pence) <= toleranceOf(row)) return []
    return [
      arithmeticFinding({
        code: 'ARITHMETIC_UNITS',
        severity: 'low',
        title: 'Hours and rate do not give the amount',
        message: `${row.quantity?.text} at ${row.rate?.text} is £${decimalOf(product)}, but "${row.label.text}" is printed as £${decimalOf(pence)}. A factor for overtime could explain it.`,
        at: [{ piece: cell.piece, expected: decimalOf(product), actual: decimalOf(pence) }],
        fields: [`income_information.earnings.earning_elements.${n}.amount`],
      }),
    ]
  })
}

import { taxYearOf } from '../../../vocabulary/payslip-figures.ts'
import { taxMonthOf } from '../../paye/tax-calendar.ts'
import { insuranceDue } from '../../paye/national-insurance.ts'
import { taxDue } from '../../paye/income-tax.ts'
import type { Gathered } from '../extract-fields.ts'
import { deductionLine } from '../table/pay-lines.ts'
import { isProduct } from '../table/rows.ts'

// Who raises a line of pay, the gross and the net by the same sum leaves all totals right. What was taken off then belongs
// to another pay: National Insurance and tax are worked out again, from the pay that is printed.

/** Pence: payroll software rounds each part by itself. */
const tolerance = 5
const frequencies = ['weekly', 'fortnightly', 'four_weekly', 'monthly'] as const

/** Why nothing but its own sums speaks for the pay, or null. */
export function unconfirmedPay(read: Gathered): string | null {
  const isConfirmed =
    byInsurance(read) || byCumulativeTax(read) || byPeriodTax(read) || byUnits(read) || byYear(read)
  return isConfirmed
    ? null
    : 'nothing but its own sums confirms the pay: neither its National Insurance nor its tax'
}

const takenAs = ({ figures }: Gathered, word: string) =>
  figures.taken
    .map(deductionLine)
    .filter((line) => line.word === word)
    .reduce((sum, { amount }) => sum + amount, 0)

/** The pay that counts: all of it, or all but one smaller line, such as mileage, or less the pension. */
function possiblePay(read: Gathered): number[] {
  const gross = read.figures.gross?.pence ?? 0
  const lines = read.figures.earnings.map(({ pence }) => pence)
  const largest = Math.max(0, ...lines)
  const aside = [...lines.filter((pence) => pence !== largest), takenAs(read, 'pension')]
  return [gross, ...aside.filter((pence) => pence > 0).map((pence) => gross - pence)]
}

const isNear = (due: number | null, actual: number) => due !== null && Math.abs(due - actual) <= tolerance

function byInsurance(read: Gathered): boolean {
  const { period, niLetter } = read
  const ni = takenAs(read, 'national_insurance')
  if (!period.payDate || ni <= 0) return false
  const year = taxYearOf(period.payDate.day)
  const printed = frequencies.filter((one) => one === period.frequency?.value)
  return possiblePay(read).some((earnings) =>
    (printed.length > 0 ? printed : frequencies).some((frequency) =>
      isNear(insuranceDue({ year, letter: niLetter?.value ?? 'A', earnings, frequency }), ni),
    ),
  )
}

const lengths = [1, 2, 4]

/** Tax to date less the tax up to the payment before. */
function byCumulativeTax(read: Gathered): boolean {
  const { taxCode, period, year } = read
  const [taxable, tax] = [year.taxable.value?.pence, takenAs(read, 'income_tax')]
  if (!taxCode || !period.payDate || taxable === undefined || tax === 0) return false
  const unit = period.taxPeriod?.unit ?? 'month'
  const number = period.taxPeriod?.number ?? taxMonthOf(period.payDate.day)
  const at = { year: taxYearOf(period.payDate.day), code: taxCode.code, unit } as const
  const due = taxDue({ ...at, taxable, number })
  return possiblePay(read).some((pay) =>
    lengths.some((length) => {
      // In the first period the year is this pay alone.
      if (number <= length && pay !== taxable) return false
      const before = number > length ? taxDue({ ...at, taxable: taxable - pay, number: number - length }) : 0
      return due !== null && before !== null && isNear(due - before, tax)
    }),
  )
}

function byPeriodTax(read: Gathered): boolean {
  const { taxCode, period } = read
  const tax = takenAs(read, 'income_tax')
  if (!taxCode || !period.payDate || tax <= 0) return false
  const year = taxYearOf(period.payDate.day)
  return possiblePay(read).some((taxable) =>
    (['week', 'month'] as const).some((unit) =>
      lengths.some((number) => isNear(taxDue({ year, code: taxCode.code, taxable, number, unit }), tax)),
    ),
  )
}

/** Every line is hours times rate; a salary as one of itself proves nothing. */
const byUnits = ({ figures }: Gathered) =>
  figures.earnings.length > 0 &&
  figures.earnings.every(
    ({ row, pence }) =>
      row.quantity &&
      row.rate &&
      row.quantity.figure?.decimal !== '1.00' &&
      isProduct(row.quantity, row.rate, pence),
  )

/** The same pay in every period of the year: another pay would not go into the sum of the year. */
function byYear({ figures, year, period }: Gathered): boolean {
  const [one, all] = [figures.gross?.pence ?? 0, year.gross.value?.pence ?? 0]
  const number = period.taxPeriod?.number ?? (period.payDate ? taxMonthOf(period.payDate.day) : 0)
  return number > 1 && one > 5000 && all === one * number
}

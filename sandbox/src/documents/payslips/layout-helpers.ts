import { addDays, type IsoDate, workingDayOnOrBefore } from '../../calendar.ts'
import type { GeneratedPayslip, PayrollDeduction, PayrollDeductionKind } from '../../payroll/types.ts'
import type { PostalAddress, SimulatedPerson } from '../../people/types.ts'
import type { Drawing, PayslipSource, Sheet } from '../types.ts'

/** Returns the initials of the forenames: `Anna Maria` becomes `A M`. */
export const initials = ({ forename }: SimulatedPerson): string =>
  forename
    .split(/[\s-]+/)
    .map((name) => name.charAt(0).toUpperCase())
    .join(' ')

const ukCountries = ['England', 'Wales', 'Scotland', 'Northern Ireland']

/** Returns the lines of a postal address. Omits a county that equals the city, and the country if it is the UK. */
export function addressLines(address: PostalAddress): string[] {
  return Object.values(postal(address)).filter((line) => line !== '')
}

function postal({ street, city, county, postCode, country }: PostalAddress): PostalAddress {
  const hasCounty = county !== city
  return {
    street,
    city,
    county: hasCounty ? county : '',
    postCode,
    country: ukCountries.includes(country) ? '' : country,
  }
}

/** Prints an address line by line and returns it as printed. */
export function printAddress(
  address: PostalAddress,
  print: (line: string, n: number) => string,
): PostalAddress {
  let n = 0
  const printed = Object.entries(postal(address)).map(([part, line]) => [
    part,
    line === '' ? '' : print(line, n++),
  ])
  return Object.fromEntries(printed)
}

/** Returns the suffix that marks a non-cumulative tax code. */
export const taxBasis = ({ isCumulative, frequency }: GeneratedPayslip): '' | 'W1' | 'M1' =>
  isCumulative ? '' : frequency === 'monthly' ? 'M1' : 'W1'

export const taxCodeOf = (payslip: GeneratedPayslip): string =>
  `${payslip.taxCode} ${taxBasis(payslip)}`.trim()

export const isMonthly = ({ frequency }: GeneratedPayslip): boolean => frequency === 'monthly'

/** Layout-specific labels of the standard deductions; others keep the employer's description. */
type DeductionLabels = Record<
  Exclude<PayrollDeductionKind, 'attachment_of_earnings' | 'loan' | 'other'>,
  string
>
export const deductionLabel = (labels: DeductionLabels, { kind, description }: PayrollDeduction): string =>
  kind in labels ? labels[kind as keyof DeductionLabels] : description

export const deductionRole = ({ kind }: PayrollDeduction): string =>
  kind === 'income_tax' ? 'income_tax' : 'deduction_amount'

/** Returns `XXXX1234`. Uses X, because not every font has bullets. */
export const maskedAccount = ({ bank }: SimulatedPerson): string => `XXXX${bank.accountNumber.slice(-4)}`

type ColumnPage<Left, Right> = { left: Left[]; right: Right[]; number: number; of: number; isLast: boolean }

/** Splits two side-by-side lists into pages; there is always at least one page. */
export function paginateColumns<Left, Right>(
  left: Left[],
  right: Right[],
  rows: number,
  rightRows = rows,
): ColumnPage<Left, Right>[] {
  const of = Math.max(1, Math.ceil(left.length / rows), Math.ceil(right.length / rightRows))
  return Array.from({ length: of }, (_, n) => ({
    left: left.slice(n * rows, (n + 1) * rows),
    right: right.slice(n * rightRows, (n + 1) * rightRows),
    number: n + 1,
    of,
    isLast: n + 1 === of,
  }))
}

/** Returns the creation date: payslips are made a few days before the pay date. */
const madeOn = (payDate: IsoDate): IsoDate => workingDayOnOrBefore(addDays(payDate, -3))

export const payslipDrawing = (
  { payslip }: PayslipSource,
  file: { title: string; creator: string; sheets: Sheet[] },
): Drawing => ({ ...file, madeOn: madeOn(payslip.payDate) })

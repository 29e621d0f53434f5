import { addDays, type Day, workingDayBefore } from '../../calendar.ts'
import type { Deduction, DeductionKind, Payslip } from '../../payroll/types.ts'
import type { Address, Person } from '../../people/types.ts'
import type { Drawing, PayslipMatter, Sheet } from '../types.ts'

/** `Anna Maria` → `A M` */
export const initials = ({ forename }: Person): string =>
  forename
    .split(/[\s-]+/)
    .map((name) => name.charAt(0).toUpperCase())
    .join(' ')

const home = ['England', 'Wales', 'Scotland', 'Northern Ireland']

/** As post is addressed: no county that is named like its city, no country that the postman lives in. */
export function addressLines(address: Address): string[] {
  return Object.values(postal(address)).filter((line) => line !== '')
}

function postal({ street, city, county, postCode, country }: Address): Address {
  const isNamed = county !== city
  return {
    street,
    city,
    county: isNamed ? county : '',
    postCode,
    country: home.includes(country) ? '' : country,
  }
}

/** Prints an address line by line, and returns it as it stands on the paper. */
export function printAddress(address: Address, print: (line: string, n: number) => string): Address {
  let n = 0
  const printed = Object.entries(postal(address)).map(([part, line]) => [
    part,
    line === '' ? '' : print(line, n++),
  ])
  return Object.fromEntries(printed)
}

/** How a slip says that the tax of earlier periods is not looked at. */
export const taxBasis = ({ isCumulative, frequency }: Payslip): '' | 'W1' | 'M1' =>
  isCumulative ? '' : frequency === 'monthly' ? 'M1' : 'W1'

export const taxCodeOf = (payslip: Payslip): string => `${payslip.taxCode} ${taxBasis(payslip)}`.trim()

export const isByMonth = ({ frequency }: Payslip): boolean => frequency === 'monthly'

/** A system's own words for what every system deducts; the rest keeps the name it has at the employer. */
type DeductionWords = Record<Exclude<DeductionKind, 'attachment_of_earnings' | 'loan' | 'other'>, string>
export const deductionLabel = (words: DeductionWords, { kind, description }: Deduction): string =>
  kind in words ? words[kind as keyof DeductionWords] : description

export const deductionRole = ({ kind }: Deduction): string =>
  kind === 'income_tax' ? 'income_tax' : 'deduction_amount'

/** `••••1234` without the dots, which not every font has. */
export const maskedAccount = ({ bank }: Person): string => `XXXX${bank.accountNumber.slice(-4)}`

type Page<Left, Right> = { left: Left[]; right: Right[]; number: number; of: number; isLast: boolean }

/** Two lists side by side on as many sheets as the longer one needs; there is always one. */
export function spread<Left, Right>(
  left: Left[],
  right: Right[],
  rows: number,
  rightRows = rows,
): Page<Left, Right>[] {
  const of = Math.max(1, Math.ceil(left.length / rows), Math.ceil(right.length / rightRows))
  return Array.from({ length: of }, (_, n) => ({
    left: left.slice(n * rows, (n + 1) * rows),
    right: right.slice(n * rightRows, (n + 1) * rightRows),
    number: n + 1,
    of,
    isLast: n + 1 === of,
  }))
}

/** Payrolls are run some days before the money arrives. */
const madeOn = (payDate: Day): Day => workingDayBefore(addDays(payDate, -3))

export const drawingOf = (
  { payslip }: PayslipMatter,
  file: { title: string; creator: string; sheets: Sheet[] },
): Drawing => ({ ...file, madeOn: madeOn(payslip.payDate) })

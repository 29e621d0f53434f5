import type { Gathered } from '../extract-fields.ts'
import { type YearKind, yearNames } from '../table/stated-amounts.ts'
import { taxByCode } from './cross-checks.ts'

// Sums of the year are not made up of anything on the paper. What can be said of them all the same is said here.

/** Pence, as HMRC's tables round. */
const tolerance = 200

/** Why the sums of the year cannot be right as they were read, or null. */
export function yearProblem(read: Gathered): string | null {
  return (
    printedTwice(read) ?? belowPeriod(read) ?? standingStill(read) ?? tooMuchNet(read) ?? cumulative(read)
  )
}

function pairs({ figures, year, stated }: Gathered) {
  const period: Record<YearKind, number | undefined> = {
    gross: figures.gross?.pence,
    net: figures.net?.pence,
    tax: stated.tax.value?.pence,
    ni: stated.ni.value?.pence,
    taxable: stated.taxable.value?.pence,
  }
  return (Object.keys(yearNames) as YearKind[]).map((kind) => ({
    kind,
    period: period[kind],
    year: year[kind].value?.pence,
  }))
}

function printedTwice({ year }: Gathered): string | null {
  const kind = (Object.keys(yearNames) as YearKind[]).find((one) => year[one].isContradicted)
  return kind ? `the ${yearNames[kind]} of the year is printed with different amounts` : null
}

function belowPeriod(read: Gathered): string | null {
  const found = pairs(read).find(
    ({ period, year }) => period !== undefined && year !== undefined && period > year,
  )
  return found ? `the ${yearNames[found.kind]} of the year is below that of the period` : null
}

/** Either all sums are those of the first payment of a year, or none is. */
function standingStill(read: Gathered): string | null {
  const known = pairs(read).filter(
    ({ period, year }) => period !== undefined && year !== undefined && period > 0,
  )
  const grown = known.filter(({ period, year }) => (year ?? 0) > (period ?? 0))
  const still = known.find(
    ({ period, year, kind }) => year === period && (kind === 'gross' || kind === 'net' || kind === 'taxable'),
  )
  return grown.length > 0 && still
    ? `the ${yearNames[still.kind]} of the year did not grow with the others`
    : null
}

function tooMuchNet({ year }: Gathered): string | null {
  const [gross, net] = [year.gross.value?.pence, year.net.value?.pence]
  const taken = (year.tax.value?.pence ?? 0) + (year.ni.value?.pence ?? 0)
  if (gross === undefined || taken < 0) return null
  if (net !== undefined && net > gross - taken)
    return 'the net pay of the year is more than tax and National Insurance leave'
  return taken > gross ? 'tax and National Insurance of the year are more than the gross pay' : null
}

/** Tax to date follows from taxable pay to date, by the code; a change of either in the year makes it doubtful. */
function cumulative(read: Gathered): string | null {
  const tax = read.year.tax.value?.pence
  const due = taxByCode(read)
  const isOff = due !== null && tax !== undefined && Math.abs(due - tax) > tolerance
  return isOff ? 'the tax of the year is not what the code gives' : null
}

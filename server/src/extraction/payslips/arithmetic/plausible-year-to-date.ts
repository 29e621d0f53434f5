import type { PayslipFields } from '../extract-fields.ts'
import { type YearToDateKind, yearToDateNames } from '../table/stated-amounts.ts'
import { findTaxToDateProblem } from './tax-check.ts'

// Year-to-date amounts cannot be checked by adding up figures of one payslip. These checks find year-to-date amounts
// that cannot be right.

const kinds = Object.keys(yearToDateNames) as YearToDateKind[]

/** Returns why a year-to-date amount cannot be right, or null. */
export function findYearToDateProblem(fields: PayslipFields): string | null {
  return (
    findContradiction(fields) ??
    findBelowPeriod(fields) ??
    findNotGrown(fields) ??
    findTooMuchNet(fields) ??
    findTaxToDateProblem(fields)
  )
}

function compareWithPeriod({ figures, year, stated }: PayslipFields) {
  const period: Record<YearToDateKind, number | undefined> = {
    gross: figures.gross?.pence,
    net: figures.net?.pence,
    tax: stated.tax.value?.pence,
    ni: stated.ni.value?.pence,
    taxable: stated.taxable.value?.pence,
  }
  return kinds.flatMap((kind) => {
    const [ofPeriod, toDate] = [period[kind], year[kind].value?.pence]
    return ofPeriod === undefined || toDate === undefined ? [] : [{ kind, ofPeriod, toDate }]
  })
}

function findContradiction({ year }: PayslipFields): string | null {
  const kind = kinds.find((one) => year[one].isContradicted)
  return kind ? `the year-to-date ${yearToDateNames[kind]} is printed with different amounts` : null
}

function findBelowPeriod(fields: PayslipFields): string | null {
  const below = compareWithPeriod(fields).find(({ ofPeriod, toDate }) => ofPeriod > toDate)
  return below ? `the year-to-date ${yearToDateNames[below.kind]} is below that of the period` : null
}

/**
 * Finds an amount that did not grow. In the first period of a tax year every year-to-date amount equals the amount of
 * the period; in later periods every year-to-date amount is larger.
 */
function findNotGrown(fields: PayslipFields): string | null {
  const compared = compareWithPeriod(fields).filter(({ ofPeriod }) => ofPeriod > 0)
  const hasGrown = compared.some(({ ofPeriod, toDate }) => toDate > ofPeriod)
  const notGrown = compared.find(
    ({ ofPeriod, toDate, kind }) =>
      toDate === ofPeriod && (kind === 'gross' || kind === 'net' || kind === 'taxable'),
  )
  return hasGrown && notGrown
    ? `the year-to-date ${yearToDateNames[notGrown.kind]} did not grow with the others`
    : null
}

function findTooMuchNet({ year }: PayslipFields): string | null {
  const [gross, net] = [year.gross.value?.pence, year.net.value?.pence]
  const deducted = (year.tax.value?.pence ?? 0) + (year.ni.value?.pence ?? 0)
  if (gross === undefined || deducted < 0) return null
  if (net !== undefined && net > gross - deducted)
    return 'the year-to-date net pay is more than tax and National Insurance leave'
  return deducted > gross ? 'year-to-date tax and National Insurance are more than the gross pay' : null
}

import { solverTuning } from '../../tuning/solver.ts'
import { amountOf, type PayRow } from '../rows/pay-row.ts'

// Finds consecutive rows that add up to a total.

/** Returns the first run of consecutive rows that adds up to the total. */
export function findRun(rows: PayRow[], total: number, toPence = amountOf): PayRow[] | null {
  for (let start = 0; start < Math.min(rows.length, solverTuning.maxRunStarts); start++) {
    let sum = 0
    for (let end = start; end < Math.min(rows.length, start + solverTuning.maxRunRows); end++) {
      sum += toPence(rows[end] as PayRow)
      if (Math.abs(sum) === total) return rows.slice(start, end + 1)
    }
  }
  return total === 0 ? [] : null
}

/**
 * Returns the longest run of rows that ends with the last row and adds up to the total. A longer run may add a
 * payment and its reversal.
 */
export function findRunEndingLast(rows: PayRow[], total: number): PayRow[] | null {
  let sum = 0
  let longest: PayRow[] | null = null
  for (let n = rows.length - 1; n >= 0 && rows.length - n <= solverTuning.maxRunStarts; n--) {
    sum += amountOf(rows[n] as PayRow)
    if (sum === total && total !== 0) longest = rows.slice(n)
  }
  return longest
}

/**
 * Returns the run of rows that adds up to the total and has the largest share of fitting labels, as a list of one or
 * none.
 */
export function findBestRun(
  columns: PayRow[][],
  total: number,
  hasFittingLabel: (row: PayRow) => boolean,
  toPence = amountOf,
): PayRow[][] {
  const runs = columns.flatMap((column) =>
    column.slice(0, solverTuning.maxRunStarts).flatMap((_, start) => {
      let sum = 0
      return column.slice(start, start + solverTuning.maxRunRows).flatMap((row, n) => {
        sum += toPence(row)
        return Math.abs(sum) === total ? [column.slice(start, start + n + 1)] : []
      })
    }),
  )
  const share = (run: PayRow[]) => run.filter(hasFittingLabel).length / run.length
  return runs.toSorted((one, other) => share(other) - share(one) || other.length - one.length).slice(0, 1)
}

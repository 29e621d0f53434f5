import type { PageRegion, PayslipParse, StatementParse, TrustFinding } from '../document.ts'
import { containsPoint, digitsOf } from './geometry.ts'

/** With more rows between two balances, listing them all would not help a reviewer. */
const maxRows = 8

type StatementRow = { place: PageRegion | null; pence: number; amount: string }

/**
 * The rows between a contradicting balance and the balance before it: if the balance itself was not changed, one of them was.
 * Empty if the finding is not about rows.
 */
export function rowsSincePreviousBalance(
  parse: StatementParse | PayslipParse,
  { fields }: TrustFinding,
): StatementRow[] {
  const { submission, provenance, cells } = parse
  const last = Number(/^transactions\.(\d+)\.amount$/.exec(fields[0] ?? '')?.[1] ?? Number.NaN)
  if (!submission || !('transactions' in submission) || Number.isNaN(last)) return []
  const { transactions } = submission
  const balances = cells.filter(({ column }) => column === 'balance')
  const regionOf = (n: number) => provenance[`transactions.${n}.amount`]?.place ?? null
  const hasBalance = (n: number) => {
    const place = regionOf(n)
    if (!place) return false
    const { page, box } = place
    return balances.some(
      (cell) => cell.page === page && containsPoint([0, box[1], Infinity, box[3] + 1], 1, cell.word.y),
    )
  }
  const isNewestFirst = (transactions[0]?.date ?? '') > (transactions.at(-1)?.date ?? '')
  const rows: StatementRow[] = []
  for (let n = last; rows.length <= maxRows; n += isNewestFirst ? 1 : -1) {
    const row = transactions[n]
    if (!row || (n !== last && hasBalance(n))) break
    const pence = Number(digitsOf(row.amount)) * (row.type === 'debit' ? -1 : 1)
    rows.push({ place: regionOf(n), pence, amount: row.amount })
  }
  return rows
}

/** Regions to review besides the balance; if there are many rows, only the one next to it. */
export const regionsOfRows = (rows: readonly StatementRow[]): TrustFinding['places'] =>
  (rows.length > maxRows ? rows.slice(0, 1) : rows).flatMap(({ place, amount }) =>
    place ? [{ ...place, actual: amount }] : [],
  )

/** Whether flipping the sign of all rows, or of all rows of one sign, removes the difference: then signs were misread. */
export function isExplainedBySigns(rows: readonly StatementRow[], difference: number): boolean {
  const sum = (some: readonly StatementRow[]) => Math.abs(some.reduce((total, { pence }) => total + pence, 0))
  const groups = [rows, rows.filter(({ pence }) => pence > 0), rows.filter(({ pence }) => pence < 0)]
  return rows.length > 1 && groups.some((group) => difference > 0 && 2 * sum(group) === difference)
}

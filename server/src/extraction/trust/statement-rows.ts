import type { DocumentParse, PageRegion, TrustFinding } from '../document.ts'
import { containsPoint, digitsOf } from './geometry.ts'

/** Maximum number of rows between two balances that are all listed. A longer list would not help a reviewer. */
const maxRows = 8

type StatementRow = { place: PageRegion | null; pence: number; amount: string }

/**
 * Returns the rows between a contradicting balance and the balance before it. If the balance itself was not changed,
 * one of these rows was. Returns an empty list if the finding is not about rows.
 */
export function rowsSincePreviousBalance(parse: DocumentParse, { fields }: TrustFinding): StatementRow[] {
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

/**
 * Returns the regions to review in addition to the balance. If there are too many rows, only the row next to the
 * balance is included.
 */
export const regionsOfRows = (rows: readonly StatementRow[]): TrustFinding['places'] =>
  (rows.length > maxRows ? rows.slice(0, 1) : rows).flatMap(({ place, amount }) =>
    place ? [{ ...place, actual: amount }] : [],
  )

/**
 * Whether changing the sign of all rows, of all credits or of all debits removes the difference, which means that the
 * parser misread the signs.
 */
export function isExplainedBySigns(rows: readonly StatementRow[], difference: number): boolean {
  const sum = (some: readonly StatementRow[]) => Math.abs(some.reduce((total, { pence }) => total + pence, 0))
  const groups = [rows, rows.filter(({ pence }) => pence > 0), rows.filter(({ pence }) => pence < 0)]
  return rows.length > 1 && groups.some((group) => difference > 0 && 2 * sum(group) === difference)
}

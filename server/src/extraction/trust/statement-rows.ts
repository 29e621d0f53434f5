import type { Finding, PayslipParse, Place, StatementParse } from '../document.ts'
import { digitsOf, holds } from './geometry.ts'

/** With more rows between two balances than this, naming them all says nothing. */
const mostRows = 8

type Row = { place: Place | null; pence: number; amount: string }

/**
 * The rows from which a balance does not follow, back to the balance before it: one of them was changed, where the balance
 * itself was not. None where the finding is not about rows.
 */
export function rowsBefore(parse: StatementParse | PayslipParse, { fields }: Finding): Row[] {
  const { submission, provenance, cells } = parse
  const last = Number(/^transactions\.(\d+)\.amount$/.exec(fields[0] ?? '')?.[1] ?? Number.NaN)
  if (!submission || !('transactions' in submission) || Number.isNaN(last)) return []
  const { transactions } = submission
  const balances = cells.filter(({ column }) => column === 'balance')
  const placeOf = (n: number) => provenance[`transactions.${n}.amount`]?.place ?? null
  const hasBalance = (n: number) => {
    const place = placeOf(n)
    if (!place) return false
    const { page, box } = place
    return balances.some(
      (cell) => cell.page === page && holds([0, box[1], Infinity, box[3] + 1], 1, cell.word.y),
    )
  }
  const isNewestFirst = (transactions[0]?.date ?? '') > (transactions.at(-1)?.date ?? '')
  const rows: Row[] = []
  for (let n = last; rows.length <= mostRows; n += isNewestFirst ? 1 : -1) {
    const row = transactions[n]
    if (!row || (n !== last && hasBalance(n))) break
    const pence = Number(digitsOf(row.amount)) * (row.type === 'debit' ? -1 : 1)
    rows.push({ place: placeOf(n), pence, amount: row.amount })
  }
  return rows
}

/** Where to look besides the balance. Of many rows only the one beside it is named. */
export const placesOf = (rows: readonly Row[]): Finding['places'] =>
  (rows.length > mostRows ? rows.slice(0, 1) : rows).flatMap(({ place, amount }) =>
    place ? [{ ...place, actual: amount }] : [],
  )

/** Whether the difference goes away when all rows, or all of one sign, count the other way: then signs were misread. */
export function isOfSigns(rows: readonly Row[], difference: number): boolean {
  const sum = (some: readonly Row[]) => Math.abs(some.reduce((total, { pence }) => total + pence, 0))
  const groups = [rows, rows.filter(({ pence }) => pence > 0), rows.filter(({ pence }) => pence < 0)]
  return rows.length > 1 && groups.some((group) => difference > 0 && 2 * sum(group) === difference)
}

import type { PayRow } from './pay-row.ts'

const leadingCode = /^\d{3,5} (?=\S*\p{L})/u

/**
 * Removes payroll codes from labels if every row has one. A number before only some labels may be part of their text.
 */
export function stripPayrollCodes(rows: PayRow[]): PayRow[] {
  const titled = rows.filter(({ side }) => side !== null)
  const hasCode = ({ label, labelPieces }: PayRow) =>
    leadingCode.test(label.text) || labelPieces.some(({ text }) => /^\d{3,5}$/.test(text))
  const areAllCoded = titled.length > 1 && titled.filter(({ isTotalOrMemo }) => !isTotalOrMemo).every(hasCode)
  return areAllCoded
    ? rows.map((row) => ({ ...row, label: { ...row.label, text: row.label.text.replace(leadingCode, '') } }))
    : rows
}

import type { PayRow } from './pay-row.ts'

/** Matches the payroll code in `5000 Basic pay` or `T01 PAYE`. */
const leadingCode = /^(?:\d{3,5}|\p{Lu}{1,2}\d{2,4}) (?=\S*\p{L})/u
const codeOnly = /^(?:\d{3,5}|\p{Lu}{1,2}\d{2,4})$/u

/**
 * Removes payroll codes from labels if every row has one. A code before only some labels may be part of their text.
 */
export function stripPayrollCodes(rows: PayRow[]): PayRow[] {
  const titled = rows.filter(({ side }) => side !== null)
  const hasCode = ({ label, labelPieces }: PayRow) =>
    leadingCode.test(label.text) || labelPieces.some(({ text }) => codeOnly.test(text))
  const areAllCoded = titled.length > 1 && titled.filter(({ isTotalOrMemo }) => !isTotalOrMemo).every(hasCode)
  return areAllCoded
    ? rows.map((row) => ({ ...row, label: { ...row.label, text: row.label.text.replace(leadingCode, '') } }))
    : rows
}

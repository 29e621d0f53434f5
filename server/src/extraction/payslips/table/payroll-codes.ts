import type { Row } from './rows.ts'

const coded = /^\d{3,5} (?=\S*\p{L})/u

/** Payroll codes before every description are a column of their own; before one alone they may be its name. */
export function withoutCodes(rows: Row[]): Row[] {
  const lines = rows.filter(({ side }) => side !== null)
  const hasCode = ({ label, texts }: Row) =>
    coded.test(label.text) || texts.some(({ text }) => /^\d{3,5}$/.test(text))
  const isCoded = lines.length > 1 && lines.filter(({ isSum }) => !isSum).every(hasCode)
  return isCoded
    ? rows.map((row) => ({ ...row, label: { ...row.label, text: row.label.text.replace(coded, '') } }))
    : rows
}

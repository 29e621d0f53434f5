/**
 * Text that a spreadsheet would run as a formula, or treat as one after trimming. It gets an apostrophe in front, which
 * spreadsheets take as a mark of text. Amounts are not affected: a minus and digits are a number.
 */
const formulaPattern = /^\s*[=+\-@\t\r|%]/
const numberPattern = /^-?\d+(\.\d+)?$/

/** One line of a CSV file (RFC 4180). */
export const csvLine = (cells: readonly (string | null)[]) => `${cells.map(csvCell).join(',')}\r\n`

function csvCell(text: string | null) {
  if (text === null) return ''
  const safe = formulaPattern.test(text) && !numberPattern.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

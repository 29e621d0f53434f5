/** Parses CSV (RFC 4180): fields in quotes may contain commas, line breaks and doubled quotes. */
export function parseCsv(text: string): { line: number; cells: string[] }[] {
  const rows: { line: number; cells: string[] }[] = []
  // Matches one field with the separator after it. The last alternative of the separator is the end of the text.
  const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|\n|\r|$)/y
  const source = text.replace(/^\ufeff/, '')
  let cells: string[] = []
  let line = 1
  let startLine = 1
  while (field.lastIndex <= source.length) {
    const match = field.exec(source)
    if (!match) throw new CsvError(line)
    const [whole, quoted, plain = '', separator] = match
    cells.push((quoted?.replaceAll('""', '"') ?? plain).trim())
    line += whole.match(/\r\n|\n|\r/g)?.length ?? 0
    if (separator === ',') continue
    if (cells.some((cell) => cell !== '')) rows.push({ line: startLine, cells })
    if (separator === '') return rows
    cells = []
    startLine = line
  }
  return rows
}

export class CsvError extends Error {
  readonly line: number

  constructor(line: number) {
    super(`Line ${line} has a quotation mark in the wrong place`)
    this.line = line
  }
}

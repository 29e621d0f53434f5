const columns = ['id', 'name', 'aliases', 'url', 'logo_url', 'providers'] as const

/** Separates several values in one cell. */
const listSeparator = '|'

/**
 * Parses a table of employers (RFC 4180) with the columns id, name, aliases, url, logo_url and providers, in any order.
 * Aliases and providers are separated by `|`. The catalogue's schema validates the values.
 */
export function parseEmployersCsv(text: string): Record<(typeof columns)[number], string | string[]>[] {
  const [header = [], ...rows] = parseCsv(text)
  const missing = columns.filter((column) => !header.includes(column))
  if (missing.length > 0) throw new Error(`the table of employers lacks the columns ${missing.join(', ')}`)
  const unknown = header.filter((name) => !columns.some((column) => column === name))
  if (unknown.length > 0)
    throw new Error(`the table of employers has the unknown columns ${unknown.join(', ')}`)
  return rows.map((row, n) => {
    if (row.length !== header.length)
      throw new Error(
        `row ${n + 2} of the table of employers has ${row.length} cells instead of ${header.length}`,
      )
    const cell = (name: string) => (row[header.indexOf(name)] ?? '').trim()
    const list = (name: string) =>
      cell(name)
        .split(listSeparator)
        .map((value) => value.trim())
        .filter((value) => value !== '')
    return {
      id: cell('id'),
      name: cell('name'),
      aliases: list('aliases'),
      url: cell('url'),
      logo_url: cell('logo_url'),
      providers: list('providers'),
    }
  })
}

/** Splits CSV into rows of cells. Quoted cells can contain commas, line breaks and doubled quotes. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  const pattern = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/gy
  const content = text.replace(/^\uFEFF/, '').replace(/(\r?\n)+$/, '')
  while (pattern.lastIndex <= content.length) {
    const match = pattern.exec(content)
    if (!match) throw new Error(`row ${rows.length + 1} of the table of employers is not valid CSV`)
    const [, quoted, plain = '', end] = match
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    if (end !== ',') {
      rows.push(row)
      row = []
    }
    if (end === '') break
  }
  return rows.filter((cells) => cells.length > 1 || cells[0] !== '')
}

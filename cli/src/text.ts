type Cell = string | number | boolean | null | undefined
export type Columns<Row> = Record<string, (row: Row) => Cell>

// Strip escape sequences and bidirectional control characters: text from others must not control the
// terminal.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
const steering = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g

export const plain = (text: string) => text.replaceAll(steering, '\ufffd')

/** Formats JSON and escapes these characters, of which JSON.stringify escapes only some. */
export const jsonOf = (value: unknown, indent?: number) =>
  JSON.stringify(value, null, indent).replaceAll(
    /[\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

export function tableOf<Row>(rows: readonly Row[], columns: Columns<Row>): string {
  if (rows.length === 0) return 'No results.'
  const lines = [
    Object.keys(columns),
    ...rows.map((row) => Object.values(columns).map((cell) => shown(cell(row)))),
  ]
  const widths = Object.keys(columns).map((_, n) => Math.max(...lines.map((line) => (line[n] ?? '').length)))
  return lines
    .map((line) =>
      line
        .map((cell, n) => cell.padEnd(widths[n] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** Formats one object with a line per non-empty field. */
export function factsOf(thing: object): string {
  const fields = Object.entries(thing).filter(([, value]) => value !== undefined && value !== null)
  const width = Math.max(...fields.map(([name]) => name.length))
  return fields
    .map(
      ([name, value]) => `${name.padEnd(width)}  ${shown(typeof value === 'object' ? textOf(value) : value)}`,
    )
    .join('\n')
}

const textOf = (value: unknown) =>
  Array.isArray(value) && value.every((item) => typeof item !== 'object') ? value.join(', ') : jsonOf(value)

const shown = (value: Cell) => plain(value === null || value === undefined ? '-' : String(value))

/** Returns the day of a timestamp; the API writes days as noon UTC. */
export const dayOf = (time: string | null | undefined) => time?.slice(0, 10)
export const minuteOf = (time: string | null | undefined) => time?.slice(0, 16).replace('T', ' ')

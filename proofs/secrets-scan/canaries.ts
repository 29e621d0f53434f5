import { createHash } from 'node:crypto'

export type Canaries = ReturnType<typeof openCanaries>

/** What stands for one way to write the mark. `offset` is where it begins in a hit. */
export type Writing = { name: string; bytes: Buffer }

/**
 * Secrets that nothing else contains. All of them hold the same mark of letters and digits, which no quoting or URL encoding
 * changes, so one search finds every one of them.
 */
export function openCanaries(seed: string) {
  const mark = `cnry${createHash('sha256').update(seed).digest('hex').slice(0, 18)}`
  const kinds: string[] = []

  function number(kind: string) {
    kinds.push(kind)
    return `${mark}n${String(kinds.length - 1).padStart(5, '0')}`
  }

  return {
    mark,
    /** As people type them, with signs that have to be escaped everywhere. */
    typed: (kind: string) => `Aé1"\\/${number(kind)}+ %<`,
    /** As machines make them, for headers and links. */
    token: (kind: string) => number(kind),
    count: () => kinds.length,
    kinds: () => new Set(kinds),
    /** What a hit in clear was used for. */
    kindAt(text: string) {
      const [, digits] = new RegExp(`${mark}n(\\d{5})`).exec(text) ?? []
      return digits === undefined ? undefined : kinds[Number(digits)]
    },
    writings: writingsOf(mark),
  }
}

function writingsOf(mark: string): Writing[] {
  const bytes = Buffer.from(mark)
  const reversed = [...mark].reverse().join('')
  return [
    { name: 'clear', bytes },
    { name: 'reversed', bytes: Buffer.from(reversed) },
    { name: 'UTF-16', bytes: Buffer.from(mark, 'utf16le') },
    { name: 'hex', bytes: Buffer.from(bytes.toString('hex')) },
    { name: 'HEX', bytes: Buffer.from(bytes.toString('hex').toUpperCase()) },
    ...[0, 1, 2].flatMap((shift) => base64At(bytes, shift)),
  ]
}

/** What is the same whatever stands before and after; letters and digits never make a sign that base64url changes twice. */
function base64At(bytes: Buffer, shift: number): Writing[] {
  const all = Buffer.concat([Buffer.alloc(shift), bytes])
  const inside = (text: string) => text.slice(Math.ceil((shift * 8) / 6), Math.floor((all.length * 8) / 6))
  const [plain, url] = [inside(all.toString('base64')), inside(all.toString('base64url'))]
  const names = plain === url ? [plain] : [plain, url]
  return names.map((text) => ({ name: `base64 (${shift})`, bytes: Buffer.from(text) }))
}

// The objects of a file as qpdf lists them (its JSON, version 2): names begin with a slash, references read '12 0 R',
// text begins with 'u:' or 'b:', streams are told by their dictionaries alone.

export type Dictionary = Record<string, unknown>

export type Objects = {
  /** By reference. Of a stream, its dictionary. */
  all: Map<string, unknown>
  /** Those that belong to streams. */
  streams: Dictionary[]
  trailer: Dictionary
}

export const isDictionary = (value: unknown): value is Dictionary =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Undefined where qpdf found no objects. */
export function listObjects(json: Buffer): Objects | undefined {
  const parsed = parse(json)
  const listed = isDictionary(parsed) && Array.isArray(parsed.qpdf) ? parsed.qpdf[1] : undefined
  if (!isDictionary(listed)) return undefined
  const all = new Map<string, unknown>()
  const streams: Dictionary[] = []
  let trailer: Dictionary = {}
  for (const [key, entry] of Object.entries(listed)) {
    if (!isDictionary(entry)) continue
    const stream =
      isDictionary(entry.stream) && isDictionary(entry.stream.dict) ? entry.stream.dict : undefined
    const value = stream ?? entry.value
    if (stream) streams.push(stream)
    if (key === 'trailer' && isDictionary(value)) trailer = value
    else all.set(key.replace(/^obj:/, ''), value)
  }
  return { all, streams, trailer }
}

// qpdf hands on numbers as they are written, and JSON has no `595.` and no `+.5`. A line that ends so is not in a string.
const looseNumber = /(?<= )\+?(-?\d*)\.(\d*)(?=,?\n)/g

function parse(json: Buffer): unknown {
  const text = json.toString('utf8')
  const mended = () =>
    text.replace(looseNumber, (_, whole, part) => `${whole.replace(/^-?$/, '$&0')}.${part || 0}`)
  return parseText(text) ?? parseText(mended())
}

function parseText(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

const mostSteps = 10

/** The value that a reference leads to. */
export function follow(objects: Objects, value: unknown): unknown {
  let found = value
  for (let step = 0; step < mostSteps && typeof found === 'string' && /^\d+ \d+ R$/.test(found); step++)
    found = objects.all.get(found)
  return found
}

/** The dictionary that a reference leads to; an empty one where there is none. */
export function reach(objects: Objects, value: unknown): Dictionary {
  const found = follow(objects, value)
  return isDictionary(found) ? found : {}
}

/** A name without its slash. */
export const nameOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.startsWith('/') ? value.slice(1) : undefined

const mostText = 500

export function textOf(objects: Objects, value: unknown): string | null {
  const found = follow(objects, value)
  if (typeof found !== 'string') return null
  const text = found.startsWith('u:')
    ? found.slice(2)
    : found.startsWith('b:')
      ? Buffer.from(found.slice(2), 'hex').toString('latin1')
      : ''
  return text.trim().slice(0, mostText) || null
}

/** Every dictionary of the file, those inside others too. Bounded, for files that nest without end. */
export function* dictionariesOf(objects: Objects): Generator<Dictionary> {
  const open: unknown[] = [...objects.all.values(), objects.trailer]
  for (let seen = 0; open.length > 0 && seen < 2_000_000; seen++) {
    const value = open.pop()
    if (Array.isArray(value)) for (const part of value) open.push(part)
    else if (isDictionary(value)) {
      yield value
      for (const part of Object.values(value)) if (typeof part === 'object' && part !== null) open.push(part)
    }
  }
}

// PDF objects in qpdf's JSON format, version 2: names begin with a slash, references read '12 0 R', strings begin with
// 'u:' (Unicode) or 'b:' (hex bytes), and streams are represented by their dictionaries only.

export type Dictionary = Record<string, unknown>

export type PdfObjects = {
  /** All objects by reference. Streams are represented by their dictionaries. */
  all: Map<string, unknown>
  streams: Dictionary[]
  trailer: Dictionary
}

export const isDictionary = (value: unknown): value is Dictionary =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Parses qpdf's output. Returns undefined if qpdf listed no objects. */
export function parseObjects(json: Buffer): PdfObjects | undefined {
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

// qpdf copies numbers as the PDF writes them, but JSON allows neither `595.` nor `+.5`. Only numbers at the end of a
// line are matched, because those cannot be part of a string.
const looseNumber = /(?<= )\+?(-?\d*)\.(\d*)(?=,?\n)/g

function parse(json: Buffer): unknown {
  const text = json.toString('utf8')
  const repairNumbers = () =>
    text.replace(looseNumber, (_, whole, fraction) => `${whole.replace(/^-?$/, '$&0')}.${fraction || 0}`)
  return tryParseJson(text) ?? tryParseJson(repairNumbers())
}

function tryParseJson(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

const maxReferenceHops = 10

/** Follows a chain of references and returns the value at its end. */
export function resolveReference(objects: PdfObjects, value: unknown): unknown {
  let resolved = value
  for (
    let step = 0;
    step < maxReferenceHops && typeof resolved === 'string' && /^\d+ \d+ R$/.test(resolved);
    step++
  )
    resolved = objects.all.get(resolved)
  return resolved
}

/** Returns the dictionary that a reference points to, or an empty dictionary. */
export function resolveDictionary(objects: PdfObjects, value: unknown): Dictionary {
  const resolved = resolveReference(objects, value)
  return isDictionary(resolved) ? resolved : {}
}

/** Returns a PDF name without its slash. */
export const readName = (value: unknown): string | undefined =>
  typeof value === 'string' && value.startsWith('/') ? value.slice(1) : undefined

const maxTextCharacters = 500

export function readText(objects: PdfObjects, value: unknown): string | null {
  const resolved = resolveReference(objects, value)
  if (typeof resolved !== 'string') return null
  const text = resolved.startsWith('u:')
    ? resolved.slice(2)
    : resolved.startsWith('b:')
      ? Buffer.from(resolved.slice(2), 'hex').toString('latin1')
      : ''
  return text.trim().slice(0, maxTextCharacters) || null
}

const maxVisitedValues = 2_000_000

/**
 * Iterates over all dictionaries of the file, including nested ones. The number of visited values is limited as
 * protection against hostile files.
 */
export function* iterateDictionaries(objects: PdfObjects): Generator<Dictionary> {
  const pending: unknown[] = [...objects.all.values(), objects.trailer]
  for (let visited = 0; pending.length > 0 && visited < maxVisitedValues; visited++) {
    const value = pending.pop()
    if (Array.isArray(value)) for (const item of value) pending.push(item)
    else if (isDictionary(value)) {
      yield value
      for (const item of Object.values(value))
        if (typeof item === 'object' && item !== null) pending.push(item)
    }
  }
}

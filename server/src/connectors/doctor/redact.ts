import type { ReplyShape } from './shape.ts'

// Replaces every value of a reply that may identify a person, so that the reply can become a test fixture. Names of
// fields, types, formats and known enumerations stay.

const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i
const isoDay = /^\d{4}-\d\d-\d\d(T.*)?$/
const britishDay = /^\d\d\/\d\d\/\d{4}$/

/** Creates a redactor. The same value always gets the same replacement, so that references still match. */
export function createRedactor() {
  const numbers = new Map<string, number>()
  const numberOf = (value: string) => {
    const number = numbers.get(value) ?? numbers.size + 1
    numbers.set(value, number)
    return number
  }

  function redact(value: unknown, shape: ReplyShape, path = ''): unknown {
    if (Array.isArray(value)) return value.map((item) => redact(item, shape, `${path}[]`))
    if (value !== null && typeof value === 'object')
      return Object.fromEntries(
        Object.entries(value).map(([name, member]) => [
          name,
          redact(member, shape, path === '' ? name : `${path}.${name}`),
        ]),
      )
    if (typeof value === 'number') return redactNumber(value)
    return typeof value === 'string' ? redactText(value, shape[path]?.words ?? []) : value
  }

  function redactText(text: string, words: readonly string[]): string {
    if (words.includes(text)) return text
    if (uuid.test(text)) return `00000000-0000-4000-8000-${String(numberOf(text)).padStart(12, '0')}`
    if (isoDay.test(text)) return `2000-01-01${text.length > 10 ? 'T00:00:00' : ''}`
    if (britishDay.test(text)) return '01/01/2000'
    if (URL.canParse(text) && /^https?:/.test(text)) return `https://provider.example/${numberOf(text)}`
    if (/^-?\d+(\.\d+)?$/.test(text)) return text.replace(/\d/g, '1')
    return text
      .replace(/\p{Lu}/gu, 'X')
      .replace(/\p{Ll}/gu, 'x')
      .replace(/\d/g, '1')
  }

  return redact
}

/** Keeps the sign and the number of digits: 2704.5 becomes 1111.1. Zero and one stay, because they mean none and one. */
function redactNumber(value: number): number {
  return Math.abs(value) <= 1 && Number.isInteger(value) ? value : Number(String(value).replace(/\d/g, '1'))
}

import type { ReplyShape } from './shape.ts'

// Replaces every value of a reply that may identify a person, so that the reply can become a test fixture. Names of
// fields, types, formats and known enumerations stay.

const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i
const isoDay = /^\d{4}-\d\d-\d\d(T.*)?$/
/** Names of tax years at Staffology, which the connector parses. */
const taxYearName = /^Year\d{4}$/
/** Words in addresses that the connectors parse, and version numbers. Every other word may be a name. */
const addressWord = /^(v\d|employers|employees|payrun|users|Monthly|Weekly|Fortnightly|FourWeekly)$/
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
    if (URL.canParse(text) && /^https?:/.test(text)) return redactUrl(new URL(text))
    if (taxYearName.test(text)) return text
    if (/^-?\d+(\.\d+)?$/.test(text)) return text.replace(/\d/g, '1')
    return (
      text
        .replace(/\p{Lu}/gu, 'X')
        // Every other letter and mark, also of scripts without upper and lower case.
        .replace(/[\p{L}\p{M}]/gu, (letter) => (letter === 'X' ? letter : 'x'))
        .replace(/\p{N}/gu, '1')
    )
  }

  /** Keeps the structure of the path. The host and the query are replaced. */
  function redactUrl({ pathname, search }: URL): string {
    const segments = pathname.split('/').map((segment) => {
      if (segment === '' || addressWord.test(segment) || taxYearName.test(segment)) return segment
      return uuid.test(segment) ? redactText(segment, []) : String(numberOf(segment))
    })
    return `https://provider.example${segments.join('/')}${search && `?${numberOf(search)}`}`
  }

  return redact
}

/** Keeps the sign and the number of digits: 2704.5 becomes 1111.1. Zero and one stay, because they mean none and one. */
function redactNumber(value: number): number {
  return Math.abs(value) <= 1 && Number.isInteger(value) ? value : Number(String(value).replace(/\d/g, '1'))
}

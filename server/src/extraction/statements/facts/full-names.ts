import { title } from './holder-form.ts'

type Person = { given: string; surname: string }

const separator = /\s*(?:&|\+|\band\b|\ba'r\b|,)\s*/i

/**
 * Whether a text prints the full first names of persons whose initials the other text prints: `Mr Ben Thorogood & Miss
 * Hannah J Lockyer` and `Miss H J Lockyer Mr B Thorogood`.
 */
export function printsFullNames(full: string, initials: string): boolean {
  const [persons, abbreviated] = [listPersons(full), listPersons(initials)]
  return (
    persons.length > 1 &&
    persons.length === abbreviated.length &&
    abbreviated.some(({ given }) => given.length === 1) &&
    persons.every(({ given }) => given.length > 1) &&
    abbreviated.every(({ given, surname }) =>
      persons.some((person) => person.surname === surname && person.given.startsWith(given)),
    )
  )
}

/** Lists the persons that a text names. Spouses may share a surname: `Mr G & Mrs P Quince`. */
function listPersons(text: string): Person[] {
  const parts = splitAtTitles(text)
    .flatMap((part) => part.split(separator))
    .map((part) =>
      part
        .replace(title, '')
        .trim()
        .toLowerCase()
        .split(/[\s.]+/)
        .filter(Boolean),
    )
    .filter(({ length }) => length > 0)
  const last = parts.at(-1)?.at(-1) ?? ''
  return parts.map(([given = '', ...names]) => ({ given, surname: names.at(-1) ?? last }))
}

/** Two holders on two lines of an address have nothing between them but the title of the second. */
function splitAtTitles(text: string): string[] {
  const words = text.split(' ')
  const starts = words.flatMap((word, n) => (n === 0 || title.test(word) ? [n] : []))
  return starts.map((start, n) => words.slice(start, starts[n + 1]).join(' '))
}

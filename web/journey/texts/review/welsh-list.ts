import { cy } from '../cy.ts'
import { en } from '../en.ts'

// Which Welsh texts a native reader should check first, and why.

type Entry = { key: string; english: string; welsh: string; reasons: string[] }

/** Words that cause a mutation of the next word. A placeholder after one of them cannot mutate. */
const mutatingBeforeName =
  /(?:^|\s)(?:i|o|â|a|gan|wrth|am|ar|at|dros|drwy|heb|hyd|dan|yn|ei|dy|fy)\s\{\w+\}/iu
const manyWords = 18

function list(english: object, welsh: object, at = ''): Entry[] {
  return Object.entries(english).flatMap(([name, value]): Entry[] => {
    const key = at ? `${at}.${name}` : name
    const other = (welsh as Record<string, unknown>)[name]
    if (typeof value === 'string') return [entryOf(key, value, String(other))]
    if (typeof value === 'object' && 'other' in value) return pluralsOf(key, value, other as object)
    return list(value as object, other as object, key)
  })
}

const pluralsOf = (key: string, english: { other: string }, welsh: object) =>
  Object.entries(welsh).map(([form, text]) => {
    const entry = entryOf(`${key}.${form}`, english.other, String(text))
    return { ...entry, reasons: ['number form', ...entry.reasons] }
  })

function entryOf(key: string, english: string, welsh: string): Entry {
  const reasons = [
    ...(mutatingBeforeName.test(welsh) ? ['mutation before a name'] : []),
    ...(welsh.split(/\s+/).length > manyWords ? ['long'] : []),
    ...(/^(consent|trust|mine|months|returning|confirming|errors)\./.test(key)
      ? ['rights, reasons or errors']
      : []),
  ]
  return { key, english, welsh, reasons }
}

/** Lists the Welsh texts, those with the most reasons first. */
export const listWelsh = () =>
  list(en, cy).toSorted((one, other) => other.reasons.length - one.reasons.length)

import type { DocumentFields, TrustSignal } from '@payproof/sdk'
import { dayOf, wordsOf } from '../../ui/format.ts'

// What was read from a document and what was found against it, and where on its pages each stands.

export type Field = DocumentFields['fields'][number]

/** A box on a page. Fields that stand in one place share it. */
export type Mark = {
  key: string
  kind: 'field' | 'finding'
  page: number
  box: readonly number[]
  /** What it is of, in words. */
  label: string
}

const markKey = (kind: Mark['kind'], page: number, box: readonly number[]) =>
  `${kind} ${page} ${box.join(' ')}`

/** The mark of a field; one that stands nowhere is known by its path. */
export const fieldKey = ({ page, box, path }: Field) =>
  page !== null && box ? markKey('field', page, box) : path

/** One thing that was found, with every place where it shows; the wire has a line for each. */
export type Found = Omit<TrustSignal, 'location' | 'category'> & {
  keys: string[]
  pages: number[]
  /** What it is of, where it has no box of its own. */
  names: string[]
  /** What should stand there and what does. */
  differences: string[]
}

export function findingsOf({ findings, fields }: DocumentFields): Found[] {
  const found = new Map<string, Found>()
  for (const { location, code, message, severity, title } of findings) {
    const key = `${code} ${message}`
    const one = found.get(key) ?? {
      code,
      message,
      severity,
      title,
      keys: [],
      pages: [],
      names: [],
      differences: [],
    }
    found.set(key, one)
    if ('box' in location) {
      one.keys.push(markKey('finding', location.page, location.box))
      one.pages.push(location.page)
      if (location.expected !== undefined)
        one.differences.push(`Expected ${location.expected}, found ${location.actual ?? 'nothing'}`)
      continue
    }
    const named = fields.filter(({ path }) =>
      location.fields.some((name) => path === name || path.startsWith(`${name}.`)),
    )
    one.keys.push(...named.map(fieldKey))
    one.pages.push(...named.flatMap(({ page }) => page ?? []))
    one.names.push(...location.fields.map(nameOf))
  }
  return [...found.values()].map((one) => ({ ...one, pages: [...new Set(one.pages)] }))
}

export function marksOf({ fields, findings }: DocumentFields) {
  const marks = new Map<string, Mark>()
  const add = (kind: Mark['kind'], page: number, box: readonly number[], label: string) => {
    const key = markKey(kind, page, box)
    const known = marks.get(key)
    marks.set(key, { key, kind, page, box, label: known ? `${known.label}; ${label}` : label })
  }
  for (const field of fields)
    if (field.page !== null && field.box)
      add('field', field.page, field.box, `${nameOf(field.path)}: ${shownValue(field)}`)
  for (const { title, location } of findings)
    if ('box' in location) add('finding', location.page, location.box, title)
  return [...marks.values()]
}

/** `payments.0.amount` in words: Payments 1, Amount. Items of the wire count from 0, people from 1. */
export function wordsOfPath(path: string) {
  const words: string[] = []
  for (const part of path.split('.')) {
    if (/^\d+$/.test(part)) words.push(`${words.pop() ?? ''} ${Number(part) + 1}`)
    else words.push(wordsOf(part))
  }
  return words
}

/** Its last word, which its neighbours in the group do not share. */
export const nameOf = (path: string) => wordsOfPath(path).at(-1) ?? path

const aDay = /^\d{4}-\d\d-\d\d(T|$)/

/** As people write it; amounts stay the text that was read. */
export function shownValue({ value }: Field) {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return typeof value === 'string' && aDay.test(value) ? dayOf(value) : String(value)
}

/** Fields that belong together, in the order in which they came. */
export function groupsOf(fields: readonly Field[]) {
  const groups = new Map<string, Field[]>()
  for (const field of fields) {
    const title = wordsOfPath(field.path).slice(0, -1).join(' › ') || 'Document'
    const known = groups.get(title)
    if (known) known.push(field)
    else groups.set(title, [field])
  }
  return [...groups]
}

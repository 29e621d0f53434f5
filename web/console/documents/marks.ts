import type { DocumentFields, TrustSignal } from '@payproof/sdk'
import { dayOf, wordsOf } from '../../ui/format.ts'

// Extracted values and trust findings of a document, with their position on its pages.

export type DocumentField = DocumentFields['fields'][number]

/** A box on a page. Fields at the same position share a box. */
export type FieldMark = {
  key: string
  kind: 'field' | 'finding'
  page: number
  box: readonly number[]
  /** Label of the marked field or finding. */
  label: string
  /** Whether a member replaced one of the values. */
  isCorrected: boolean
}

const markKey = (kind: FieldMark['kind'], page: number, box: readonly number[]) =>
  `${kind} ${page} ${box.join(' ')}`

/** Returns the key of a field's mark; a field without a position is identified by its path. */
export const fieldKey = ({ page, box, path }: DocumentField) =>
  page !== null && box ? markKey('field', page, box) : path

/** A finding with all its positions; the API returns one row for each position. */
export type DocumentFinding = Omit<TrustSignal, 'location' | 'category'> & {
  keys: string[]
  pages: number[]
  /** Labels used for positions without a box. */
  names: string[]
  /** Texts with the expected and the actual value. */
  differences: string[]
}

export function findingsOf({ findings, fields }: DocumentFields): DocumentFinding[] {
  const byText = new Map<string, DocumentFinding>()
  for (const { location, code, message, severity, title } of findings) {
    const key = `${code} ${message}`
    const one = byText.get(key) ?? {
      code,
      message,
      severity,
      title,
      keys: [],
      pages: [],
      names: [],
      differences: [],
    }
    byText.set(key, one)
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
  return [...byText.values()].map((one) => ({ ...one, pages: [...new Set(one.pages)] }))
}

export function marksOf({ fields, findings }: DocumentFields) {
  const marks = new Map<string, FieldMark>()
  const add = (
    kind: FieldMark['kind'],
    page: number,
    box: readonly number[],
    label: string,
    isCorrected = false,
  ) => {
    const key = markKey(kind, page, box)
    const known = marks.get(key)
    marks.set(key, {
      key,
      kind,
      page,
      box,
      label: known ? `${known.label}; ${label}` : label,
      isCorrected: isCorrected || (known?.isCorrected ?? false),
    })
  }
  for (const field of fields) {
    if (field.page === null || !field.box) continue
    const isCorrected = field.correction?.action === 'corrected'
    const label = `${nameOf(field.path)}: ${shownValue(field)}${isCorrected ? ', corrected by your team' : ''}`
    add('field', field.page, field.box, label, isCorrected)
  }
  for (const { title, location } of findings)
    if ('box' in location) add('finding', location.page, location.box, title)
  return [...marks.values()]
}

/**
 * Converts a path to a label: `payments.0.amount` becomes "Payment 1, Amount". The API counts items from 0, people
 * count from 1.
 */
export function wordsOfPath(path: string) {
  const words: string[] = []
  for (const part of path.split('.')) {
    if (/^\d+$/.test(part)) words.push(`${singularOf(words.pop() ?? '')} ${Number(part) + 1}`)
    else words.push(wordsOf(part))
  }
  return words
}

/** "Deductions elements" becomes "Deduction". */
const singularOf = (plural: string) =>
  plural
    .replace(/ elements$/, '')
    .replace(/sses$/, 'ss')
    .replace(/(?<!s)s$/, '')

/** Returns the last part of the label, which distinguishes the field within its group. */
export const nameOf = (path: string) => wordsOfPath(path).at(-1) ?? path

const aDay = /^\d{4}-\d\d-\d\d(T|$)/

/** Formats a value for people; amounts stay as printed. */
export const shownValue = ({ value }: DocumentField) =>
  value === null ? 'Not on the document' : shownText(value)

export function shownText(value: NonNullable<DocumentField['value']>) {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return typeof value === 'string' && aDay.test(value) ? dayOf(value) : String(value)
}

/** Groups fields by their common path, in their original order. */
export function groupsOf(fields: readonly DocumentField[]) {
  const groups = new Map<string, DocumentField[]>()
  for (const field of fields) {
    const title = wordsOfPath(field.path).slice(0, -1).join(' › ') || 'Document'
    const known = groups.get(title)
    if (known) known.push(field)
    else groups.set(title, [field])
  }
  return [...groups]
}

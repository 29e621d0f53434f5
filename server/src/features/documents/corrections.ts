import { z } from 'zod'
import type { FieldGroup, ParseCheck, Provenance } from '../../extraction/document.ts'
import { Uuid } from '../../platform/http/wire.ts'
import { invalid, Problem } from '../../platform/problem.ts'
import { dayOf } from '../../vocabulary/days.ts'
import type { Day } from '../../vocabulary/payslip.ts'
import { findCorrectable, isRequiredAt, parseCorrection } from './correctable-fields.ts'
import type { DocumentType } from './queries.ts'

// Corrections and confirmations by the team. The reading of the document is kept, and the values of the team are
// applied to it, so that every change can be undone.

type CorrectionAuthor = { kind: 'member' | 'api_key'; id: string }

/** A value that the team entered, or the reader's value that the team confirmed. */
export type Correction = {
  action: 'corrected' | 'confirmed'
  value: string | null
  by: CorrectionAuthor
  at: string
}

type HistoryLine = {
  path: string
  action: 'corrected' | 'confirmed' | 'restored'
  from: string | null
  to: string | null
  by: CorrectionAuthor
  at: string
}

/** Stored encrypted with the provenance of a submission after its first correction or confirmation. */
export type TeamCorrections = {
  /** Incremented by every request. A request names the revision that its caller saw. */
  revision: number
  /** The submission as it was read. */
  reading: object
  values: Record<string, Correction>
  history: HistoryLine[]
  /** Arithmetic of the submission with its corrections. */
  checks: ParseCheck[]
}

/** The parts of a stored source document that corrections depend on. */
type CorrectedSource = {
  verified: boolean
  certified?: FieldGroup[]
  values: Provenance
  team?: TeamCorrections
}

const maxChanges = 100
/** Limits the size of the encrypted column: a statement of 250 lines can be corrected completely a few times. */
const maxHistoryLines = 3_000

const FieldChange = z
  .strictObject({
    path: z
      .string()
      .min(1)
      .max(200)
      .describe('Path in the submission, as in GET /documents/{document_id}/fields'),
    action: z
      .enum(['correct', 'confirm', 'restore'])
      .describe(
        'correct: replace the value; confirm: the value agrees with the document; restore: undo both, so that the value is as read',
      ),
    value: z
      .string()
      .max(1000)
      .nullable()
      .optional()
      .describe(
        'Only for `correct`. Amounts as 1234.56, dates as 2026-05-29; null if the document does not show a value',
      ),
  })
  .meta({ id: 'DocumentFieldChange', description: 'One field to correct, confirm or restore.' })

export const FieldChanges = z
  .strictObject({
    revision: z
      .int()
      .min(0)
      .max(2 ** 31 - 1)
      .describe('Revision that you read. If the fields were changed since, nothing is saved: 409'),
    changes: z.array(FieldChange).min(1).max(maxChanges).describe('All are saved, or none'),
  })
  .meta({ id: 'DocumentFieldChanges' })

const Author = z
  .strictObject({ kind: z.enum(['api_key', 'member']).describe('Who made the change'), id: Uuid })
  .meta({ id: 'CorrectionAuthor', description: 'The member or API key that corrected or confirmed a value.' })

const CorrectedValue = z
  .string()
  .nullable()
  .describe('Amounts as decimal text, dates as YYYY-MM-DD; null if there was no value')

export const FieldCorrection = z
  .strictObject({
    action: z.enum(['corrected', 'confirmed']),
    reading: CorrectedValue.describe('The value as read from the document; null if none was read'),
    by: Author,
    at: z.string().meta({ type: 'string', format: 'date-time' }),
  })
  .meta({ id: 'FieldCorrection', description: 'Who corrected or confirmed a value, and what was read.' })

export const CorrectionEvent = z
  .strictObject({
    path: z.string().describe('Path of the value in the submission'),
    action: z.enum(['corrected', 'confirmed', 'restored']),
    from: CorrectedValue.describe('Value before'),
    to: CorrectedValue.describe('Value after'),
    by: Author.extend({
      name: z
        .string()
        .nullable()
        .describe(
          'Name of the member; null for API keys, and if the caller is an API key without the scope `members`',
        ),
    }).meta({
      id: 'NamedCorrectionAuthor',
      description: 'The member or API key that made a change.',
    }),
    at: z.string().meta({ type: 'string', format: 'date-time' }),
  })
  .meta({ id: 'CorrectionEvent', description: 'One change of a field by the team.' })

export type CorrectionRequest = z.output<typeof FieldChanges> & { by: CorrectionAuthor; at: Date }

export const revisionOf = (source: CorrectedSource) => source.team?.revision ?? 0

export const isCorrected = (correction: Correction | undefined) => correction?.action === 'corrected'

/** The values that the team changed, by path. */
export const listCorrected = (values: Record<string, Correction>) =>
  Object.keys(values).filter((path) => isCorrected(values[path]))

const CorrectedField = z
  .strictObject({
    path: z.string().describe('Path of the value in the submission'),
    reading: CorrectedValue.describe('The value as read from the document; null if none was read'),
    value: CorrectedValue.describe('The value that is used; null if the document shows none'),
    by: Author,
    at: z.string().meta({ type: 'string', format: 'date-time' }),
  })
  .meta({ id: 'CorrectedField', description: 'A value that the team corrected.' })

export const CorrectedFields = z
  .array(CorrectedField)
  .describe('Values that the team corrected: they are not what was read from the document')
export type CorrectedFields = z.output<typeof CorrectedFields>

/** Lists the corrected values of a submission, so that figures that use them can be marked. */
export const describeCorrected = ({ reading, values }: Pick<TeamCorrections, 'reading' | 'values'>) =>
  Object.entries(values).flatMap(([path, correction]): CorrectedFields => {
    if (!isCorrected(correction)) return []
    const { value, by, at } = correction
    const read = presentCorrected(path, readingAt(reading, path) ?? null)
    return [{ path, reading: read, value: presentCorrected(path, value), by, at }]
  })

/** Summary of a document's corrections, without their values. */
export type CorrectionSummary = { count: number; authors: CorrectionAuthor['kind'][]; last_at: string }

/** Returns null if no value was corrected. */
export function summariseCorrected(fields: CorrectedFields): CorrectionSummary | null {
  const last_at = fields
    .map(({ at }) => at)
    .sort()
    .at(-1)
  if (last_at === undefined) return null
  return { count: fields.length, authors: [...new Set(fields.map(({ by }) => by.kind))].sort(), last_at }
}

/** Applies a request to a submission. Throws if the request is stale or names a field that cannot be corrected. */
export function applyCorrections<Submission extends object>(
  type: DocumentType,
  source: CorrectedSource,
  stored: Submission,
  { revision, changes, by, at }: CorrectionRequest,
): { submission: Submission; team: Omit<TeamCorrections, 'checks'> } {
  const current = revisionOf(source)
  if (revision !== current) throw fieldsChanged(revision, current)
  const reading = (source.team?.reading ?? stored) as Submission
  const values = { ...source.team?.values }
  const history: HistoryLine[] = [...(source.team?.history ?? [])]
  const linkedTo = createLinks(type, source, reading)
  const today = dayOf(at)
  for (const [n, change] of changes.entries()) {
    const { path } = change
    const correction = parseChange({ type, reading, values, today }, n, change)
    const before = currentValue(reading, values, path)
    for (const linked of linkedTo(path)) {
      const from = currentValue(reading, values, linked)
      if (linked !== path && !isStillLinked(type, linked, { correction, before, from, values })) continue
      if (correction) values[linked] = { ...correction, by, at: at.toISOString() }
      else delete values[linked]
      history.push({
        path: linked,
        action: correction?.action ?? 'restored',
        from,
        to: currentValue(reading, values, linked),
        by,
        at: at.toISOString(),
      })
    }
  }
  if (history.length > maxHistoryLines)
    throw invalid(`Field [changes] is invalid: the document has been changed ${maxHistoryLines} times`)
  const submission = structuredClone(reading)
  for (const [path, { value }] of Object.entries(values)) setValue(submission, path, value)
  return { submission, team: { revision: current + 1, reading, values, history } }
}

const fieldsChanged = (expected: number, current: number) =>
  new Problem(409, 'fields-changed', [
    `Field [revision] is [${expected}], but the fields were changed since. The current revision is [${current}]`,
  ])

/**
 * Whether a field that shows the same printed text changes too. It does not if the team has set it apart, if it is a line
 * that would have no value, or if there is nothing to restore.
 */
function isStillLinked(
  type: DocumentType,
  path: string,
  change: {
    correction: Pick<Correction, 'value'> | undefined
    before: string | null
    from: string | null
    values: Record<string, Correction>
  },
) {
  const { correction, before, from, values } = change
  if (from !== before) return false
  return correction ? correction.value !== null || !isRequiredAt(type, path) : values[path] !== undefined
}

type ChangeContext = {
  type: DocumentType
  reading: object
  values: Record<string, Correction>
  today: Day
}

/** Returns what is stored for the change, or undefined if the value is restored. */
function parseChange(
  { type, reading, values, today }: ChangeContext,
  n: number,
  { path, action, value }: z.output<typeof FieldChange>,
): Pick<Correction, 'action' | 'value'> | undefined {
  const field = findCorrectable(type, path)
  const read = field && readingAt(reading, path)
  const invalidPath = (problem: string) =>
    invalid(`Field [changes.${n}.path] is invalid: [${path}] ${problem}`)
  if (!field || read === undefined) throw invalidPath('is not a field that can be corrected')
  if (action !== 'correct' && value !== undefined)
    throw invalid(`Field [changes.${n}.value] is invalid: only a correction has a value`)
  if (action === 'restore') {
    if (!values[path]) throw invalidPath('was not changed')
    return undefined
  }
  if (action === 'confirm') {
    if (read === null) throw invalidPath('has no value')
    if (isCorrected(values[path])) throw invalidPath('was corrected; restore it first')
    return { action: 'confirmed', value: read }
  }
  if (value === undefined) throw invalid(`Request is missing the required field [changes.${n}.value]`)
  const parsed = parseCorrection(field, value, today)
  if ('problem' in parsed) throw invalid(`Field [changes.${n}.value] is invalid: ${parsed.problem}`)
  if (parsed.value === null && read === null) {
    if (!values[path]) throw invalidPath('has no value')
    return undefined
  }
  return { action: parsed.value === read ? 'confirmed' : 'corrected', value: parsed.value }
}

/**
 * Returns a function that lists a field and those that show the same printed text, such as income tax and its deduction
 * line: a misread amount is wrong in both.
 */
function createLinks(type: DocumentType, source: CorrectedSource, reading: object) {
  const keyOf = (path: string) => {
    const place = source.values[path]?.place
    const read = place ? (readingAt(reading, path) ?? null) : null
    return read === null ? undefined : JSON.stringify([place, read, findCorrectable(type, path)?.format])
  }
  const pathsByKey = Map.groupBy(Object.keys(source.values), keyOf)
  return (path: string) => {
    const key = keyOf(path)
    const others = key === undefined ? [] : (pathsByKey.get(key) ?? [])
    return [path, ...others.filter((other) => other !== path && findCorrectable(type, other))]
  }
}

const currentValue = (reading: object, values: Record<string, Correction>, path: string) =>
  values[path] ? values[path].value : (readingAt(reading, path) ?? null)

/** Returns the value of a field; null if it has none, and undefined if the submission has no such line. */
export function readingAt(reading: object, path: string): string | null | undefined {
  let value: unknown = reading
  for (const name of path.split('.')) {
    if (value === null) return null
    if (typeof value !== 'object' || !Object.hasOwn(value as object, name)) return undefined
    value = (value as Record<string, unknown>)[name]
  }
  return value as string | null | undefined
}

const transactionAmount = /^transactions\.\d+\.amount$/

/** Presents a value as the API does: stored amounts of transactions have thousands separators. */
export const presentCorrected = (path: string, value: string | null) =>
  transactionAmount.test(path) ? (value?.replaceAll(',', '') ?? null) : value

/** Blocks that are null as long as the document shows none of their values. */
const emptyBlocks: Record<string, object> = {
  'identity_information.address': { street: null, county: null, city: null, post_code: null, country: null },
  'income_information.earnings.year_to_date': {
    gross_pay: null,
    net_pay: null,
    total_tax_paid: null,
    total_ni_paid: null,
    total_taxable_earnings: null,
    tax_year: null,
  },
}

function setValue(submission: object, path: string, value: string | null) {
  const names = path.split('.')
  const last = names.pop() as string
  let block = submission as Record<string, unknown>
  for (const [n, name] of names.entries()) {
    block[name] ??= { ...emptyBlocks[names.slice(0, n + 1).join('.')] }
    block = block[name] as Record<string, unknown>
  }
  block[last] = value
}

/**
 * The groups that stay certified. A value of the team is not printed evidence, so its group loses the certificate of
 * the reading; nothing that the team enters adds one.
 */
export function certifiedAfter(type: DocumentType, { certified = [], team }: CorrectedSource): FieldGroup[] {
  const corrected = new Set(
    listCorrected(team?.values ?? {}).map((path) => findCorrectable(type, path)?.group ?? null),
  )
  return certified.filter((group) => !corrected.has(group))
}

const moneyGroups: Record<DocumentType, FieldGroup> = {
  payslip: 'this_period',
  bank_statement: 'balances_and_amounts',
}

/** Whether the money is still certified. Documents stored before groups were certified have no groups. */
export const verifiedAfter = (type: DocumentType, { verified, team }: CorrectedSource) =>
  verified &&
  !listCorrected(team?.values ?? {}).some((path) => findCorrectable(type, path)?.group === moneyGroups[type])

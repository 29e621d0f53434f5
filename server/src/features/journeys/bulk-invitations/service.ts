import type { z } from 'zod'
import { audit, insideTransaction, type Tenant } from '../../../platform/database/tenancy.ts'
import { invalid } from '../../../platform/problem.ts'
import { lockClient, readConfiguration } from '../../configuration/service.ts'
import { createUser, listKnownReferences } from '../../users/service.ts'
import { invite, requireRoomFor } from '../invitations/invitations.ts'
import { CsvError, parseCsv } from './parse-csv.ts'
import {
  type BulkInvitationResult,
  type BulkInvitations,
  BulkLine,
  bulkColumns,
  maxBulkLines,
  requiredColumns,
} from './schemas.ts'

type Result = z.output<typeof BulkInvitationResult>
type LineError = Result['errors'][number]
type ParsedLine = { line: number; person: z.output<typeof BulkLine> }

/** Checks a file of people and, unless it is a dry run, registers each of them and mails a link. */
export async function inviteMany(
  tenant: Tenant,
  baseUrl: string,
  { csv, dry_run }: z.output<typeof BulkInvitations>,
): Promise<Result> {
  const { lines, errors, lineCount } = readLines(csv)
  errors.push(...(await listDuplicateReferences(tenant, lines)))
  errors.sort((one, other) => one.line - other.line)
  const result = { is_dry_run: dry_run, line_count: lineCount, errors, invited: [] }
  await tenant.transaction((tx) => {
    audit(tx, 'user.bulk_checked')
    return requireRoomFor(tx, lineCount)
  })
  if (dry_run) return result
  if (errors.length > 0)
    throw invalid(
      ...errors.map(
        ({ line, field, message }) => `Field [csv] is invalid: line ${line}, ${field}: ${message}`,
      ),
    )
  return { ...result, ...(await sendAll(tenant, baseUrl, lines)) }
}

/** Registers and invites people one by one: a failure leaves complete users, and a repeat finds their references. */
async function sendAll(tenant: Tenant, baseUrl: string, lines: readonly ParsedLine[]) {
  const invited: Result['invited'] = []
  const errors: LineError[] = []
  const { payroll_period_months } = await tenant.transaction(readConfiguration)
  for (const { line, person } of lines) {
    const { post_code: post_codes, ...fields } = person
    const user = await registerOnce(tenant, baseUrl, { payroll_period_months, ...fields, post_codes })
    if (user) invited.push({ line, user_id: user.user_id, ext_id: person.ext_id })
    else errors.push(takenError(line))
  }
  return { invited, errors }
}

type NewPerson = Parameters<typeof createUser>[1] &
  Pick<ParsedLine['person'], 'ext_id' | 'email' | 'language'>

/** Returns undefined if another request has registered the reference since the file was checked. */
const registerOnce = (tenant: Tenant, baseUrl: string, { language = 'en', ...person }: NewPerson) =>
  tenant.transaction(async (tx) => {
    const inner = insideTransaction(tenant, tx)
    await lockClient(tx)
    if ((await listKnownReferences(inner, [person.ext_id])).size > 0) {
      audit(tx, 'user.bulk_skipped')
      return undefined
    }
    const user = await createUser(inner, person)
    const { user_id } = user
    await invite(inner, { baseUrl, sendsTexts: false }, { user_id, email: person.email, language })
    audit(tx, 'user.bulk_invited', user_id)
    return user
  })

const takenError = (line: number): LineError => ({
  line,
  field: 'ext_id',
  message: 'belongs to a registered user',
})

function readLines(csv: string) {
  const [head, ...rows] = parse(csv)
  const columns = head?.cells.map((name) => name.toLowerCase()) ?? []
  requireColumns(columns)
  if (rows.length === 0) throw invalid('Field [csv] is invalid: has no people')
  if (rows.length > maxBulkLines)
    throw invalid(`Field [csv] is invalid: has more than ${maxBulkLines} people`)
  const lines: ParsedLine[] = []
  const errors: LineError[] = []
  for (const { line, cells } of rows) {
    const filled = columns.map((name, n) => [name, cells[n] ?? '']).filter(([, value]) => value !== '')
    const parsed = BulkLine.safeParse(Object.fromEntries(filled))
    if (parsed.success) lines.push({ line, person: parsed.data })
    else errors.push(...describeIssues(line, parsed.error))
    if (cells.length > columns.length)
      errors.push({ line, field: columns.at(-1) ?? '', message: 'has more cells than columns' })
  }
  return { lines, errors, lineCount: rows.length }
}

function parse(csv: string) {
  try {
    return parseCsv(csv)
  } catch (error) {
    if (error instanceof CsvError) throw invalid(`Field [csv] is invalid: ${error.message}`)
    throw error
  }
}

function requireColumns(columns: readonly string[]) {
  const missing = requiredColumns.filter((name) => !columns.includes(name))
  if (missing.length > 0)
    throw invalid(`Field [csv] is invalid: the first line must name the columns ${missing.join(', ')}`)
  const unknown = columns.filter((name, n) => !bulkColumns.includes(name) || columns.indexOf(name) !== n)
  if (unknown.length > 0)
    throw invalid(
      `Field [csv] is invalid: column ${columns.indexOf(unknown[0] ?? '') + 1} is unknown or repeated`,
    )
}

/** Describes the first problem of each field. An empty cell counts as missing. */
function describeIssues(line: number, { issues }: z.ZodError): LineError[] {
  const byField = new Map<string, LineError>()
  for (const { path, message, code } of issues) {
    const field = String(path[0] ?? '')
    const isMissing = code === 'invalid_type' && message.includes('undefined')
    if (!byField.has(field)) byField.set(field, { line, field, message: isMissing ? 'is missing' : message })
  }
  return [...byField.values()]
}

/** Lists references that are used twice in the file or by a registered user, so that no person is invited twice. */
async function listDuplicateReferences(tenant: Tenant, lines: readonly ParsedLine[]): Promise<LineError[]> {
  const references = lines.map(({ person }) => person.ext_id)
  const known = await listKnownReferences(tenant, references)
  return lines.flatMap(({ line, person: { ext_id } }, n) => {
    if (known.has(ext_id)) return [takenError(line)]
    if (references.indexOf(ext_id) !== n)
      return [{ line, field: 'ext_id', message: 'is used twice in the file' }]
    return []
  })
}

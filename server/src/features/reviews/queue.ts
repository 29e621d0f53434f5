import { Readable } from 'node:stream'
import { z } from 'zod'
import { audit, type Tenant, type Tx } from '../../platform/database/tenancy.ts'
import { type Caller, canSeePersonalData } from '../../platform/http/caller.ts'
import { invalid } from '../../platform/problem.ts'
import type { ClientKeySet } from '../../platform/secrets/keyring.ts'
import { findByReference, parseEmployerSearch, parsePrefixSearch } from '../users/service.ts'
import { csvLine } from './csv.ts'
import { poundsPerBand } from './gross-bands.ts'
import { presentQueue } from './present.ts'
import { listQueue, listQueueById, type QueueFilter, type QueuePosition, type QueueRow } from './queries.ts'
import { reviewAdvice } from './rules/kinds.ts'
import type { ExportQuery, QueuePage, QueueQuery, reviewSorts } from './schemas.ts'
import { reviewSeverities, statusCode } from './statuses.ts'

type Filters = z.output<typeof ExportQuery>
type QueueItem = z.output<typeof QueuePage>['reviews'][number]

function parseFilter(keys: ClientKeySet, caller: Caller, query: Filters): QueueFilter {
  const byName = canSeePersonalData(caller)
  const { search, status, severity, advice, assignee_id, is_assigned, employer, gross_from, gross_below } =
    query
  if (!byName && (employer !== undefined || gross_from !== undefined || gross_below !== undefined))
    throw invalid('Field [employer], [gross_from] or [gross_below] is invalid: your role does not see them')
  return {
    search: search === undefined ? undefined : parsePrefixSearch(keys, search, { byName }),
    employerTerms: employer === undefined ? [] : parseEmployer(keys, employer),
    statuses: status?.map(statusCode),
    severities: severity?.map((each) => reviewSeverities.indexOf(each)),
    advice: advice?.map((each) => reviewAdvice.indexOf(each)),
    assignee: assignee_id,
    isAssigned: is_assigned,
    grossFrom: gross_from === undefined ? undefined : gross_from / poundsPerBand,
    grossBelow: gross_below === undefined ? undefined : gross_below / poundsPerBand,
  }
}

function parseEmployer(keys: ClientKeySet, employer: string) {
  const terms = parseEmployerSearch(keys, employer)
  if (terms.length === 0) throw invalid('Field [employer] is invalid: must contain a letter or a digit')
  return terms
}

function parseSort(caller: Caller, { sort, direction }: Sorting) {
  if (sort === 'annual_gross' && !canSeePersonalData(caller))
    throw invalid('Field [sort] is invalid: your role does not see amounts')
  return { sort, isDescending: direction === 'desc' }
}

/** Compares long references with the decrypted ones, because the index holds only their beginning. */
const resolveFilter = async (tx: Tx, filter: QueueFilter): Promise<QueueFilter> => ({
  ...filter,
  search: filter.search && (await findByReference(tx, filter.search)),
})

/** Lists a page of the queue. Sorting by assignee leaves out users without one. */
export function listQueuePage(
  tenant: Tenant,
  caller: Caller,
  { limit, cursor, ...query }: z.output<typeof QueueQuery>,
) {
  const filter = parseFilter(tenant.keys, caller, query)
  const sort = parseSort(caller, query)
  const after = cursor === undefined ? undefined : readCursor(cursor, query)
  const seesPeople = canSeePersonalData(caller)
  return tenant.transaction(async (tx) => {
    const resolved = await resolveFilter(tx, filter)
    const rows = await listQueue(tx, { ...resolved, ...sort }, { after, limit: limit + 1 })
    const page = rows.slice(0, limit)
    if (seesPeople) audit(tx, 'review.listed')
    const last = rows.length > limit ? page.at(-1) : undefined
    return {
      reviews: await presentQueue(tx, page, { seesPeople }),
      next_cursor: last ? writeCursor(query, positionOf(last)) : null,
    }
  })
}

const positionOf = ({ position_value: value, position_updated: updated, id }: QueueRow): QueuePosition => ({
  value,
  updated,
  id,
})

type Sorting = { sort: (typeof reviewSorts)[number]; direction: 'asc' | 'desc' }

const timePattern = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?\+00$/
const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const valuePatterns: Record<Sorting['sort'], RegExp> = {
  updated_at: timePattern,
  status: /^\d$/,
  annual_gross: /^-?\d{1,9}$/,
  severity: /^\d$/,
  assignee: uuidPattern,
}
const CursorParts = z.tuple([
  z.string(),
  z.string(),
  z.string(),
  z.string().regex(timePattern),
  z.string().regex(uuidPattern),
])

const writeCursor = ({ sort, direction }: Sorting, { value, updated, id }: QueuePosition) =>
  Buffer.from(JSON.stringify([sort, direction, value, updated, id])).toString('base64url')

/** Decodes a cursor. It is valid only for the sort that it was made with. */
function readCursor(cursor: string, { sort, direction }: Sorting): QueuePosition {
  const parts = CursorParts.safeParse(parseJson(Buffer.from(cursor, 'base64url').toString()))
  if (parts.success) {
    const [cursorSort, cursorDirection, value, updated, id] = parts.data
    if (cursorSort === sort && cursorDirection === direction && valuePatterns[sort].test(value))
      return { value, updated, id }
  }
  throw invalid('Field [cursor] is invalid: must be the next_cursor of a page with the same sort')
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const exportPageSize = 200
const exportColumns = [
  'user_id',
  'ext_id',
  'forename',
  'surname',
  'status',
  'status_at',
  'assignee',
  'employer',
  'annual_gross',
  'finding',
  'severity',
  'decision',
  'created_at',
  'updated_at',
  'advice',
] as const

/** Streams all users of the filter as CSV. Each page is its own transaction, so a slow download holds none open. */
export async function exportQueue(tenant: Tenant, caller: Caller, query: Filters): Promise<Readable> {
  const parsed = parseFilter(tenant.keys, caller, query)
  const filter = await tenant.transaction((tx) => {
    audit(tx, 'review.exported')
    return resolveFilter(tx, parsed)
  })
  return Readable.from(writeCsv(tenant, filter), { objectMode: false })
}

async function* writeCsv(tenant: Tenant, filter: QueueFilter) {
  yield csvLine(exportColumns)
  let after: string | undefined
  for (;;) {
    const items = await tenant.transaction(async (tx) => {
      const page = await listQueueById(tx, filter, { after, limit: exportPageSize })
      audit(tx, 'review.listed')
      return presentQueue(tx, page, { seesPeople: true })
    })
    if (items.length > 0) yield items.map((item) => csvLine(cellsOf(item))).join('')
    if (items.length < exportPageSize) return
    after = items.at(-1)?.user_id
  }
}

const cellsOf = (item: QueueItem): (string | null)[] => [
  item.user_id,
  item.ext_id,
  item.forename,
  item.surname,
  item.status,
  item.status_at.toISOString(),
  item.assignee?.name ?? null,
  item.employer,
  item.annual_gross,
  item.finding?.code ?? null,
  item.finding?.severity ?? null,
  item.decision,
  item.created_at.toISOString(),
  item.updated_at.toISOString(),
  item.advice,
]

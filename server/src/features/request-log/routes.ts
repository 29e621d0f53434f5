import { z } from 'zod'
import type { Tenant } from '../../platform/database/tenancy.ts'
import type { Server } from '../../platform/http/server.ts'
import { invalid } from '../../platform/problem.ts'
import { listRequestRows, type RequestRow, retentionDays } from './queries.ts'
import { RequestPage, RequestQuery } from './schemas.ts'

export async function requestLogRoutes(server: Server) {
  server.route({
    method: 'GET',
    url: '/request-log',
    config: { access: { caller: 'client', minRole: 'Admin', keyScope: 'read', alsoRoles: ['Developer'] } },
    schema: {
      operationId: 'listRequests',
      summary: 'List recent API requests, newest first',
      description:
        `Requests of your API keys and members in the last ${retentionDays} days, as far as the log has room. It contains field names and error ` +
        'codes, but no values that people typed. A request appears within seconds; under heavy load some are left out.',
      tags: ['Request log'],
      querystring: RequestQuery,
      response: { 200: RequestPage },
    },
    handler: ({ tenant, query }) => listRequests(tenant, query),
  })
}

async function listRequests(
  tenant: Tenant,
  { status, cursor, limit, ...filter }: z.output<typeof RequestQuery>,
) {
  const after = cursor === undefined ? undefined : readCursor(cursor)
  const statusFrom = status === undefined ? undefined : Number(status[0]) * 100
  const statusBelow = statusFrom === undefined ? undefined : statusFrom + 100
  const rows = await tenant.transaction((tx) =>
    listRequestRows(tx, { ...filter, statusFrom, statusBelow, after, limit: limit + 1 }),
  )
  const page = rows.slice(0, limit)
  const last = rows.length > limit ? page.at(-1) : undefined
  return { requests: page.map(present), next_cursor: last ? writeCursor(last.seq) : null }
}

const CursorParts = z.tuple([z.literal('request-log'), z.string().regex(/^[1-9]\d{0,17}$/)])

const writeCursor = (seq: string) =>
  Buffer.from(JSON.stringify(['request-log', seq] satisfies z.output<typeof CursorParts>)).toString(
    'base64url',
  )

function readCursor(cursor: string) {
  try {
    return CursorParts.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))[1]
  } catch {
    throw invalid('Field [cursor] is invalid: must be the next_cursor of an earlier page')
  }
}

const present = ({ seq: _, query, ...request }: RequestRow) => ({
  ...request,
  query: Object.entries(query)
    .map(([name, value]) => ({ name, value }))
    .sort((one, other) => one.name.localeCompare(other.name)),
})

import { z } from 'zod'
import type { Server } from '../../platform/http/server.ts'
import { Line, Timestamp, Uuid } from '../../platform/http/wire.ts'
import { invalid } from '../../platform/problem.ts'
import { listAuditLines } from './queries.ts'

const AuditLine = z
  .strictObject({
    at: Timestamp,
    actor_kind: z.string(),
    actor_id: z.string(),
    action: z.string(),
    subject_id: Uuid.nullable(),
    request_id: z.string(),
    chain: z.string().describe('Where the line stands: chain and number in it'),
    hash: z.string().describe('SHA-256 over the line before it in its chain and this line, as hexadecimal'),
  })
  .meta({ id: 'AuditLine' })

const AuditPage = z
  .strictObject({ audit_lines: z.array(AuditLine), next_cursor: z.string().nullable() })
  .meta({ id: 'AuditPage' })

const Position = z.tuple([
  z.string().regex(/^\d{1,16}$/),
  z.int().min(0).max(7),
  z.string().regex(/^\d{1,16}$/),
])

export async function auditLogRoutes(server: Server) {
  server.route({
    method: 'GET',
    url: '/audit-log',
    config: { caller: 'client', least: 'Admin' },
    schema: {
      operationId: 'listAuditLog',
      summary: 'Who did what, newest first',
      description:
        'Pages are linked by cursor, so reading stays equally fast at any depth. No line holds personal data.',
      tags: ['Audit log'],
      querystring: z.strictObject({
        limit: z.int().min(1).max(100).default(20),
        cursor: Line(200).optional().describe('The next_cursor of the page before'),
        subject_id: Uuid.optional(),
        actor_id: Line(64).optional(),
        from: Timestamp.optional(),
        to: Timestamp.optional(),
      }),
      response: { 200: AuditPage },
    },
    async handler({ tenant, query: { cursor, limit, ...filter } }) {
      const after = cursor === undefined ? undefined : readCursor(cursor)
      const lines = await tenant.transaction((tx) => listAuditLines(tx, { ...filter, after, limit }))
      const last = lines.length === limit ? lines.at(-1) : undefined
      return {
        audit_lines: lines.map(({ at_micros: _, lane, seq, hash, client_id: __, ...line }) => ({
          ...line,
          chain: `${lane}/${seq}`,
          hash: hash.toString('hex'),
        })),
        next_cursor: last ? writeCursor([last.at_micros, last.lane, last.seq]) : null,
      }
    },
  })
}

const writeCursor = (position: z.output<typeof Position>) =>
  Buffer.from(JSON.stringify(position)).toString('base64url')

function readCursor(cursor: string) {
  try {
    return Position.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
  } catch {
    throw invalid('Field [cursor] is invalid: must be the next_cursor of an earlier page')
  }
}

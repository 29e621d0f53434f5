import { z } from 'zod'
import { chainsPerClient } from '../../platform/database/audit-chain.ts'
import type { Server } from '../../platform/http/server.ts'
import { TextLine, Timestamp, Uuid } from '../../platform/http/wire.ts'
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
    chain: z.string().describe('Position of the line: hash chain and sequence number'),
    hash: z.string().describe('SHA-256 of the previous line in the chain and this line, in hexadecimal'),
  })
  .meta({ id: 'AuditLine' })

const AuditPage = z
  .strictObject({ audit_lines: z.array(AuditLine), next_cursor: z.string().nullable() })
  .meta({ id: 'AuditPage' })

const AuditCursor = z.tuple([
  z.string().regex(/^\d{1,16}$/),
  z
    .int()
    .min(0)
    .max(chainsPerClient - 1),
  z.string().regex(/^\d{1,16}$/),
])

export async function auditLogRoutes(server: Server) {
  server.route({
    method: 'GET',
    url: '/audit-log',
    config: { access: { caller: 'client', minRole: 'Admin', keyScope: 'read', alsoRoles: ['Developer'] } },
    schema: {
      operationId: 'listAuditLog',
      summary: 'List the audit log, newest first',
      description:
        'Pages are linked by cursor, so every page is equally fast. No line contains personal data.',
      tags: ['Audit log'],
      querystring: z.strictObject({
        limit: z.int().min(1).max(100).default(20),
        cursor: TextLine(200).optional().describe('The next_cursor of the previous page'),
        subject_id: Uuid.optional(),
        actor_id: TextLine(64).optional(),
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

const writeCursor = (cursor: z.output<typeof AuditCursor>) =>
  Buffer.from(JSON.stringify(cursor)).toString('base64url')

function readCursor(cursor: string) {
  try {
    return AuditCursor.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
  } catch {
    throw invalid('Field [cursor] is invalid: must be the next_cursor of an earlier page')
  }
}

import type { Api } from '../../server/test/api.ts'
import { fuzzClients, type KnownIds } from './known-ids.ts'

/** Returns a line for each id of another client in the audit log of a client, which requests list only in part. */
export async function findForeignAuditLines({ sql, world }: Api, ids: KnownIds): Promise<string[]> {
  const found: string[] = []
  for (const client of fuzzClients) {
    const lines = await sql(
      `select at, action, actor_kind, actor_id, subject_id, request_id from audit_lines
         where client_id = $1 order by lane, seq`,
      [world.clients[client].clientId],
    )
    for (const line of lines)
      for (const id of [line.actor_id, line.subject_id]) {
        const owner = ids.ownerOf(id)
        if (owner !== undefined && owner !== client)
          found.push(`id of ${owner} in the audit log of ${client}: ${JSON.stringify(line)}`)
      }
  }
  return found
}

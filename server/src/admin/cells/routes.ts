import { connect } from 'node:net'
import { sql } from 'kysely'
import { findClient } from '../../features/clients/service.ts'
import type { AdminCell } from '../with-cell.ts'

// The router map lists clients that are no longer in the cell that is part of their keys, tokens and links. It can be
// rebuilt from the cells at any time, so the router needs no durable state.

/** An entry of deploy/haproxy/moved.map. */
export type RouterMapEntry = { key: string; cell: string }

/**
 * Lists the routes of all clients that were moved to this cell. If one client is given, its keys issued by this cell
 * are included: if the client was moved away and back, the router still has entries that point to the other cell.
 */
export async function listRoutes(
  { database, config }: Pick<AdminCell, 'database' | 'config'>,
  client?: string,
) {
  const id = client === undefined ? null : (await findClient(database, client)).id
  const { rows } = await database.system((tx) =>
    sql<{ key: string }>`
      select 'client/' || left(f.client_id::text, 8) as key, f.client_id from event_feeds f
        where not is_leaving(f.client_id) and f.client_id = coalesce(${id}::uuid, f.client_id)
      union all
      select 'key/' || split_part(k.prefix, '_', 3), f.client_id from event_feeds f
        join api_keys k on k.client_id = f.client_id and k.revoked_at is null
        where not is_leaving(f.client_id) and f.client_id = coalesce(${id}::uuid, f.client_id)
          and (${id}::uuid is not null or left(split_part(k.prefix, '_', 3), 2) <> ${config.CELL})
      order by 2, 1`.execute(tx),
  )
  return rows.map(({ key }): RouterMapEntry => ({ key, cell: config.CELL }))
}

/** Updates a running HAProxy through its runtime API at `address`, which is a socket path or host:port. */
export async function updateRouter(address: string, map: string, routes: RouterMapEntry[]) {
  for (const { key, cell } of routes) {
    const reply = await sendCommand(address, `set map ${map} ${key} ${cell}`)
    if (/not found/i.test(reply))
      await requireSuccess(await sendCommand(address, `add map ${map} ${key} ${cell}`))
    else await requireSuccess(reply)
  }
}

async function requireSuccess(reply: string) {
  if (reply !== '') throw new Error(`The router rejected a route: ${reply}`)
}

async function sendCommand(address: string, command: string) {
  const [, host, port] = /^([^/]+):(\d+)$/.exec(address) ?? []
  const socket = host && port ? connect(Number(port), host) : connect(address)
  socket.setEncoding('utf8').setTimeout(5_000, () => socket.destroy(new Error('The router does not reply')))
  socket.end(`${command}\n`)
  let reply = ''
  for await (const text of socket) reply += text
  return reply.trim()
}

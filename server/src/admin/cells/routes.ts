import { connect } from 'node:net'
import { sql } from 'kysely'
import { findClient } from '../../features/clients/service.ts'
import type { Cell } from '../with-cell.ts'

// What a router has to know besides the cells' names: which clients are not where their keys, tokens and links say. It can be
// made anew from the cells at any time, so the router has nothing to lose.

/** A line of deploy/haproxy/moved.map. */
export type Route = { key: string; cell: string }

/**
 * Of every client that came to this cell from another; or all of one that comes now, with keys that bear our own letters: on its
 * way there and back a router was told that they are elsewhere.
 */
export async function listRoutes({ database, config }: Pick<Cell, 'database' | 'config'>, client?: string) {
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
  return rows.map(({ key }): Route => ({ key, cell: config.CELL }))
}

/** Tells a running HAProxy, by its runtime API at `address` (a path, or host:port). */
export async function tellRouter(address: string, map: string, routes: Route[]) {
  for (const { key, cell } of routes) {
    const answer = await askRouter(address, `set map ${map} ${key} ${cell}`)
    if (/not found/i.test(answer))
      await requireDone(await askRouter(address, `add map ${map} ${key} ${cell}`))
    else await requireDone(answer)
  }
}

async function requireDone(answer: string) {
  if (answer !== '') throw new Error(`The router did not take a route: ${answer}`)
}

async function askRouter(address: string, command: string) {
  const [, host, port] = /^([^/]+):(\d+)$/.exec(address) ?? []
  const socket = host && port ? connect(Number(port), host) : connect(address)
  socket.setEncoding('utf8').setTimeout(5_000, () => socket.destroy(new Error('The router does not answer')))
  socket.end(`${command}\n`)
  let answer = ''
  for await (const text of socket) answer += text
  return answer.trim()
}

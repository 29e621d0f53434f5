import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { clientKeyContext, userKeySealContext } from '../src/platform/secrets/keyring.ts'
import { openRootKey } from '../src/platform/secrets/root-key.ts'
import { seal } from '../src/platform/secrets/seal.ts'
import type { World } from './template.ts'

const batch = 2_000

/**
 * Inserts many users of one client, encrypted exactly as the service does, but in bulk as the table owner. A million
 * users through the API would take an hour and prove nothing more.
 */
export async function seedUsers(world: World, databaseUrl: string, clientId: string, count: number) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query(
    'select wrapped from client_keys where client_id = $1 and version = 1',
    [clientId],
  )
  const root = await openRootKey(world.rootKey)
  const clientKey = await root.unwrap(rows[0].wrapped, clientKeyContext(clientId, 1))
  const ids: string[] = []
  for (let first = 0; first < count; first += batch) {
    const size = Math.min(batch, count - first)
    const users = Array.from({ length: size }, (_, n) => sealedUser(clientKey, first + n + 1))
    ids.push(...users.map(({ id }) => id))
    await client.query(
      `insert into users (client_id, id, position, created_at, sealed, payroll_period_months)
         select $1, id, position, now() - interval '1 day' + position * interval '1 millisecond', sealed, 12
         from unnest($2::uuid[], $3::bigint[], $4::bytea[]) as made (id, position, sealed)`,
      [
        clientId,
        users.map(({ id }) => id),
        users.map(({ position }) => position),
        users.map(({ sealed }) => sealed),
      ],
    )
    await client.query(
      `insert into user_keys (client_id, user_id, wrapped, client_key_version)
         select $1, id, wrapped, 1 from unnest($2::uuid[], $3::bytea[]) as made (id, wrapped)`,
      [clientId, users.map(({ id }) => id), users.map(({ wrapped }) => wrapped)],
    )
  }
  await client.query(
    `insert into list_heads values ($1, 'users', $2, now())
       on conflict (client_id, list) do update set last_position = excluded.last_position`,
    [clientId, count],
  )
  await client.query('vacuum analyze users, user_keys, list_counts')
  await client.end()
  return ids
}

function sealedUser(clientKey: Buffer, position: number) {
  const id = randomUUID()
  const key = Buffer.from(randomUUID().replaceAll('-', ''))
  const person = {
    forename: 'Wilhelmina',
    surname: `Oakapple ${position}`,
    date_of_birth: '1988-04-17T00:00:00.000Z',
    post_codes: ['LS1 4AP', 'YO24 1AB'],
  }
  return {
    id,
    position,
    sealed: seal(key, { table: 'users', column: 'sealed', row: id, version: 1 }, JSON.stringify(person)),
    wrapped: seal(clientKey, userKeySealContext(id, 1), key),
  }
}

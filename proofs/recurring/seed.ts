import { randomBytes, randomUUID } from 'node:crypto'
import pg from 'pg'
import { checkOffsetMs, firstDueAt } from '../../server/src/features/accounts/recurring/schedule.ts'
import { clientKeyContext, userKeySealContext } from '../../server/src/platform/secrets/keyring.ts'
import { openRootKey } from '../../server/src/platform/secrets/root-key.ts'
import { seal } from '../../server/src/platform/secrets/seal.ts'
import type { World } from '../../server/test/template.ts'
import { providerId } from './catalogue.ts'
import { lastPaid, monday } from './moments.ts'

const batch = 4_000

type Seeding = {
  databaseUrl: string
  clientId: string
  clientNumber: number
  /** Range of user numbers: `from` is inclusive, `to` is exclusive. */
  from: number
  to: number
  providers: number
}

/**
 * Inserts users with one account each, encrypted as the service does, but in bulk and without triggers. A million
 * users through the API would take days and prove nothing more.
 */
export async function seedAccounts(world: World, seeding: Seeding) {
  const { databaseUrl, clientId, from, to } = seeding
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query('set session_replication_role = replica')
    await client.query('set synchronous_commit = off')
    const { rows } = await client.query(
      `select k.wrapped, t.id from client_keys k join authorisation_terms t on t.client_id = k.client_id
         where k.client_id = $1 and k.version = 1 and t.authorisation_category = 'recurring' and t.is_active`,
      [clientId],
    )
    const root = await openRootKey(world.rootKey)
    const clientKey = await root.unwrap(rows[0].wrapped, clientKeyContext(clientId, 1))
    await client.query(
      `update configurations set recurring_checks_enabled = true, recurring_check_frequency = 'WEEKLY' where client_id = $1`,
      [clientId],
    )
    // The next batch is encrypted while the database writes this one.
    let writing: Promise<unknown> = Promise.resolve()
    for (let first = from; first < to; first += batch) {
      const numbers = Array.from({ length: Math.min(batch, to - first) }, (_, n) => first + n)
      const people = numbers.map((number) => sealedPerson(clientKey, number, seeding))
      await writing
      writing = write(client, clientId, rows[0].id, people)
    }
    await writing
  } finally {
    await client.end()
  }
}

type Person = ReturnType<typeof sealedPerson>

async function write(client: pg.Client, clientId: string, termId: string, people: Person[]) {
  const column = <Name extends keyof Person>(name: Name) => people.map((person) => person[name])
  const statements: [string, unknown[]][] = [
    [
      `insert into users (client_id, id, position, sealed)
         select $1, * from unnest($2::uuid[], $3::bigint[], $4::bytea[])`,
      [clientId, column('userId'), column('position'), column('person')],
    ],
    [
      `insert into user_keys (client_id, user_id, wrapped, client_key_version)
         select $1, id, wrapped, 1 from unnest($2::uuid[], $3::bytea[]) u (id, wrapped)`,
      [clientId, column('userId'), column('wrapped')],
    ],
    [
      `insert into authorisations (client_id, id, user_id, term_id, sealed, accepted_at)
         select $1, id, user_id, $2, '', now() from unnest($3::uuid[], $4::uuid[]) a (id, user_id)`,
      [clientId, termId, column('authorisationId'), column('userId')],
    ],
    [
      `insert into accounts (client_id, id, user_id, payroll_provider, sealed, login_hash, status, authorisation_id,
           session, session_version, latest_pay_date, fetched_at, next_look_at)
         select $1, id, user_id, provider, sealed, hash, 'AUTHORISED', authorisation_id, session, 1, $2, now(), look
           from unnest($3::uuid[], $4::uuid[], $5::text[], $6::bytea[], $7::bytea[], $8::uuid[], $9::bytea[], $10::timestamptz[])
             a (id, user_id, provider, sealed, hash, authorisation_id, session, look)`,
      [
        clientId,
        lastPaid,
        column('accountId'),
        column('userId'),
        column('provider'),
        column('holder'),
        column('hash'),
        column('authorisationId'),
        column('session'),
        column('look'),
      ],
    ],
  ]
  for (const [text, values] of statements) await client.query(text, values)
}

function sealedPerson(clientKey: Buffer, number: number, { clientNumber, from, providers }: Seeding) {
  const userId = randomUUID()
  const accountId = randomUUID()
  const key = randomBytes(32)
  const sealingContext = (table: string, column: string, row: string) => ({ table, column, row, version: 1 })
  const person = {
    forename: 'Wilhelmina',
    surname: `Oakapple ${number}`,
    date_of_birth: '1988-04-17T00:00:00.000Z',
    post_codes: ['LS1 4AP'],
  }
  const holder = { user_name: `person.${number}`, employee_name: 'Ms Wilhelmina Oakapple' }
  // The token contains the person's number and scheduled time, so that the provider can count both.
  const session = { token: `c${clientNumber}.${number}.${checkOffsetMs(accountId, 'WEEKLY')}` }
  return {
    userId,
    accountId,
    authorisationId: randomUUID(),
    position: number - from + 1,
    provider: providerId(number % providers),
    hash: randomBytes(32),
    person: seal(key, sealingContext('users', 'sealed', userId), JSON.stringify(person)),
    wrapped: seal(clientKey, userKeySealContext(userId, 1), key),
    holder: seal(key, sealingContext('accounts', 'sealed', accountId), JSON.stringify(holder)),
    session: seal(key, sealingContext('accounts', 'session', accountId), JSON.stringify(session)),
    look: firstDueAt(accountId, new Date(monday.getTime() - 60_000), 'sandbox'),
  }
}

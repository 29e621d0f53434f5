import { Agent, request } from 'node:http'
import pg from 'pg'
import { readConfig } from '../server/src/config.ts'
import { addAccount } from '../server/src/features/accounts/service.ts'
import { lastDayOfMonth } from '../server/src/features/income/model/payments.ts'
import { storeRetrieved } from '../server/src/features/payroll/retrieval/store.ts'
import { searchTerms } from '../server/src/features/users/search.ts'
import { audit, type Tenant } from '../server/src/platform/database/tenancy.ts'
import { openCoreDependencies } from '../server/src/process/dependencies.ts'
import { aPayslip } from '../server/test/features/sample-payslips.ts'
import { seedUsers } from '../server/test/seed-users.ts'
import { environmentFor, makeWorld, type World } from '../server/test/template.ts'
import { startProcess } from './harness/api-process.ts'
import { type Measurement, measure } from './harness/measurement.ts'
import type { ProveOptions } from './harness/proof.ts'
import { seedNumber } from './harness/seed.ts'
import { type ProofRandom, randomFrom } from './programs/random.ts'

const maxMs = 150
const pageSize = 50
const warmUps = 10
const paidUsers = 20

/** Measures list, filters, prefix search and income summary of a client with many users, and checks what they return. */
export async function prove({ full, seed }: ProveOptions): Promise<Measurement[]> {
  const users = full ? 100_000 : 2_000
  const rounds = full ? 300 : 20
  const random = randomFrom(seedNumber(seed))
  const { world, stop } = await makeWorld({ durable: full })
  const ids = await seedUsers(world, ownerUrl(world), world.clients.acme.clientId, users)
  const people = await seedQueue(world, ids, random)
  const api = await startProcess('../server/src/main.ts', ['api'], {
    ...environmentFor(world, world.template),
    CHECK_REPLIES: 'false',
    RATE_PER_SECOND: '100000',
    RATE_BURST: '100000',
  })
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const { apiKey } = world.clients.acme
  const call = (path: string) => get(agent, `${api.address}${path}`, apiKey)
  try {
    const paid = await payUsers(world, api.address, ids.slice(0, paidUsers))
    const limits = { unit: 'ms', timed: true, ...(full && { atMost: maxMs }) }
    const measurements: Measurement[] = [measure('users', users)]
    let wrong = 0
    for (const [name, pathOf, isRight] of scenarios(people, paid, random)) {
      const times: number[] = []
      for (let round = 0; round < warmUps + rounds; round++) {
        const path = pathOf()
        const startedAt = performance.now()
        const reply = await call(path)
        if (round >= warmUps) times.push(performance.now() - startedAt)
        if (!isRight(reply, path)) wrong++
      }
      times.sort((one, other) => one - other)
      measurements.push(measure(`p95 of ${name}`, times[Math.floor(rounds * 0.95)] ?? Number.NaN, limits))
    }
    return [...measurements, measure('wrong replies', wrong, { exactly: 0 })]
  } finally {
    agent.destroy()
    await api.stop()
    await stop()
  }
}

type QueuePerson = { id: string; forename: string; surname: string; status: number; severity: number }
// biome-ignore lint/suspicious/noExplicitAny: replies of different operations.
type Scenario = [name: string, pathOf: () => string, isRight: (reply: any, path: string) => boolean]

const statuses = ['registered', 'invited', 'opened', 'sharing', 'stalled', 'ready', 'in_review', 'decided']

function scenarios(people: QueuePerson[], paid: string[], random: ProofRandom): Scenario[] {
  const page = `limit=${pageSize}`
  const isPage: Scenario[2] = ({ reviews }) => reviews.length > 0 && reviews.length <= pageSize
  const anyOf = <T>(values: readonly T[]) => values[random.integer(0, values.length - 1)] as T
  const sorts = ['updated_at', 'status', 'annual_gross', 'severity']
  const idsByPrefix = Map.groupBy(people, ({ surname }) => surname.slice(0, 3))
  return [
    ['the list', () => `/reviews?${page}&sort=${anyOf(sorts)}`, isPage],
    [
      'a filtered list',
      () => `/reviews?${page}&status=${anyOf(statuses)}&severity=high,medium&sort=${anyOf(sorts)}`,
      ({ reviews }, path) => {
        const { searchParams } = new URL(path, 'http://localhost')
        return reviews.every(
          (row: { status: string; finding: { severity: string } | null }) =>
            row.status === searchParams.get('status') && row.finding?.severity !== 'low',
        )
      },
    ],
    [
      'a filter by income',
      () => `/reviews?${page}&gross_from=${random.integer(10, 60)}000&gross_below=90000&sort=annual_gross`,
      isPage,
    ],
    [
      'a search by three letters',
      () => `/reviews?${page}&search=${anyOf(people).surname.slice(0, 3)}`,
      ({ reviews }, path) => {
        const prefix = new URL(path, 'http://localhost').searchParams.get('search') ?? ''
        const found = new Set(idsByPrefix.get(prefix)?.map(({ id }) => id))
        return (
          reviews.length === Math.min(pageSize, found.size) &&
          reviews.every(({ user_id }: { user_id: string }) => found.has(user_id))
        )
      },
    ],
    ['the income summary', () => `/users/${anyOf(paid)}/income`, ({ employments }) => employments.length > 0],
  ]
}

const ownerUrl = ({ postgres: { host, port }, template }: World) =>
  `postgres://postgres@${host}:${port}/${template}`

const syllables = [
  'ar',
  'bel',
  'cor',
  'dun',
  'el',
  'fen',
  'gar',
  'hol',
  'ing',
  'jun',
  'kel',
  'lin',
  'mor',
  'nor',
]
const endings = ['ton', 'by', 'wick', 'ford', 'ham', 'ley', 'field', 'mere']

/** Gives the users review columns and the search terms of invented names. */
async function seedQueue(world: World, ids: readonly string[], random: ProofRandom): Promise<QueuePerson[]> {
  const { clientId } = world.clients.acme
  const config = readConfig(environmentFor(world, world.template))
  const { database, keyring } = await openCoreDependencies(config)
  const keys = await keyring.of(clientId)
  const client = new pg.Client({ connectionString: ownerUrl(world) })
  await client.connect()
  const anyOf = <T>(values: readonly T[]) => values[random.integer(0, values.length - 1)] as T
  const people = ids.map((id) => ({
    id,
    forename: anyOf(syllables) + anyOf(syllables),
    surname: anyOf(syllables) + anyOf(syllables) + anyOf(endings),
    status: random.integer(0, 7),
    severity: random.integer(0, 3),
  }))
  const hashes = new Map<string, Buffer[]>()
  const termsOf = ({ forename, surname }: QueuePerson) => {
    const name = `${forename} ${surname}`
    const known = hashes.get(name) ?? searchTerms(keys, { surname })
    hashes.set(name, known)
    return known
  }
  const batch = 1_000
  for (let first = 0; first < people.length; first += batch) {
    const some = people.slice(first, first + batch)
    await client.query(
      `update users u set review_status = s.status, review_severity = s.severity,
          review_finding = case when s.severity > 0 then 'gap' end, review_gross = (s.status * 13 + s.severity * 7) % 90,
          review_updated_at = now() - random() * interval '90 days', has_search_terms = true
        from unnest($2::uuid[], $3::int[], $4::int[]) s (id, status, severity) where u.client_id = $1 and u.id = s.id`,
      [
        clientId,
        some.map(({ id }) => id),
        some.map(({ status }) => status),
        some.map(({ severity }) => severity),
      ],
    )
    const terms = some.flatMap((person) => termsOf(person).map((hash) => ({ id: person.id, hash })))
    await client.query(
      `insert into user_search_terms (client_id, user_id, kind, hash)
        select $1, id, 0, hash from unnest($2::uuid[], $3::bytea[]) t (id, hash)`,
      [clientId, terms.map(({ id }) => id), terms.map(({ hash }) => hash)],
    )
  }
  await client.query('vacuum analyze users, user_search_terms')
  await client.end()
  await database.close()
  return people
}

/** Stores two years of payslips for these users. */
async function payUsers(world: World, address: string, ids: readonly string[]) {
  const { clientId, apiKey } = world.clients.acme
  const config = readConfig(environmentFor(world, world.template))
  const { database, keyring } = await openCoreDependencies(config)
  const actor = { kind: 'operator', id: 'proof', requestId: 'proof' } as const
  const tenant = database.tenant(clientId, actor, await keyring.of(clientId))
  const months = Array.from({ length: 24 }, (_, n) =>
    new Date(Date.UTC(2024, 10 + n, 1)).toISOString().slice(0, 7),
  )
  for (const user_id of ids) {
    const reply = await fetch(`${address}/authorisations`, {
      method: 'POST',
      headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
      body: JSON.stringify({ user_id, user_agent: 'proof' }),
    })
    const { id: authorisation_id } = (await reply.json()) as { id: string }
    await payUser(tenant, { user_id, authorisation_id }, months)
  }
  await database.close()
  return [...ids]
}

function payUser(
  tenant: Tenant,
  owner: { user_id: string; authorisation_id: string },
  months: readonly string[],
) {
  return tenant.transaction(async (tx) => {
    audit(tx, 'proof.paid', owner.user_id)
    const account = await addAccount(tx, {
      ...owner,
      payroll_provider: 'sandbox-payroll',
      status: 'AUTHORISED',
      holder: { user_name: null, employee_name: null },
      reason: 'connected',
    })
    await storeRetrieved(tx, account, {
      ...owner,
      payslips: months.map((month) => aPayslip({ pay_date: lastDayOfMonth(month) })),
      now: new Date(),
      environment: 'sandbox',
    })
  })
}

function get(agent: Agent, url: string, apiKey: string) {
  return new Promise<unknown>((resolve, reject) => {
    const call = request(url, { agent, headers: { 'x-api-key': apiKey } }, (reply) => {
      const chunks: Buffer[] = []
      reply.on('data', (chunk) => chunks.push(chunk))
      reply.on('end', () => {
        const text = Buffer.concat(chunks).toString()
        if (reply.statusCode === 200) resolve(JSON.parse(text))
        else reject(new Error(`${url}: ${reply.statusCode} ${text}`))
      })
    })
    call.on('error', reject)
    call.end()
  })
}

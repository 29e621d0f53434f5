import { setTimeout as sleep } from 'node:timers/promises'
import type { PostgresCluster } from '../../dev/services/postgres-cluster.ts'
import { runAdmin } from '../../server/src/admin/commands.ts'
import { readConfig } from '../../server/src/config.ts'
import { runSql } from '../../server/test/open-test-api.ts'
import { environmentFor, type World } from '../../server/test/template.ts'
import type { Findings } from '../programs/findings.ts'
import type { Client } from '../webhook-loss/client.ts'
import type { Person } from './load.ts'

type Evidence = {
  world: World
  cluster: PostgresCluster
  client: Client
  people: readonly Person[]
  /** How often the receiver was told of each account. */
  told: ReadonlyMap<string, number>
  /** Sign-ins of which the client was told that their outcome is not known: their tasks are dead, as they should be. */
  lostLogins: number
}

const settleMs = 240_000
const pageSize = 100

/** When all is quiet again: what was acknowledged against what is there. */
export async function check({
  world,
  cluster,
  client,
  people,
  told,
  lostLogins,
}: Evidence): Promise<Findings> {
  const url = cluster.superuserUrl(world.template)
  const left = await waitForTasks(url)
  const users = people.flatMap(({ number, userId }) => (userId ? [{ number, userId }] : []))
  const accounts = people.flatMap(({ accountId }) => accountId ?? [])
  return {
    ...checkList(users, await listAll(client)),
    ...(await checkNodes(cluster, world, users)),
    'accounts lost': await missingIn(url, 'accounts', accounts),
    'tasks that have not ended': left,
    'dead tasks': findDead(await runSql(url, 'select kind, reason from dead_tasks'), lostLogins),
    ...(await checkRetrievals(url, accounts, told)),
    'deliveries that have not arrived': (
      await runSql(url, "select id, state from deliveries where state <> 'delivered' limit 20")
    ).map(asText),
    'written to a zombie': (await runSql(cluster.superuserUrl(), 'select number from zombie_writes')).map(
      asText,
    ),
    'broken audit chains': await verifyAudit(world),
  }
}

/** Waits until nothing is to be done any more; gives back what is. */
async function waitForTasks(url: string): Promise<string[]> {
  const endsAt = Date.now() + settleMs
  for (;;) {
    const left = await runSql(url, 'select kind, state, attempts, wake_at from tasks limit 20')
    if (left.length === 0 || Date.now() > endsAt) return left.map(asText)
    await sleep(250)
  }
}

function findDead(dead: { kind: string; reason: string }[], lostLogins: number) {
  const logins = dead.filter(({ kind }) => kind === 'account.connect')
  const others = dead.filter((task) => !logins.includes(task))
  return [...others, ...logins.slice(lostLogins)].map(asText)
}

type Listed = { user_id: string; surname: string }

async function listAll(client: Client): Promise<Listed[]> {
  const all: Listed[] = []
  for (let offset = 1; ; offset += pageSize) {
    const { users } = await client.call('GET', `/users?limit=${pageSize}&offset=${offset}`)
    all.push(...users)
    if (users.length < pageSize) return all
  }
}

/** As the API shows them: everybody under their number, and nobody twice. */
function checkList(users: { number: number; userId: string }[], listed: Listed[]): Findings {
  const bySurname = Map.groupBy(listed, ({ surname }) => surname)
  return {
    'lost by the API': users
      .filter(({ number, userId }) => bySurname.get(`Number ${number}`)?.[0]?.user_id !== userId)
      .map(({ number, userId }) => `${number} ${userId}`),
    'there twice': [...bySurname].filter(([, list]) => list.length > 1).map(([surname]) => surname),
  }
}

/** The same by SQL on every node, each of which was primary once or may be next. */
async function checkNodes(cluster: PostgresCluster, world: World, users: { userId: string }[]) {
  const findings: Findings = {}
  const ids = users.map(({ userId }) => userId)
  for (const node of cluster.nodes)
    findings[`lost on ${node.name}`] = await missingIn(node.superuserUrl(world.template), 'users', ids)
  return findings
}

async function missingIn(url: string, table: 'users' | 'accounts', ids: string[]) {
  const rows = await runSql(
    url,
    `select wanted.id from unnest($1::uuid[]) wanted (id) left join ${table} t on t.id = wanted.id where t.id is null`,
    [ids],
  )
  return rows.map(asText)
}

/** Every account was retrieved once to its end; what came of it was told. A few people have no pay to tell of. */
async function checkRetrievals(
  url: string,
  accounts: string[],
  told: ReadonlyMap<string, number>,
): Promise<Findings> {
  const rows: { account: string; ends: number; entries: number }[] = await runSql(
    url,
    `select wanted.id as account,
       (select count(*)::int from ended_tasks t where t.kind = 'payroll.retrieve' and t.state = 'done'
         and t.input->>'account_id' = wanted.id) as ends,
       (select count(*)::int from payroll_entries e where e.account_id = wanted.id::uuid) as entries
       from unnest($1::text[]) wanted (id)`,
    [accounts],
  )
  return {
    'accounts that were not retrieved once': rows
      .filter(({ ends, entries }) => ends !== 1 || entries > 1)
      .map(asText),
    'accounts without their event': rows
      .filter(({ account, entries }) => entries > 0 && !told.has(account))
      .map(asText),
    'nobody was told anything': rows.some(({ entries }) => entries > 0) ? [] : [`${rows.length} accounts`],
  }
}

async function verifyAudit(world: World): Promise<string[]> {
  try {
    await runAdmin(readConfig(environmentFor(world, world.template)), ['verify-audit'])
    return []
  } catch (error) {
    return [(error as Error).message]
  }
}

const asText = (row: unknown) => JSON.stringify(row)

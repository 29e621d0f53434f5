import { setTimeout as sleep } from 'node:timers/promises'
import type { PostgresCluster } from '../../dev/services/postgres-cluster.ts'
import { runAdmin } from '../../server/src/admin/commands.ts'
import { readConfig } from '../../server/src/config.ts'
import { runSql } from '../../server/test/open-test-api.ts'
import { environmentFor, type World } from '../../server/test/template.ts'
import type { Findings } from '../programs/findings.ts'
import type { RetryingClient } from '../webhook-loss/client.ts'
import type { NumberedUser } from './load.ts'

type FailoverEvidence = {
  world: World
  cluster: PostgresCluster
  client: RetryingClient
  people: readonly NumberedUser[]
  /** Number of webhooks received for each account. */
  notified: ReadonlyMap<string, number>
  /** Number of logins that returned login-lost; it is correct that their tasks are dead-lettered. */
  lostLogins: number
}

const settleMs = 240_000
const pageSize = 100

/** Compares the acknowledged writes with what is stored and delivered, after the load has stopped. */
export async function check({
  world,
  cluster,
  client,
  people,
  notified,
  lostLogins,
}: FailoverEvidence): Promise<Findings> {
  const url = cluster.superuserUrl(world.template)
  const left = await waitForTasks(url)
  const users = people.flatMap(({ number, userId }) => (userId ? [{ number, userId }] : []))
  const accounts = people.flatMap(({ accountId }) => accountId ?? [])
  return {
    ...checkList(users, await listAll(client)),
    ...(await checkNodes(cluster, world, users)),
    'lost accounts': await missingIn(url, 'accounts', accounts),
    'unfinished tasks': left,
    'dead tasks': findDead(await runSql(url, 'select kind, reason from dead_tasks'), lostLogins),
    ...(await checkRetrievals(url, accounts, notified)),
    'undelivered webhooks': (
      await runSql(url, "select id, state from deliveries where state <> 'delivered' limit 20")
    ).map(toText),
    'writes on an old primary': (
      await runSql(cluster.superuserUrl(), 'select number from zombie_writes')
    ).map(toText),
    'broken audit chains': await verifyAudit(world),
  }
}

/** Waits until no task is pending; returns the tasks that are left at the timeout. */
async function waitForTasks(url: string): Promise<string[]> {
  const endsAt = Date.now() + settleMs
  for (;;) {
    const left = await runSql(url, 'select kind, state, attempts, wake_at from tasks limit 20')
    if (left.length === 0 || Date.now() > endsAt) return left.map(toText)
    await sleep(250)
  }
}

function findDead(dead: { kind: string; reason: string }[], lostLogins: number) {
  const logins = dead.filter(({ kind }) => kind === 'account.connect')
  const others = dead.filter((task) => !logins.includes(task))
  return [...others, ...logins.slice(lostLogins)].map(toText)
}

type ListedUser = { user_id: string; surname: string }

async function listAll(client: RetryingClient): Promise<ListedUser[]> {
  const all: ListedUser[] = []
  for (let offset = 1; ; offset += pageSize) {
    const { users } = await client.call('GET', `/users?limit=${pageSize}&offset=${offset}`)
    all.push(...users)
    if (users.length < pageSize) return all
  }
}

/** Checks that the API lists every acknowledged user once, under the right number. Other users belong to the recorded histories. */
function checkList(users: { number: number; userId: string }[], listed: ListedUser[]): Findings {
  const numbered = listed.filter(({ surname }) => surname.startsWith('Number '))
  const bySurname = Map.groupBy(numbered, ({ surname }) => surname)
  return {
    'users missing in the API': users
      .filter(({ number, userId }) => bySurname.get(`Number ${number}`)?.[0]?.user_id !== userId)
      .map(({ number, userId }) => `${number} ${userId}`),
    'duplicate users': [...bySurname].filter(([, list]) => list.length > 1).map(([surname]) => surname),
  }
}

/** Checks the users by SQL on every node, because each has been primary or may become primary. */
async function checkNodes(cluster: PostgresCluster, world: World, users: { userId: string }[]) {
  const findings: Findings = {}
  const ids = users.map(({ userId }) => userId)
  for (const node of cluster.nodes)
    findings[`users missing on ${node.name}`] = await missingIn(
      node.superuserUrl(world.template),
      'users',
      ids,
    )
  return findings
}

async function missingIn(url: string, table: 'users' | 'accounts', ids: string[]) {
  const rows = await runSql(
    url,
    `select wanted.id from unnest($1::uuid[]) wanted (id) left join ${table} t on t.id = wanted.id where t.id is null`,
    [ids],
  )
  return rows.map(toText)
}

/**
 * Checks that every account was retrieved exactly once and that its event was delivered. A few people have no
 * payslips and therefore no event.
 */
async function checkRetrievals(
  url: string,
  accounts: string[],
  notified: ReadonlyMap<string, number>,
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
    'accounts not retrieved exactly once': rows
      .filter(({ ends, entries }) => ends !== 1 || entries > 1)
      .map(toText),
    'accounts without an event': rows
      .filter(({ account, entries }) => entries > 0 && !notified.has(account))
      .map(toText),
    'no event was due': rows.some(({ entries }) => entries > 0) ? [] : [`${rows.length} accounts`],
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

const toText = (row: unknown) => JSON.stringify(row)

import { setTimeout as sleep } from 'node:timers/promises'
import { runAdmin } from '../../server/src/admin/commands.ts'
import { readConfig } from '../../server/src/config.ts'
import { runSql } from '../../server/test/open-test-api.ts'
import type { Findings } from '../programs/findings.ts'
import type { SoakLoad } from './load.ts'
import { isSecondErasure } from './query.ts'

const settleMs = 300_000
const pollMs = 500
/** Accounts that are checked again on their own: the condition of the index on `next_look_at`. */
export const hasChecks = "status = 'AUTHORISED' and not mfa_enabled"

type Evidence = {
  url: string
  environment: Record<string, string>
  load: SoakLoad
  received: ReadonlyMap<string, number>
}

/** Waits until nothing is left to do, then compares what is stored and delivered with what was acknowledged. */
export async function judge({ url, environment, load, received }: Evidence): Promise<Findings> {
  const rows = (text: string, values?: unknown[]) => runSql(url, text, values)
  const left = await waitUntilDone(rows)
  const { people } = load
  const erased = people.filter(({ isErased }) => isErased).flatMap(({ userId }) => userId ?? [])
  const alive = people.filter(({ userId, isBeingErased }) => userId && !isBeingErased)
  const ids = alive.flatMap(({ userId }) => userId ?? [])
  const stored = new Set((await rows('select id::text from users')).map(({ id }) => String(id)))
  const known = new Set(people.flatMap(({ userId }) => userId ?? []))
  // A request without a definite reply may have created its user.
  const unknown = [...stored.difference(known)]
  const counts = (list: Record<string, unknown>[]) =>
    new Map(list.map(({ id, count }) => [String(id), Number(count)]))
  const submissions = counts(
    await rows(
      'select user_id::text as id, count(*)::int as count from bank_statement_submissions group by user_id',
    ),
  )
  const accounts = await rows('select id::text from accounts')
  const accountIds = new Set(accounts.map(({ id }) => String(id)))
  const retrieved = await rows(
    `select a.id::text from accounts a where a.id = any($1::uuid[]) and not exists (
       select from ended_tasks t where t.kind = 'payroll.retrieve' and t.state = 'done' and t.input->>'account_id' = a.id::text)`,
    [alive.flatMap(({ accountId }) => accountId ?? [])],
  )
  const dead = await rows('select kind, reason from dead_tasks')
  const lostLogins = dead.filter(({ kind }) => kind === 'account.connect').slice(load.counts.lostLogins)
  const delivered = await rows("select id::text from deliveries where state = 'delivered'")
  return {
    'lost users': ids.filter((id) => !stored.has(id)),
    'lost accounts': alive.flatMap(({ accountId }) =>
      accountId && !accountIds.has(accountId) ? [accountId] : [],
    ),
    'lost statements': alive
      .filter(({ userId, hasStatement }) => hasStatement && !submissions.get(userId ?? ''))
      .map(({ number }) => String(number)),
    'users that nobody created': unknown.slice(people.filter(({ userId }) => !userId).length),
    'doubled statements': [...submissions]
      .filter(([, count]) => count > 1)
      .map(([id, count]) => `${id}: ${count}`),
    'doubled payslips': toText(
      await rows(
        'select account_id, count(*) as count from payroll_entries group by account_id having count(*) > 1',
      ),
    ),
    'not erased': erased.filter((id) => stored.has(id)),
    'accounts never retrieved': toText(retrieved),
    'recurring checks left undone': toText(
      await rows(
        `select id, next_look_at from accounts where ${hasChecks} and next_look_at < now() - interval '1 minute'`,
      ),
    ),
    'events without a delivery': toText(
      await rows(
        `select e.id from events e where not exists (
           select from deliveries d where d.client_id = e.client_id and d.event_id = e.id) limit 20`,
      ),
    ),
    'deliveries that did not arrive': delivered.map(({ id }) => String(id)).filter((id) => !received.has(id)),
    'unfinished work': left,
    'dead tasks': [...toText(dead.filter(({ kind }) => kind !== 'account.connect')), ...toText(lostLogins)],
    'wrong replies': [...load.wrong],
    'failed verification': await verify(environment),
  }
}

type Rows = (text: string) => Promise<Record<string, unknown>[]>

/** Waits until no task and no delivery is due; returns what is left at the timeout. */
async function waitUntilDone(rows: Rows) {
  const endsAt = performance.now() + settleMs
  for (;;) {
    const left = await rows(
      `select kind, lane, state::text, attempts, wake_at::text from tasks
         where not (kind like 'webhook%' and wake_at > now() + interval '5 seconds')
           and not (${isSecondErasure})
       union all
       select 'delivery', 'deliver', state::text, attempts, due_at::text from deliveries where state = 'waiting'
       union all
       select 'recurring check', '', '', 0, next_look_at::text from accounts where ${hasChecks} and next_look_at < now() limit 20`,
    )
    if (left.length === 0 || performance.now() > endsAt) return toText(left)
    await sleep(pollMs)
  }
}

/** The operator's own checks, as in a restore drill. */
async function verify(environment: Record<string, string>) {
  const config = readConfig(environment)
  const failed: string[] = []
  for (const command of ['verify-audit', 'check-invariants'])
    await runAdmin(config, [command]).catch((error: Error) => failed.push(`${command}: ${error.message}`))
  return failed
}

const toText = (list: Record<string, unknown>[]) => list.map((row) => JSON.stringify(row))

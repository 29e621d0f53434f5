import { runSql } from '../../server/test/open-test-api.ts'
import type { Findings } from '../programs/findings.ts'
import { lane } from '../programs/keys-tasks.ts'

/** Creates the table, without unique constraints, so that duplicates are visible. */
export async function makeTable(url: string) {
  await runSql(
    url,
    `create table proof_effects (client_id uuid not null default current_client_id(), key integer not null,
       number integer not null, task_id uuid not null, at timestamptz not null default clock_timestamp());
     call make_tenant_table('proof_effects')`,
  )
}

export async function countLeft(url: string): Promise<number> {
  const [row] = await runSql(url, 'select count(*)::int as count from tasks where lane = $1', [lane.name])
  return row.count
}

export async function hasEffects(url: string): Promise<boolean> {
  const [row] = await runSql(url, 'select exists (select from proof_effects) as exists')
  return row.exists
}

/** Checks in the database that every task of every key took effect exactly once. */
export async function checkEffects(url: string, keys: number, perKey: number): Promise<Findings> {
  const wrong = await runSql(
    url,
    `select key, number, count(e.task_id)::int as times
       from generate_series(1, $1) key cross join generate_series(1, $2) number
       left join proof_effects e using (key, number) group by key, number having count(e.task_id) <> 1`,
    [keys, perKey],
  )
  const unknown = await runSql(
    url,
    'select key, number, task_id from proof_effects where not (key between 1 and $1 and number between 1 and $2)',
    [keys, perKey],
  )
  const dead = await runSql(url, 'select input, attempts, reason from dead_tasks where lane = $1', [
    lane.name,
  ])
  return {
    'not done': wrong.filter(({ times }) => times === 0).map(toText),
    'done more than once': wrong.filter(({ times }) => times > 1).map(toText),
    'never scheduled': unknown.map(toText),
    dead: dead.map(toText),
  }
}

const toText = (row: unknown) => JSON.stringify(row)

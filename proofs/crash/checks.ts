import { runSql } from '../../server/test/open-test-api.ts'
import { planTask } from '../programs/crash-plan.ts'
import { lane } from '../programs/crash-tasks.ts'
import type { Findings } from '../programs/findings.ts'
import type { ScheduledBatch } from './load.ts'

type Request = { number: number; task_id: string }
type Effect = { number: number; step: string; task_id: string; times: number }
type Ended = { id: string; kind: string; number: number; state: string; times: number }

/** Runs checks that must pass at any moment, also between faults. */
export async function checkMeanwhile(url: string): Promise<Findings> {
  const doubled = await runSql(
    url,
    `select number, step, count(*)::int as times from proof_effects group by number, step having count(*) > 1`,
  )
  const dead = await runSql(url, 'select kind, input, attempts, reason from dead_tasks where lane = $1', [
    lane.name,
  ])
  return { doubled: doubled.map(toText), dead: dead.map(toText) }
}

export async function countLeft(url: string): Promise<number> {
  const [row] = await runSql(url, 'select count(*)::int as count from tasks where lane = $1', [lane.name])
  return row.count
}

/** Compares the requests with their effects, after all tasks have finished. */
export async function checkEnd(url: string, batches: readonly ScheduledBatch[]): Promise<Findings> {
  const requests: Request[] = await runSql(url, 'select number, task_id from proof_requests')
  const effects: Effect[] = await runSql(
    url,
    'select number, step, task_id, count(*)::int as times from proof_effects group by number, step, task_id',
  )
  const ended: Ended[] = await runSql(
    url,
    `select id, kind, (input->>'number')::int as number, state, count(*)::int as times
       from ended_tasks where lane = $1 group by id, kind, number, state`,
    [lane.name],
  )
  const left = await runSql(
    url,
    'select kind, key, input, state, offers, attempts from tasks where lane = $1',
    [lane.name],
  )
  const meanwhile = await checkMeanwhile(url)
  return {
    lost: findLost(batches, requests, effects, ended),
    ...checkRequests(batches, requests),
    doubled: [...(meanwhile.doubled ?? []), ...ended.filter(({ times }) => times > 1).map(toText)],
    dead: meanwhile.dead ?? [],
    'not finished': left.map(toText),
    ...checkResults(requests, effects, ended),
  }
}

/** Lists tasks that were acknowledged but not completed. */
function findLost(
  batches: readonly ScheduledBatch[],
  requests: Request[],
  effects: Effect[],
  ended: Ended[],
) {
  const stored = new Set(requests.map(({ number }) => number))
  const acted = new Set(effects.map(({ number, step }) => `${step} ${number}`))
  const done = new Set(ended.map(({ kind, number }) => `${kind} ${number}`))
  const acknowledged = batches
    .filter(({ isAcknowledged }) => isAcknowledged)
    .flatMap(({ numbers }) => numbers)
  return acknowledged.flatMap((number) => {
    const { writes, followUp } = planTask(number)
    const missing = [
      ...(stored.has(number) ? [] : ['its request']),
      ...(done.has(`proof.act ${number}`) ? [] : ['its end']),
      ...(!writes || acted.has(`act ${number}`) ? [] : ['its effect']),
      ...(!followUp || acted.has(`follow ${number}`) ? [] : ['the effect of its follow-up']),
    ]
    return missing.length > 0 ? [`${number} is missing ${missing.join(', ')}`] : []
  })
}

/** Checks that a batch is stored completely or not at all, only once, and only if it was requested. */
function checkRequests(batches: readonly ScheduledBatch[], requests: Request[]): Findings {
  const times = new Map<number, number>()
  for (const { number } of requests) times.set(number, (times.get(number) ?? 0) + 1)
  const requested = new Set(batches.flatMap(({ numbers }) => numbers))
  return {
    'stored partially': batches
      .filter(({ numbers }) => new Set(numbers.map((number) => times.has(number))).size > 1)
      .map(({ numbers }) => `only ${numbers.filter((number) => times.has(number))} of ${numbers}`),
    'stored but never requested': [...times.keys()].filter((number) => !requested.has(number)).map(String),
    'stored twice': [...times].filter(([, count]) => count > 1).map(([number]) => String(number)),
  }
}

/**
 * Checks that every stored request has exactly its own results, acknowledged or not, and that no result lacks a
 * request.
 */
function checkResults(requests: Request[], effects: Effect[], ended: Ended[]): Findings {
  const expected = new Set<string>()
  const actual = new Set<string>()
  for (const { number, task_id } of requests) {
    const { writes, followUp } = planTask(number)
    expected.add(`proof.act ${number} ended as ${task_id}`)
    if (writes) expected.add(`act ${number} by ${task_id}`)
    if (followUp) expected.add(`follow ${number}`).add(`proof.follow ${number} ended`)
  }
  for (const { kind, number, id, state } of ended) {
    const end = state === 'done' ? 'ended' : state
    actual.add(kind === 'proof.act' ? `${kind} ${number} ${end} as ${id}` : `${kind} ${number} ${end}`)
  }
  // The id of a follow-up task is recorded only in its effect and its end; both must contain the same id.
  const followers = new Set(ended.filter(({ kind }) => kind === 'proof.follow').map(({ id }) => id))
  for (const { step, number, task_id } of effects) {
    if (step === 'act') actual.add(`act ${number} by ${task_id}`)
    else actual.add(followers.has(task_id) ? `follow ${number}` : `follow ${number} by an unknown task`)
  }
  return {
    'requests without their result': [...expected.difference(actual)],
    'results without a request': [...actual.difference(expected)],
  }
}

const toText = (row: unknown) => JSON.stringify(row)

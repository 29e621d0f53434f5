import { setTimeout as sleep } from 'node:timers/promises'
import { urgent } from './kinds.ts'
import type { TimersSetup } from './setup.ts'

/** Milliseconds from commit to start of tasks. */
export type StartDelays = { direct: number[]; dispatched: number[] }

export const newStarts = (): StartDelays => ({ direct: [], dispatched: [] })

type ScheduledTask = { committedAt: number; hasKey: boolean }

let keys = 0

/**
 * Schedules urgent tasks at a fixed rate until isOver. Every other task has a unique key: only a dispatcher may offer
 * those, so it must find them among the scheduled tasks. Tasks without a key are offered directly after the commit.
 */
export async function scheduleUrgent(
  { database, clientId, sql }: TimersSetup,
  options: { perSecond: number; into: StartDelays; isOver(sentForMs: number): boolean },
) {
  const { perSecond, into, isOver } = options
  const sent = new Map<string, ScheduledTask>()
  const sending = new Set<Promise<void>>()
  const startedAt = performance.now()
  const send = async (number: number) => {
    const hasKey = number % 2 === 0
    const key = hasKey ? { key: `urgent ${keys++}` } : {}
    const id = await database.system((tx) => urgent.schedule(tx, { number }, { clientId, ...key }))
    sent.set(id, { committedAt: Date.now(), hasKey })
  }
  for (let number = 0; !isOver(performance.now() - startedAt); number++) {
    await sleep(Math.max(0, startedAt + (number * 1000) / perSecond - performance.now()))
    const sendingThis = send(number).finally(() => sending.delete(sendingThis))
    sending.add(sendingThis)
  }
  await Promise.all(sending)
  for (const { id, at } of await readStarts(sql, [...sent.keys()])) {
    const { committedAt, hasKey } = sent.get(id) as ScheduledTask
    // The task may have started before the commit returned to this process.
    const list = hasKey ? into.dispatched : into.direct
    list.push(Math.max(0, at - committedAt))
  }
}

async function readStarts(sql: TimersSetup['sql'], ids: string[]) {
  for (let attempt = 0; attempt < 300; attempt++) {
    const rows = await sql<{ id: string; at: number }>(
      `select id, (outcome ->> 'started_at')::float8 as at from ended_tasks where id = any ($1::uuid[])`,
      [ids],
    )
    if (rows.length === ids.length) return rows
    await sleep(100)
  }
  throw new Error(`not all of ${ids.length} urgent tasks finished`)
}

import { setTimeout as sleep } from 'node:timers/promises'
import { urgent } from './kinds.ts'
import type { Site } from './setup.ts'

/** How long tasks waited from their commit to their start, in milliseconds. */
export type Starts = { direct: number[]; dispatched: number[] }

export const newStarts = (): Starts => ({ direct: [], dispatched: [] })

type Sent = { committedAt: number; hasKey: boolean }

let keys = 0

/**
 * Schedules urgent tasks at a steady rate until told to stop. Every other one has a key, all of them different: only a
 * dispatcher may hand those out, so they have to be found among the sleepers. The rest is published by us at once.
 */
export async function scheduleUrgent(
  { database, clientId, sql }: Site,
  options: { perSecond: number; into: Starts; isOver(sentForMs: number): boolean },
) {
  const { perSecond, into, isOver } = options
  const sent = new Map<string, Sent>()
  const sending = new Set<Promise<void>>()
  const beganAt = performance.now()
  const send = async (number: number) => {
    const hasKey = number % 2 === 0
    const key = hasKey ? { key: `urgent ${keys++}` } : {}
    const id = await database.system((tx) => urgent.schedule(tx, { number }, { clientId, ...key }))
    sent.set(id, { committedAt: Date.now(), hasKey })
  }
  for (let number = 0; !isOver(performance.now() - beganAt); number++) {
    await sleep(Math.max(0, beganAt + (number * 1000) / perSecond - performance.now()))
    const sendingThis = send(number).finally(() => sending.delete(sendingThis))
    sending.add(sendingThis)
  }
  await Promise.all(sending)
  for (const { id, at } of await readStarts(sql, [...sent.keys()])) {
    const { committedAt, hasKey } = sent.get(id) as Sent
    // It may have started before we heard of our own commit.
    const list = hasKey ? into.dispatched : into.direct
    list.push(Math.max(0, at - committedAt))
  }
}

async function readStarts(sql: Site['sql'], ids: string[]) {
  for (let tries = 0; tries < 300; tries++) {
    const rows = await sql<{ id: string; at: number }>(
      `select id, (outcome ->> 'started_at')::float8 as at from ended_tasks where id = any ($1::uuid[])`,
      [ids],
    )
    if (rows.length === ids.length) return rows
    await sleep(100)
  }
  throw new Error(`Not all of ${ids.length} urgent tasks ended`)
}

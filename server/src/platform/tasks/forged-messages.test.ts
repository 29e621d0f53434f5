import { randomUUID } from 'node:crypto'
import { headers, type MsgHdrs } from '@nats-io/transport-node'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { eventually, startEngine } from '../../../test/engine.ts'
import { openTaskLane } from '../../../test/task-lane.ts'
import { createMessageSigner, signatureHeader } from '../bus/signature.ts'
import { ensureLane, laneSubject, maxOfferAgeMs, readLaneDepth } from './lanes.ts'
import { defineTask } from './task.ts'

// Finding 4 of the security review: a message on NATS that no process of the cell has signed is not a task.

const engine = await startEngine({ LOG_LEVEL: 'silent' })
const { bus, sql, clientId } = engine
const connection = bus.connection() ?? expect.fail('NATS is unreachable')
const cellKey = engine.keyring.cellKey('nats messages')

const offerOf = (kind: string, input: object, id: string = randomUUID()) => ({
  id,
  client_id: clientId,
  kind,
  input,
  offers: 1,
  attempts: 0,
  awaited: false,
  keyed: false,
  due_at: new Date().toISOString(),
})

function headersWith(signature: string): MsgHdrs {
  const result = headers()
  result.set(signatureHeader, signature)
  return result
}

async function countRejected(reason: string) {
  const line = (await engine.metrics.text())
    .split('\n')
    .find((text) => text.startsWith(`payproof_bus_rejected_total{reason="${reason}"}`))
  return Number(line?.split(' ').at(-1) ?? 0)
}

test('finding 4: unsigned, forged and replayed offers run nothing and are counted', async () => {
  const { lane, work, dispatch, runs, schedule, untilEnded, kind } = openTaskLane(engine, 'forged')
  await ensureLane(connection, lane.name, { prefix: bus.prefix, replicas: 1 })
  work()
  dispatch()
  const before = {
    stale: await countRejected('stale'),
    unsigned: await countRejected('unsigned'),
    forged: await countRejected('forged'),
  }
  const subjects = [laneSubject(bus.prefix, lane.name), `${bus.prefix}.direct.${lane.name}`]
  const stranger = createMessageSigner(Buffer.alloc(32, 7))
  const longAgo = createMessageSigner(cellKey, () => Date.now() - maxOfferAgeMs - 1_000)
  const now = createMessageSigner(cellKey)
  for (const subject of subjects) {
    const body = JSON.stringify(offerOf(kind.kind, {}))
    const other = JSON.stringify(offerOf(kind.kind, {}))
    connection.publish(subject, body)
    connection.publish(subject, body, { headers: headersWith('1.x') })
    connection.publish(subject, body, { headers: headersWith(stranger.sign(subject, body)) })
    // A valid signature of another body, and of another lane.
    connection.publish(subject, body, { headers: headersWith(now.sign(subject, other)) })
    connection.publish(subject, body, { headers: headersWith(now.sign(`${subject}2`, body)) })
    connection.publish(subject, body, { headers: headersWith(longAgo.sign(subject, body)) })
  }
  // The counts include what other tests have sent.
  const isCounted = async (reason: keyof typeof before, count: number) =>
    (await countRejected(reason)) === before[reason] + count
  await eventually(() => isCounted('stale', 2))
  await eventually(() => isCounted('unsigned', 2))
  await eventually(() => isCounted('forged', 8))
  await eventually(async () => (await readLaneDepth(connection, bus.prefix, lane.name)) === 0)
  expect(runs).toEqual([])
  await untilEnded(await schedule())
  expect(runs).toHaveLength(1)
})

test('finding 4: a signed offer recorded on the network does not run again once its task has ended', async () => {
  const { lane, work, dispatch, runsOf, schedule, untilEnded } = openTaskLane(engine, 'replayed')
  const subject = laneSubject(bus.prefix, lane.name)
  const recorded: string[] = []
  const spy = connection.subscribe(subject, {
    callback(_error, message) {
      recorded.push(Buffer.from(message.data).toString())
    },
  })
  work()
  dispatch()
  const id = await schedule({}, { key: 'replayed' })
  await untilEnded(id)
  spy.unsubscribe()
  const body = recorded[0] ?? expect.fail('no offer was recorded')
  // Older than a fresh offer, younger than the maximum age of a message.
  const aged = createMessageSigner(cellKey, () => Date.now() - 10_000)
  connection.publish(subject, body, { headers: headersWith(aged.sign(subject, body)) })
  const next = await schedule({}, { key: 'replayed' })
  await untilEnded(next)
  await eventually(async () => (await readLaneDepth(connection, bus.prefix, lane.name)) === 0)
  expect(runsOf(id)).toHaveLength(1)
})

test('finding 4: a kind with outside effects runs with the input of its row, and not without a row', async () => {
  const lane = { name: 'confirmed', concurrency: 4, maxDepth: 100 }
  const targets: string[] = []
  const kind = defineTask({
    kind: 'test.confirmed',
    lane: lane.name,
    isConfirmedFirst: true,
    input: z.object({ target: z.string() }),
    async run({ input }) {
      targets.push(input.target)
      return undefined
    },
  })
  engine.work([kind.withDeps(undefined)], [lane])
  const subject = `${bus.prefix}.direct.${lane.name}`
  const send = async (offer: object) => {
    const body = JSON.stringify(offer)
    const reply = await connection.request(subject, body, {
      headers: bus.sign(subject, body),
      timeout: 5_000,
    })
    expect(reply.string()).toBe('taken')
  }
  // Even a sender with the cell's key: no row, then a row with another input and another kind.
  await eventually(() =>
    send(offerOf(kind.kind, { target: 'no row' })).then(
      () => true,
      () => false,
    ),
  )
  const id = await engine.inTransaction((tx) => kind.schedule(tx, { target: 'stored' }, { key: 'confirmed' }))
  const offered = `update tasks set state = 'offered', offers = 1, wake_at = now() + interval '1 minute' where id = $1`
  await sql(offered, [id])
  await send(offerOf(kind.kind, { target: 'changed' }, id))
  await eventually(async () => (await sql('select from ended_tasks where id = $1', [id])).length === 1)
  expect(targets).toEqual(['stored'])
})

test('finding 4: notifications of a stranger are not delivered', async () => {
  const received: unknown[] = []
  const unsubscribe = bus.subscribe('forged.notification', (message) => received.push(message))
  const subject = `${bus.prefix}.forged.notification`
  const before = await countRejected('unsigned')
  connection.publish(subject, JSON.stringify('unsigned'))
  const old = createMessageSigner(cellKey, () => Date.now() - 60_000)
  connection.publish(subject, '"old"', { headers: headersWith(old.sign(subject, '"old"')) })
  bus.publish('forged.notification', 'ours')
  await eventually(() => received.length > 0)
  expect(received).toEqual(['ours'])
  expect(await countRejected('unsigned')).toBe(before + 1)
  unsubscribe()
})

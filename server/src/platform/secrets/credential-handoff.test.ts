import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from '@nats-io/transport-node'
import { expect, inject, test } from 'vitest'
import { atEnd } from '../../../test/at-end.ts'
import { eventually } from '../../../test/engine.ts'
import { openBus } from '../bus/bus.ts'
import { openLog } from '../telemetry/log.ts'
import { openSecretDesk } from './credential-handoff.ts'

const { natsUrl } = inject('world')
const prefix = `desk-${randomUUID()}`
const key = randomBytes(32)

/** A process of ours, as far as secrets are concerned. */
async function openProcess(more: { key?: Buffer; keptMs?: number; askedMs?: number } = {}) {
  const bus = openBus({ url: natsUrl, prefix, log: openLog('silent') })
  await bus.ready(5_000)
  const desk = openSecretDesk({ bus, key, ...more })
  atEnd(async () => {
    desk.close()
    await bus.close()
  })
  return { bus, desk }
}

/** Everything that anybody of ours says on the bus from now on; other tests have secrets of their own there. */
async function listenToAll() {
  const connection = await connect({ servers: natsUrl })
  const said: string[] = []
  connection.subscribe(`${prefix}.>`, {
    callback: (_error, message) => {
      said.push(`${message.subject} ${message.string()}`)
    },
  })
  await connection.flush()
  atEnd(() => connection.close())
  return said
}

const api = await openProcess()
const worker = await openProcess()

test('a worker collects what another process was told, as often as it needs to', async () => {
  const task = randomUUID()
  api.desk.leave(task, Buffer.from('canary-kingfisher'))
  expect((await worker.desk.collect(task))?.toString()).toBe('canary-kingfisher')
  expect((await worker.desk.collect(task))?.toString()).toBe('canary-kingfisher')
})

test('within one process no bus is needed, and the collector may overwrite what it got', async () => {
  const said = await listenToAll()
  const task = randomUUID()
  api.desk.leave(task, Buffer.from('canary'))
  ;(await api.desk.collect(task))?.fill(0)
  expect((await api.desk.collect(task))?.toString()).toBe('canary')
  expect(said.filter((line) => line.includes(task))).toEqual([])
})

test('a worker that asks first gets it as soon as it is there', async () => {
  const task = randomUUID()
  const collected = worker.desk.collect(task)
  setTimeout(() => api.desk.leave(task, Buffer.from('late')), 500)
  expect((await collected)?.toString()).toBe('late')
})

test('what is forgotten is overwritten and given to nobody', async () => {
  const task = randomUUID()
  const secret = Buffer.from('canary')
  api.desk.leave(task, secret)
  api.desk.forget(task)
  expect(secret.equals(Buffer.alloc(6))).toBe(true)
  expect(await api.desk.collect(task)).toBeUndefined()
  expect(await worker.desk.collect(task)).toBeUndefined()
})

test('whoever asks for something forgotten is told at once', async () => {
  const { desk } = await openProcess({ askedMs: 60_000 })
  const task = randomUUID()
  api.desk.leave(task, Buffer.from('canary'))
  api.desk.forget(task)
  expect(await desk.collect(task)).toBeUndefined()
})

test('what nobody collects is overwritten when its time is over', async () => {
  const { desk } = await openProcess({ keptMs: 200 })
  const [first, second] = [Buffer.from('one'), Buffer.from('two')]
  desk.leave(randomUUID(), first)
  desk.leave(randomUUID(), second)
  await eventually(() => [...first, ...second].every((byte) => byte === 0))
})

test('a closed desk has overwritten everything', async () => {
  const { desk } = await openProcess()
  const secret = Buffer.from('canary')
  desk.leave(randomUUID(), secret)
  desk.close()
  expect(secret.equals(Buffer.alloc(6))).toBe(true)
})

test('nothing on the bus shows a secret, in no writing', async () => {
  const said = await listenToAll()
  const secret = `canary-${randomUUID()}`
  const tasks = Array.from({ length: 20 }, () => randomUUID())
  for (const task of tasks) api.desk.leave(task, Buffer.from(secret))
  const collected = await Promise.all(tasks.map((task) => worker.desk.collect(task)))
  expect(new Set(collected.map(String))).toEqual(new Set([secret]))
  await eventually(() => said.filter((line) => line.includes('secrets.given')).length >= 20)
  expect(said.some((line) => line.includes(tasks[0] as string))).toBe(true)
  const bytes = Buffer.from(secret)
  for (const writing of [secret, bytes.toString('hex'), bytes.toString('base64url').slice(0, -2)])
    expect(said.filter((line) => line.includes(writing))).toEqual([])
  // Equal secrets look different every time.
  const sealed = said.flatMap((line) => /"sealed":"([^"]+)"/.exec(line)?.[1] ?? [])
  expect(new Set(sealed).size).toBe(sealed.length)
})

test('a question by somebody without the key of the cell is not answered', async () => {
  const stranger = await openProcess({ key: randomBytes(32), askedMs: 1_000 })
  const said = await listenToAll()
  const task = randomUUID()
  api.desk.leave(task, Buffer.from('canary'))
  expect(await stranger.desk.collect(task)).toBeUndefined()
  expect(said.some((line) => line.includes('secrets.wanted'))).toBe(true)
  expect(said.filter((line) => line.includes('secrets.given') && line.includes('sealed'))).toEqual([])
})

test('a question that was changed on its way is not answered', async () => {
  const said = await listenToAll()
  const [asked, other] = [randomUUID(), randomUUID()]
  const lost = worker.desk.collect(asked)
  const line = await eventually(() => said.find((text) => text.includes(asked)))
  const question = JSON.parse(line.slice(line.indexOf('{'))) as object
  api.desk.leave(other, Buffer.from('canary'))
  worker.bus.tell('secrets.wanted', { ...question, taskId: other })
  await sleep(700)
  expect(said.filter((text) => text.includes('sealed'))).toEqual([])
  api.desk.leave(asked, Buffer.from('mine'))
  expect(String(await lost)).toBe('mine')
})

test('an answer by somebody without the key of the cell is not believed', async () => {
  const said = await listenToAll()
  const stranger = await openProcess({ key: randomBytes(32) })
  const task = randomUUID()
  const collected = worker.desk.collect(task)
  const line = await eventually(() => said.find((text) => text.includes(task)))
  const question = JSON.parse(line.slice(line.indexOf('{'))) as { replyTo: string; publicKey: string }
  stranger.bus.tell(question.replyTo, { publicKey: question.publicKey, sealed: 'AAAA' })
  stranger.bus.tell(question.replyTo, 'nonsense')
  api.desk.leave(task, Buffer.from('true'))
  expect(String(await collected)).toBe('true')
})

test('a desk holds ten thousand secrets of sixteen kibibytes, half of them for people who wait, and says so when there are more', async () => {
  const { desk } = await openProcess()
  expect(() => desk.leave(randomUUID(), Buffer.alloc(16 * 1024 + 1))).toThrow('larger')
  expect(desk.hasRoomToSpare(Buffer.alloc(16 * 1024 + 1))).toBe(false)
  for (let n = 0; n < 10_000; n++) {
    expect(desk.hasRoomToSpare(Buffer.alloc(1))).toBe(n < 5_000)
    desk.leave(randomUUID(), Buffer.alloc(1))
  }
  expect(() => desk.leave(randomUUID(), Buffer.alloc(1))).toThrow('busy')
})

test('without NATS a worker of another process gets nothing, and nobody waits for ever', async () => {
  const bus = openBus({ url: 'nats://127.0.0.1:9', prefix, log: openLog('silent') })
  const desk = openSecretDesk({ bus, key, askedMs: 500 })
  atEnd(() => desk.close())
  const task = randomUUID()
  expect(await desk.collect(task)).toBeUndefined()
  desk.leave(task, Buffer.from('here'))
  expect(String(await desk.collect(task))).toBe('here')
})

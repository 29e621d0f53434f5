import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from '@nats-io/transport-node'
import { expect, inject, test } from 'vitest'
import { atEnd } from '../../../test/at-end.ts'
import { eventually } from '../../../test/engine.ts'
import { openBus } from '../bus/bus.ts'
import { openLog } from '../telemetry/log.ts'
import { openCredentialHandoff } from './credential-handoff.ts'
import type { KeyVersions } from './key-versions.ts'

const { natsUrl } = inject('world')
const prefix = `credential-handoff-${randomUUID()}`
const key = randomBytes(32)
const busKey = randomBytes(32)

/** Simulates a separate process: opens its own bus connection and credential handoff. */
async function openProcess(
  options: { key?: Buffer | KeyVersions; ttlMs?: number; requestTimeoutMs?: number } = {},
) {
  const bus = openBus({ url: natsUrl, prefix, key: busKey, log: openLog('silent') })
  await bus.ready(5_000)
  const handoff = openCredentialHandoff({ bus, key, ...options })
  atEnd(async () => {
    handoff.close()
    await bus.close()
  })
  return { bus, handoff }
}

/** Records all messages with this file's bus prefix from now on. */
async function recordMessages() {
  const connection = await connect({ servers: natsUrl })
  const messages: string[] = []
  connection.subscribe(`${prefix}.>`, {
    callback: (_error, message) => {
      messages.push(`${message.subject} ${message.string()}`)
    },
  })
  await connection.flush()
  atEnd(() => connection.close())
  return messages
}

const api = await openProcess()
const worker = await openProcess()

test('a worker collects a secret deposited in another process, repeatedly if needed', async () => {
  const task = randomUUID()
  api.handoff.deposit(task, Buffer.from('canary-kingfisher'))
  expect((await worker.handoff.collect(task))?.toString()).toBe('canary-kingfisher')
  expect((await worker.handoff.collect(task))?.toString()).toBe('canary-kingfisher')
})

test('while the key is being rotated, processes with either version exchange secrets', async () => {
  const newKey = randomBytes(32)
  const early = await openProcess({ key: () => [newKey, key] })
  const late = await openProcess({ key: () => [key, newKey] })
  for (const [holder, requester] of [
    [early, late],
    [late, early],
    [early, worker],
  ] as const) {
    const task = randomUUID()
    holder.handoff.deposit(task, Buffer.from('canary-wagtail'))
    expect((await requester.handoff.collect(task))?.toString()).toBe('canary-wagtail')
  }
})

test('collects within one process without the bus, and returns a copy', async () => {
  const messages = await recordMessages()
  const task = randomUUID()
  api.handoff.deposit(task, Buffer.from('canary'))
  ;(await api.handoff.collect(task))?.fill(0)
  expect((await api.handoff.collect(task))?.toString()).toBe('canary')
  expect(messages.filter((line) => line.includes(task))).toEqual([])
})

test('a worker that asks before the deposit gets the secret once it is deposited', async () => {
  const task = randomUUID()
  const collected = worker.handoff.collect(task)
  setTimeout(() => api.handoff.deposit(task, Buffer.from('late')), 500)
  expect((await collected)?.toString()).toBe('late')
})

test('a discarded secret is zeroed and cannot be collected', async () => {
  const task = randomUUID()
  const secret = Buffer.from('canary')
  api.handoff.deposit(task, secret)
  api.handoff.discard(task)
  expect(secret.equals(Buffer.alloc(6))).toBe(true)
  expect(await api.handoff.collect(task)).toBeUndefined()
  expect(await worker.handoff.collect(task)).toBeUndefined()
})

test('collecting a discarded secret returns undefined immediately', async () => {
  const { handoff } = await openProcess({ requestTimeoutMs: 60_000 })
  const task = randomUUID()
  api.handoff.deposit(task, Buffer.from('canary'))
  api.handoff.discard(task)
  expect(await handoff.collect(task)).toBeUndefined()
})

test('zeroes secrets when their TTL ends', async () => {
  const { handoff } = await openProcess({ ttlMs: 200 })
  const [first, second] = [Buffer.from('one'), Buffer.from('two')]
  handoff.deposit(randomUUID(), first)
  handoff.deposit(randomUUID(), second)
  await eventually(() => [...first, ...second].every((byte) => byte === 0))
})

test('close zeroes all secrets', async () => {
  const { handoff } = await openProcess()
  const secret = Buffer.from('canary')
  handoff.deposit(randomUUID(), secret)
  handoff.close()
  expect(secret.equals(Buffer.alloc(6))).toBe(true)
})

test('no message on the bus contains a secret, in any encoding', async () => {
  const messages = await recordMessages()
  const secret = `canary-${randomUUID()}`
  const tasks = Array.from({ length: 20 }, () => randomUUID())
  for (const task of tasks) api.handoff.deposit(task, Buffer.from(secret))
  const collected = await Promise.all(tasks.map((task) => worker.handoff.collect(task)))
  expect(new Set(collected.map(String))).toEqual(new Set([secret]))
  await eventually(() => messages.filter((line) => line.includes('secrets.given')).length >= 20)
  expect(messages.some((line) => line.includes(tasks[0] as string))).toBe(true)
  const bytes = Buffer.from(secret)
  for (const encoding of [secret, bytes.toString('hex'), bytes.toString('base64url').slice(0, -2)])
    expect(messages.filter((line) => line.includes(encoding))).toEqual([])
  // Equal secrets must have different ciphertexts.
  const sealed = messages.flatMap((line) => /"sealed":"([^"]+)"/.exec(line)?.[1] ?? [])
  expect(new Set(sealed).size).toBe(sealed.length)
})

test('ignores a request without the cell key', async () => {
  const stranger = await openProcess({ key: randomBytes(32), requestTimeoutMs: 1_000 })
  const messages = await recordMessages()
  const task = randomUUID()
  api.handoff.deposit(task, Buffer.from('canary'))
  expect(await stranger.handoff.collect(task)).toBeUndefined()
  expect(messages.some((line) => line.includes('secrets.wanted'))).toBe(true)
  expect(messages.filter((line) => line.includes('secrets.given') && line.includes('sealed'))).toEqual([])
})

test('ignores a request that was tampered with', async () => {
  const messages = await recordMessages()
  const [requested, other] = [randomUUID(), randomUUID()]
  const lost = worker.handoff.collect(requested)
  const line = await eventually(() => messages.find((text) => text.includes(requested)))
  const request = JSON.parse(line.slice(line.indexOf('{'))) as object
  api.handoff.deposit(other, Buffer.from('canary'))
  worker.bus.publish('secrets.wanted', { ...request, taskId: other })
  await sleep(700)
  expect(messages.filter((text) => text.includes('sealed'))).toEqual([])
  api.handoff.deposit(requested, Buffer.from('mine'))
  expect(String(await lost)).toBe('mine')
})

test('ignores a reply without the cell key', async () => {
  const messages = await recordMessages()
  const stranger = await openProcess({ key: randomBytes(32) })
  const task = randomUUID()
  const collected = worker.handoff.collect(task)
  const line = await eventually(() => messages.find((text) => text.includes(task)))
  const request = JSON.parse(line.slice(line.indexOf('{'))) as { replyTo: string; publicKey: string }
  stranger.bus.publish(request.replyTo, { publicKey: request.publicKey, sealed: 'AAAA' })
  stranger.bus.publish(request.replyTo, 'nonsense')
  api.handoff.deposit(task, Buffer.from('true'))
  expect(String(await collected)).toBe('true')
})

test('holds 10,000 secrets of up to 16 KiB, half of them reserved for waiting users, and rejects more', async () => {
  const { handoff } = await openProcess()
  expect(() => handoff.deposit(randomUUID(), Buffer.alloc(16 * 1024 + 1))).toThrow('larger')
  expect(handoff.hasSpareCapacity(Buffer.alloc(16 * 1024 + 1))).toBe(false)
  for (let n = 0; n < 10_000; n++) {
    expect(handoff.hasSpareCapacity(Buffer.alloc(1))).toBe(n < 5_000)
    handoff.deposit(randomUUID(), Buffer.alloc(1))
  }
  expect(() => handoff.deposit(randomUUID(), Buffer.alloc(1))).toThrow('overloaded')
})

test('without NATS, collecting from another process times out', async () => {
  const bus = openBus({ url: 'nats://127.0.0.1:9', prefix, key: busKey, log: openLog('silent') })
  const handoff = openCredentialHandoff({ bus, key, requestTimeoutMs: 500 })
  atEnd(() => handoff.close())
  const task = randomUUID()
  expect(await handoff.collect(task)).toBeUndefined()
  handoff.deposit(task, Buffer.from('here'))
  expect(String(await handoff.collect(task))).toBe('here')
})

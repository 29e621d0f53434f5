import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { atEnd } from '../../../test/at-end.ts'
import { eventually, startEngine } from '../../../test/engine.ts'
import { openDatabase } from '../../platform/database/tenancy.ts'
import { openRequestSlots } from './request-slots.ts'

const { config, log, sql } = await startEngine()
const never = new AbortController().signal

/** Opens an additional process with its own database connections. */
function aProcess() {
  const database = openDatabase({ url: config.DATABASE_URL, connections: 2, acquireTimeoutMs: 5_000 })
  const slots = openRequestSlots({ database, log })
  let isOpen = true
  const close = async () => {
    if (isOpen) {
      isOpen = false
      await slots.close()
      await database.close()
    }
  }
  atEnd(close)
  return { ...slots, close }
}

type Sent = { at: number; client: string }
let providers = 0

/** Makes a provider with this rate limit, and records the requests sent to it. */
function aProvider(perSecond: number) {
  const provider = `provider-${++providers}`
  const sent: Sent[] = []
  const send = (process: ReturnType<typeof aProcess>, client: string, isUrgent = false, signal = never) =>
    process.take({ provider, perSecond, clientId: client, isUrgent }, signal, async () => {
      sent.push({ at: performance.now(), client })
    })
  return { provider, sent, send }
}
const gaps = (sent: Sent[]) => sent.slice(1).map(({ at }, n) => at - (sent[n]?.at ?? 0))
const inOrder = (sent: Sent[], names: Record<string, string>) =>
  sent.map(({ client }) => names[client]).join('')

test('respects the rate limit across two processes', async () => {
  const [one, two] = [aProcess(), aProcess()]
  const { sent, send } = aProvider(3)
  const client = randomUUID()
  await Promise.all(Array.from({ length: 6 }, (_, n) => send(n % 2 ? one : two, client)))
  expect(sent).toHaveLength(6)
  expect(Math.min(...gaps(sent))).toBeGreaterThan(1_000 / 3)
  for (const { at } of sent)
    expect(sent.filter((other) => other.at >= at && other.at < at + 1_000).length).toBeLessThanOrEqual(3)
})

test('rotates between clients, however many requests one has queued in whichever process', async () => {
  const [one, two] = [aProcess(), aProcess()]
  const { provider, sent, send } = aProvider(10)
  const [crowd, few, late] = [randomUUID(), randomUUID(), randomUUID()]
  const names = { [crowd]: 'C', [few]: 'f', [late]: 'l' }
  const all = Array.from({ length: 12 }, (_, n) => send(n % 2 ? one : two, crowd))
  await eventually(() => sent.length >= 3)
  all.push(
    ...Array.from({ length: 6 }, () => send(two, few)),
    ...Array.from({ length: 6 }, () => send(one, late)),
  )
  // On a busy machine, it takes a while until every process has registered its waiters.
  const waiting = 'select distinct taker from turn_waiters where payroll_provider = $1'
  await eventually(async () => (await sql(waiting, [provider])).length === 3)
  const from = sent.length
  await Promise.all(all)
  // Each client gets about a third of the slots while all three have queued requests.
  const shared = [...inOrder(sent.slice(from), names)].slice(0, 9)
  for (const name of 'Cfl') {
    const slots = shared.filter((one) => one === name).length
    expect(slots, shared.join('')).toBeGreaterThanOrEqual(2)
    expect(slots, shared.join('')).toBeLessThanOrEqual(4)
  }
})

test('sends urgent requests before others of the same client, but not before other clients', async () => {
  const process = aProcess()
  const { sent, send } = aProvider(5)
  const [mine, other] = [randomUUID(), randomUUID()]
  const all = Array.from({ length: 6 }, () => send(process, mine))
  await eventually(() => sent.length === 1)
  const urgent = send(process, mine, true).then(() => sent.length)
  all.push(send(process, other))
  await Promise.all(all)
  // The first request was sent already. The request of the other client follows, then the urgent one.
  expect(await urgent).toBeLessThanOrEqual(4)
})

test('skips waiters of dead processes after a while and aborted ones at once', async () => {
  const [gone, here] = [aProcess(), aProcess()]
  const { provider, sent, send } = aProvider(5)
  await send(here, randomUUID())
  const dead = Array.from({ length: 3 }, () => send(gone, randomUUID()))
  for (const one of dead) one.catch(() => {})
  await eventually(
    async () => (await sql('select from turn_waiters where payroll_provider = $1', [provider])).length,
  )
  await gone.close()
  const before = sent.length
  const impatient = new AbortController()
  const givenUp = send(here, randomUUID(), false, impatient.signal)
  impatient.abort(new Error('enough'))
  await expect(givenUp).rejects.toThrow('enough')
  await Promise.all([send(here, randomUUID()), send(here, randomUUID())])
  expect(sent.length - before).toBeGreaterThanOrEqual(2)
  await eventually(
    async () => (await sql('select from turn_waiters where payroll_provider = $1', [provider])).length === 0,
  )
  await expect(send(here, randomUUID(), false, AbortSignal.abort(new Error('never')))).rejects.toThrow(
    'never',
  )
})

test('uses up the slot of a failed request and rejects only that request', async () => {
  const process = aProcess()
  const { provider, sent, send } = aProvider(10)
  const slotRequest = { provider, perSecond: 10, clientId: randomUUID(), isUrgent: false }
  const failing = process.take(slotRequest, never, async () => {
    sent.push({ at: performance.now(), client: slotRequest.clientId })
    await sleep(1)
    throw new Error('refused')
  })
  await expect(failing).rejects.toThrow('refused')
  await send(process, slotRequest.clientId)
  expect(Math.min(...gaps(sent))).toBeGreaterThan(100)
  expect(process.waiting()).toBe(0)
})

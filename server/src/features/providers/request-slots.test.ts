import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { atEnd } from '../../../test/at-end.ts'
import { eventually, startEngine } from '../../../test/engine.ts'
import { openDatabase } from '../../platform/database/tenancy.ts'
import { openTurns } from './request-slots.ts'

const { config, log, sql } = await startEngine()
const never = new AbortController().signal

/** As another process would have it: with connections of its own. */
function aProcess() {
  const database = openDatabase({ url: config.DATABASE_URL, connections: 2, waitMs: 5_000 })
  const turns = openTurns({ database, log })
  let isOpen = true
  const close = async () => {
    if (isOpen) {
      isOpen = false
      await turns.close()
      await database.close()
    }
  }
  atEnd(close)
  return { ...turns, close }
}

type Sent = { at: number; client: string }
let lines = 0

/** A provider that takes so many a second, and what was sent to it. */
function aLine(perSecond: number) {
  const provider = `provider-${++lines}`
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

test('two processes together send no more than allowed: never four in a second where three may be', async () => {
  const [one, two] = [aProcess(), aProcess()]
  const { sent, send } = aLine(3)
  const client = randomUUID()
  await Promise.all(Array.from({ length: 6 }, (_, n) => send(n % 2 ? one : two, client)))
  expect(sent).toHaveLength(6)
  expect(Math.min(...gaps(sent))).toBeGreaterThan(1_000 / 3)
  for (const { at } of sent)
    expect(sent.filter((other) => other.at >= at && other.at < at + 1_000).length).toBeLessThanOrEqual(3)
})

test('clients take turns, however many requests one has waiting and wherever they wait', async () => {
  const [one, two] = [aProcess(), aProcess()]
  const { provider, sent, send } = aLine(10)
  const [crowd, few, late] = [randomUUID(), randomUUID(), randomUUID()]
  const names = { [crowd]: 'C', [few]: 'f', [late]: 'l' }
  const all = Array.from({ length: 12 }, (_, n) => send(n % 2 ? one : two, crowd))
  await eventually(() => sent.length >= 3)
  all.push(
    ...Array.from({ length: 6 }, () => send(two, few)),
    ...Array.from({ length: 6 }, () => send(one, late)),
  )
  // On a busy machine it takes a while until a process has said who waits in it.
  const waiting = 'select distinct taker from turn_waiters where payroll_provider = $1'
  await eventually(async () => (await sql(waiting, [provider])).length === 3)
  const from = sent.length
  await Promise.all(all)
  // One third each while all three wait, give or take the moment in which they came.
  const shared = [...inOrder(sent.slice(from), names)].slice(0, 9)
  for (const name of 'Cfl') {
    const turns = shared.filter((one) => one === name).length
    expect(turns, shared.join('')).toBeGreaterThanOrEqual(2)
    expect(turns, shared.join('')).toBeLessThanOrEqual(4)
  }
})

test('what is urgent goes before the rest of its own client, and not before another client', async () => {
  const process = aProcess()
  const { sent, send } = aLine(5)
  const [mine, other] = [randomUUID(), randomUUID()]
  const all = Array.from({ length: 6 }, () => send(process, mine))
  await eventually(() => sent.length === 1)
  const urgent = send(process, mine, true).then(() => sent.length)
  all.push(send(process, other))
  await Promise.all(all)
  // First there was one of mine; then the other client's and the urgent one, in this order.
  expect(await urgent).toBeLessThanOrEqual(4)
})

test('who is gone with its process holds nobody up for long, and who gives up not at all', async () => {
  const [gone, here] = [aProcess(), aProcess()]
  const { provider, sent, send } = aLine(5)
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

test('a request that fails has had its turn, and its failure is its own', async () => {
  const process = aProcess()
  const { provider, sent, send } = aLine(10)
  const turn = { provider, perSecond: 10, clientId: randomUUID(), isUrgent: false }
  const failing = process.take(turn, never, async () => {
    sent.push({ at: performance.now(), client: turn.clientId })
    await sleep(1)
    throw new Error('refused')
  })
  await expect(failing).rejects.toThrow('refused')
  await send(process, turn.clientId)
  expect(Math.min(...gaps(sent))).toBeGreaterThan(100)
  expect(process.waiting()).toBe(0)
})

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '../../../test/engine.ts'
import { startSandbox } from '../../../test/sandbox.ts'
import { openLog } from '../telemetry/log.ts'
import { followClock, realClock } from './clock.ts'

const log = openLog('silent')
const hourMs = 3_600_000

function follow(url: string, key?: string) {
  const clock = followClock({ url, key, log })
  onTestFinished(() => clock.close())
  return clock
}

/** Within a minute: machines may be slow, clocks are moved by more. */
const isAbout = (at: Date, wanted: Date) => Math.abs(at.getTime() - wanted.getTime()) < 60_000

test('the clock goes as the clock of the sandbox goes, also when that is moved, forth and back', async () => {
  const sandbox = await startSandbox({ clock: '2026-06-15T09:00:00Z' })
  const clock = follow(`${sandbox.url}/controls/clock`)
  await clock.ready(20_000)
  expect(clock.isKnown()).toBe(true)
  expect(isAbout(clock.now(), new Date('2026-06-15T09:00:00Z'))).toBe(true)
  await sandbox.advance('P1M')
  await eventually(() => isAbout(clock.now(), new Date('2026-07-15T09:00:00Z')))
  await sandbox.setClock('2026-05-01T00:00:00Z')
  await eventually(() => isAbout(clock.now(), new Date('2026-05-01T00:00:00Z')))
})

test('a sandbox that locks its controls tells the time to whoever has its key', async () => {
  const key = 'a key of sixteen letters'
  const sandbox = await startSandbox({ clock: '2026-06-15T09:00:00Z', controlKey: key })
  const clock = follow(`${sandbox.url}/controls/clock`, key)
  await clock.ready(20_000)
  expect(clock.isKnown()).toBe(true)
  const stranger = follow(`${sandbox.url}/controls/clock`)
  await stranger.ready(1_500)
  expect(stranger.isKnown()).toBe(false)
})

test('when the sandbox is away, time goes on from what it said last', async () => {
  const sandbox = await startSandbox({ clock: '2026-06-15T09:00:00Z' })
  const clock = follow(`${sandbox.url}/controls/clock`)
  await clock.ready(20_000)
  await sandbox.stop()
  await new Promise((resolve) => setTimeout(resolve, 1_200))
  const before = clock.now()
  expect(isAbout(before, new Date('2026-06-15T09:00:00Z'))).toBe(true)
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(clock.now() > before).toBe(true)
})

test('until the sandbox has said a time the real one is shown, and nobody waits for ever', async () => {
  const answers = ['nonsense', '{"now":"yesterday"}', '{}']
  let asked = 0
  const server = createServer((_, reply) => {
    reply.end(answers[asked++] ?? JSON.stringify({ now: new Date(Date.now() + hourMs).toISOString() }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const clock = follow(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  await clock.ready(50)
  expect(clock.isKnown()).toBe(false)
  expect(isAbout(clock.now(), new Date())).toBe(true)
  await clock.ready(20_000)
  expect(isAbout(clock.now(), new Date(Date.now() + hourMs))).toBe(true)
})

test('in production it is the real time', () => {
  expect(realClock.isKnown()).toBe(true)
  expect(isAbout(realClock.now(), new Date())).toBe(true)
})

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '../../../test/engine.ts'
import { startSandbox } from '../../../test/sandbox.ts'
import { openLog } from '../telemetry/log.ts'
import { followSandboxClock, realClock } from './clock.ts'

const log = openLog('silent')
const hourMs = 3_600_000

function follow(url: string, key?: string) {
  const clock = followSandboxClock({ url, key, log })
  onTestFinished(() => clock.close())
  return clock
}

/**
 * Whether two times differ by less than a minute: test machines may be slow, and the tests move the clock by more
 * than that.
 */
const isAbout = (actual: Date, expected: Date) => Math.abs(actual.getTime() - expected.getTime()) < 60_000

test('follows the clock of the sandbox when it is moved forward and back', async () => {
  const sandbox = await startSandbox({ clock: '2026-06-15T09:00:00Z' })
  const clock = follow(`${sandbox.url}/controls/clock`)
  await clock.ready(20_000)
  expect(clock.isSynchronised()).toBe(true)
  expect(isAbout(clock.now('acme'), new Date('2026-06-15T09:00:00Z'))).toBe(true)
  await sandbox.advance('P1M')
  await eventually(() => isAbout(clock.now('acme'), new Date('2026-07-15T09:00:00Z')))
  await sandbox.setClock('2026-05-01T00:00:00Z')
  await eventually(() => isAbout(clock.now('acme'), new Date('2026-05-01T00:00:00Z')))
})

test('needs the control key if the sandbox has one', async () => {
  const key = 'a key of sixteen letters'
  const sandbox = await startSandbox({ clock: '2026-06-15T09:00:00Z', controlKey: key })
  const clock = follow(`${sandbox.url}/controls/clock`, key)
  await clock.ready(20_000)
  expect(clock.isSynchronised()).toBe(true)
  const clockWithoutKey = follow(`${sandbox.url}/controls/clock`)
  await clockWithoutKey.ready(1_500)
  expect(clockWithoutKey.isSynchronised()).toBe(false)
})

test('time continues from the last reply while the sandbox is unreachable', async () => {
  const sandbox = await startSandbox({ clock: '2026-06-15T09:00:00Z' })
  const clock = follow(`${sandbox.url}/controls/clock`)
  await clock.ready(20_000)
  await sandbox.stop()
  await new Promise((resolve) => setTimeout(resolve, 1_200))
  const before = clock.now('acme')
  expect(isAbout(before, new Date('2026-06-15T09:00:00Z'))).toBe(true)
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(clock.now('acme') > before).toBe(true)
})

test('returns the real time until the sandbox replies, and ready() times out', async () => {
  const replies = ['nonsense', '{"now":"yesterday"}', '{}']
  let requests = 0
  const server = createServer((_, reply) => {
    reply.end(replies[requests++] ?? JSON.stringify({ now: new Date(Date.now() + hourMs).toISOString() }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const clock = follow(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  await clock.ready(50)
  expect(clock.isSynchronised()).toBe(false)
  expect(isAbout(clock.now('acme'), new Date())).toBe(true)
  await clock.ready(20_000)
  expect(isAbout(clock.now('acme'), new Date(Date.now() + hourMs))).toBe(true)
})

test('the production clock is the real time', () => {
  expect(realClock.isSynchronised()).toBe(true)
  expect(isAbout(realClock.now('acme'), new Date())).toBe(true)
})

test('follows the clocks that clients have set, and ignores names that are no clients', async () => {
  const acme = '01990000-0000-7000-8000-00000000000a'
  const sandbox = await startSandbox({ clock: '2026-06-15T09:00:00Z' })
  const setFor = (tenant: string, now: string) =>
    fetch(`${sandbox.url}/tenants/${tenant}/controls/clock`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ now }),
    })
  const clock = follow(`${sandbox.url}/controls/clock`)
  await clock.ready(20_000)
  expect(clock.groups()).toEqual([{ now: expect.any(Date), except: [] }])
  await setFor('not-a-client', '2026-09-01T00:00:00Z')
  await setFor(acme, '2026-08-01T00:00:00Z')
  await eventually(() => isAbout(clock.now(acme), new Date('2026-08-01T00:00:00Z')))
  expect(isAbout(clock.now('another'), new Date('2026-06-15T09:00:00Z'))).toBe(true)
  expect(clock.groups()).toEqual([
    { now: expect.any(Date), except: [acme] },
    { now: expect.any(Date), only: acme },
  ])
  await fetch(`${sandbox.url}/tenants/${acme}/controls/clock`, { method: 'DELETE' })
  await eventually(() => isAbout(clock.now(acme), new Date('2026-06-15T09:00:00Z')))
})

import { expect, test } from 'vitest'
import { startTcpProxy } from '../../../../dev/faults/tcp-proxy.ts'
import { atEnd } from '../../../test/at-end.ts'
import { eventually, startEngine } from '../../../test/engine.ts'
import { openDatabase } from '../database/tenancy.ts'
import { openReadiness } from './readiness.ts'

const { config, world } = await startEngine({ LOG_LEVEL: 'silent' })

async function openBehindProxy() {
  const proxy = await startTcpProxy(world.postgres)
  const database = openDatabase({
    url: proxy.through(config.DATABASE_URL),
    connections: 1,
    acquireTimeoutMs: 10_000,
    queryTimeoutMs: 500,
  })
  atEnd(async () => {
    proxy.pass()
    await database.close()
    await proxy.close()
  })
  return { proxy, database }
}

test('a process stays ready while the database stalls, and replies without waiting for it', async () => {
  const { proxy, database } = await openBehindProxy()
  const readiness = await openReadiness(database, 3_600_000)
  expect(await readiness.read()).toEqual({ isReady: true })
  proxy.blackHole()
  for (let n = 0; n < 5; n++) expect(await readiness.read()).toEqual({ isReady: true })
  proxy.pass()
  expect(await readiness.read()).toEqual({ isReady: true })
})

test('a process that has lost the database is not ready after a while, and ready again when it responds', async () => {
  const { proxy, database } = await openBehindProxy()
  const readiness = await openReadiness(database, 1_000)
  expect(await readiness.read()).toEqual({ isReady: true })
  proxy.blackHole()
  const refused = { isReady: false, reason: 'The database does not respond' }
  await eventually(async () => !(await readiness.read()).isReady)
  expect(await readiness.read()).toEqual(refused)
  proxy.pass()
  await eventually(async () => (await readiness.read()).isReady)
})

test('a process is not ready before the database has responded', async () => {
  const { proxy, database } = await openBehindProxy()
  proxy.refuse()
  proxy.cut()
  const readiness = await openReadiness(database)
  expect((await readiness.read()).isReady).toBe(false)
})

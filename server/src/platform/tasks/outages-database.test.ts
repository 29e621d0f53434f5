import { setTimeout as sleep } from 'node:timers/promises'
import { inject, test } from 'vitest'
import { faultsOfPostgres } from '../../../../dev/faults/services.ts'
import { startTcpProxy } from '../../../../dev/faults/tcp-proxy.ts'
import { atEnd } from '../../../test/at-end.ts'
import { eventually, startEngine } from '../../../test/engine.ts'
import { openSteadyLoad } from '../../../test/steady-load.ts'
import { makeWorld } from '../../../test/template.ts'

async function startBehindProxies() {
  const world = inject('world')
  const nats = new URL(world.natsUrl)
  const proxies = {
    database: await startTcpProxy(world.postgres),
    nats: await startTcpProxy({ host: nats.hostname, port: Number(nats.port) }),
  }
  atEnd(() => Promise.all([proxies.database.close(), proxies.nats.close()]))
  const settings = { LOG_LEVEL: 'silent', NATS_URL: proxies.nats.through(world.natsUrl) }
  const engine = await startEngine(settings, { databaseAt: proxies.database })
  return { engine, proxies, load: await openSteadyLoad(engine) }
}

test.concurrent('every task runs once if the database crashes under load', async () => {
  // PostgreSQL runs with fsync, because the test checks that committed data survives.
  const { world, services, stop } = await makeWorld({ durable: true })
  atEnd(stop)
  const faults = faultsOfPostgres(services.postgres)
  const engine = await startEngine({ LOG_LEVEL: 'silent' }, { world })
  const load = await openSteadyLoad(engine)
  const count = await load.scheduleDuring(async () => {
    for (let n = 0; n < 2; n++) {
      const before = load.runs()
      await eventually(() => load.runs() > before + 5)
      await faults.restartPostgresImmediately()
    }
  })
  await load.expectEachOnce({ atLeast: count })
})

test.concurrent('every task runs once if the database connection hangs for eight seconds', async () => {
  const { proxies, load } = await startBehindProxies()
  const count = await load.scheduleDuring(async () => {
    await load.untilBusy()
    proxies.database.blackHole()
    await sleep(8_000)
    proxies.database.pass()
  })
  await load.expectEachOnce({ atLeast: count })
})

test.concurrent('every task runs once if the database connection is cut repeatedly and slow', async () => {
  const { proxies, load } = await startBehindProxies()
  const count = await load.scheduleDuring(async () => {
    for (let n = 0; n < 5; n++) {
      const before = load.runs()
      await eventually(() => load.runs() > before)
      proxies.database.cut()
    }
    proxies.database.delay(150)
    await sleep(3_000)
    proxies.database.pass()
  })
  await load.expectEachOnce({ atLeast: count })
})

test.concurrent('every task runs once if the connections to the database and NATS hang and are cut together', async () => {
  const { proxies, load } = await startBehindProxies()
  const both = Object.values(proxies)
  const count = await load.scheduleDuring(async () => {
    await load.untilBusy()
    for (const proxy of both) proxy.blackHole()
    await sleep(7_000)
    for (const proxy of both) {
      proxy.cut()
      proxy.pass()
    }
  })
  await load.expectEachOnce({ atLeast: count })
})

import { setTimeout as sleep } from 'node:timers/promises'
import { expect, inject, test } from 'vitest'
import { startTcpProxy } from '../../../../dev/faults/tcp-proxy.ts'
import { atEnd } from '../../../test/at-end.ts'
import { eventually, startEngine } from '../../../test/engine.ts'
import { startOwnNats } from '../../../test/own-nats.ts'
import { openSteadyLoad } from '../../../test/steady-load.ts'

async function startOnOwnNats() {
  const faults = await startOwnNats()
  const engine = await startEngine({ LOG_LEVEL: 'silent', NATS_URL: faults.nats.url })
  return { engine, faults, load: await openSteadyLoad(engine) }
}

async function startBehindProxy() {
  const { hostname, port } = new URL(inject('world').natsUrl)
  const proxy = await startTcpProxy({ host: hostname, port: Number(port) })
  atEnd(() => proxy.close())
  const engine = await startEngine({ LOG_LEVEL: 'silent', NATS_URL: proxy.through(inject('world').natsUrl) })
  return { engine, proxy, load: await openSteadyLoad(engine) }
}

test.concurrent('tasks scheduled while NATS is down run when it is back', async () => {
  const { engine, faults, load } = await startOnOwnNats()
  await eventually(() => engine.bus.isConnected())
  await faults.stopNats()
  await eventually(() => !engine.bus.isConnected())
  const count = await load.scheduleDuring(() => sleep(1_500))
  expect(count).toBeGreaterThan(10)
  expect(load.runs()).toBe(0)
  await faults.startNatsAgain()
  await load.expectEachOnce({ atLeast: count })
})

test.concurrent('every task runs once if NATS loses all its data under load', async () => {
  const { faults, load } = await startOnOwnNats()
  const count = await load.scheduleDuring(async () => {
    for (let n = 0; n < 2; n++) {
      await load.untilBusy()
      await faults.wipeNats()
    }
  })
  await load.expectEachOnce({ atLeast: count })
})

test.concurrent('every task runs once if NATS is killed and restarted with its data', async () => {
  const { faults, load } = await startOnOwnNats()
  const count = await load.scheduleDuring(async () => {
    await load.untilBusy()
    await faults.killNats()
    await faults.startNatsAgain()
  })
  await load.expectEachOnce({ atLeast: count })
})

test.concurrent('every task runs once if the NATS connection hangs for twenty seconds', async () => {
  const { proxy, load } = await startBehindProxy()
  const count = await load.scheduleDuring(async () => {
    await load.untilBusy()
    proxy.blackHole()
    await sleep(20_000)
    proxy.pass()
  })
  await load.expectEachOnce({ atLeast: count })
})

test.concurrent('every task runs once if the NATS connection is cut repeatedly and drips', async () => {
  const { proxy, load } = await startBehindProxy()
  const count = await load.scheduleDuring(async () => {
    for (let n = 0; n < 4; n++) {
      const before = load.runs()
      await eventually(() => load.runs() > before)
      proxy.cut()
    }
    proxy.drip(300, 5)
    await sleep(3_000)
    proxy.pass()
  })
  await load.expectEachOnce({ atLeast: count })
})

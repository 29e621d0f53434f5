import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { jetstreamManager } from '@nats-io/jetstream'
import { expect, test } from 'vitest'
import { startNatsCluster } from '../../../../dev/services/nats-cluster.ts'
import { makeTestFolder } from '../../../../dev/services/test-folder.ts'
import { atEnd } from '../../../test/at-end.ts'
import { eventually, startEngine } from '../../../test/engine.ts'
import { openSteadyLoad } from '../../../test/steady-load.ts'
import { consumerName, ensureLane, streamName } from './lanes.ts'

// Three nodes run with the operator's nats.conf. proofs/nats-cluster.ts tests node failures under load.

const folder = makeTestFolder()
const cluster = await startNatsCluster({ folder })
atEnd(async () => {
  await cluster.stop()
  rmSync(folder, { recursive: true, force: true })
})
const engine = await startEngine({
  LOG_LEVEL: 'silent',
  ...cluster.settings,
  NATS_REPLICAS: '3',
})
// While two of three nodes are down, a task may have to wait until its lease has expired several times.
const longTimeout = { timeout: 500_000 }

test(
  'a lane created with one replica is upgraded to three, including its consumer',
  longTimeout,
  async () => {
    const connection = await eventually(() => engine.bus.connection())
    const { prefix } = engine.bus
    await eventually(
      () => ensureLane(connection, 'test', { prefix, replicas: 1 }).catch(() => undefined),
      30_000,
    )
    await ensureLane(connection, 'test', { prefix, replicas: 3 })
    const manager = await jetstreamManager(connection)
    const name = streamName(prefix, 'test')
    await eventually(async () => (await manager.streams.info(name)).cluster?.replicas?.length === 2)
    await eventually(
      async () => (await manager.consumers.info(name, consumerName)).cluster?.replicas?.length === 2,
      30_000,
    )
  },
)

test('with one of three nodes left NATS stores nothing, and tasks still run', longTimeout, async () => {
  const load = await openSteadyLoad(engine)
  const before = await load.scheduleDuring(() => load.untilBusy())
  await load.expectEachOnce({ atLeast: before, withinMs: 150_000 })
  await Promise.all(cluster.nodes.slice(1).map((node) => node.kill()))
  const count = await load.scheduleDuring(() => sleep(3_000))
  expect(count).toBeGreaterThan(10)
  await load.expectEachOnce({ atLeast: count, withinMs: 150_000 })
  for (const node of cluster.nodes.slice(1)) await node.start()
  const after = await load.scheduleDuring(() => sleep(1_000))
  await load.expectEachOnce({ atLeast: after, withinMs: 150_000 })
})

import { rmSync } from 'node:fs'
import { jetstreamManager } from '@nats-io/jetstream'
import { connect } from '@nats-io/transport-node'
import { expect, test } from 'vitest'
import { type NatsRole, startNatsCluster } from '../../../../dev/services/nats-cluster.ts'
import { makeTestFolder } from '../../../../dev/services/test-folder.ts'
import { atEnd } from '../../../test/at-end.ts'
import { eventually, startEngine } from '../../../test/engine.ts'
import { openTaskLane } from '../../../test/task-lane.ts'
import { openBus } from '../bus/bus.ts'
import { openDispatcher } from './dispatch/dispatcher.ts'
import { consumerName, ensureLane, laneSubject, streamName } from './lanes.ts'
import { openWorker } from './work/worker.ts'

// Three nodes with the operator's nats.conf: TLS, and permissions for each role.

const folder = makeTestFolder()
const cluster = await startNatsCluster({ folder })
atEnd(async () => {
  await cluster.stop()
  rmSync(folder, { recursive: true, force: true })
})
const engine = await startEngine({ LOG_LEVEL: 'silent', ...cluster.settings, NATS_REPLICAS: '3' })

async function openBusAs(role: NatsRole) {
  const { log, keyring, config } = engine
  const bus = openBus({
    url: cluster.urlFor(role),
    prefix: config.NATS_PREFIX,
    key: keyring.cellKey('nats messages'),
    caFile: config.NATS_CA_FILE,
    log,
  })
  atEnd(bus.close)
  const connection = await eventually(() => bus.connection())
  return { bus, connection }
}

test('finding 4: roles need TLS and a password, and may use only their own subjects', async () => {
  const servers = cluster.nodes.map(({ address }) => address)
  const { NATS_CA_FILE: caFile } = cluster.settings
  // Without the certificate authority, without a password, and with a wrong one.
  await expect(connect({ servers, user: 'all', pass: 'guess' })).rejects.toThrow()
  await expect(connect({ servers, tls: { caFile } })).rejects.toThrow(/authorization/i)
  await expect(connect({ servers, tls: { caFile }, user: 'api', pass: 'guess' })).rejects.toThrow(
    /authorization/i,
  )
  const [api, dispatcher, worker, all] = await Promise.all([
    openBusAs('api'),
    openBusAs('dispatcher'),
    openBusAs('worker'),
    openBusAs('all'),
  ])
  const direct = 'payproof.direct.erase'
  const received: string[] = []
  worker.connection.subscribe(direct, {
    callback: (_error, message) => void received.push(message.string()),
  })
  await worker.connection.flush()
  for (const [role, { connection }] of Object.entries({ api, worker, dispatcher })) {
    connection.publish(direct, role)
    await connection.flush()
  }
  await eventually(() => received.length > 0)
  expect(received).toEqual(['dispatcher'])
  const stream = streamName('payproof', 'test')
  await eventually(
    () => ensureLane(all.connection, 'test', { prefix: 'payproof', replicas: 1 }).catch(() => undefined),
    30_000,
  )
  // No role reads the tasks of a lane beside its workers, or deletes its stream.
  const stolen: string[] = []
  const spy = worker.connection.subscribe('payproof.tasks.*', {
    callback: (error) => void (error && stolen.push(error.name)),
  })
  await eventually(() => spy.isClosed() || stolen.length > 0)
  const request = { timeout: 2_000 }
  const { connection: asApi } = api
  await expect(asApi.request(`$JS.API.CONSUMER.MSG.NEXT.${stream}.workers`, '', request)).rejects.toThrow()
  for (const { connection } of [api, dispatcher, worker, all]) {
    await expect(connection.request(`$JS.API.STREAM.DELETE.${stream}`, '', request)).rejects.toThrow()
    await expect(connection.request(`$JS.API.STREAM.PURGE.${stream}`, '', request)).rejects.toThrow()
  }
  const manager = await jetstreamManager(all.connection)
  expect((await manager.streams.info(stream)).config.subjects).toEqual([laneSubject('payproof', 'test')])
})

test('finding 4: with its own user each role can do its work', async () => {
  const [dispatcherBus, workerBus] = await Promise.all([openBusAs('dispatcher'), openBusAs('worker')])
  const { lane, kind, schedule, untilEnded } = openTaskLane(engine, 'roles')
  const { database, keyring, metrics, log } = engine
  const common = { database, lanes: [lane], replicas: 3, log }
  const dispatcher = openDispatcher({ ...common, bus: dispatcherBus.bus, keptDays: 7 })
  const tasks = [kind.withDeps('only')]
  const worker = openWorker({ ...common, bus: workerBus.bus, keyring, tasks, metrics })
  try {
    // The first task may have to go straight to the worker, because the new stream has no leader yet.
    for (const key of ['first', 'second']) await untilEnded(await schedule({}, { key }), 60_000)
    const manager = await jetstreamManager(engine.bus.connection() ?? expect.fail('NATS is unreachable'))
    await eventually(
      () => manager.consumers.info(streamName('payproof', lane.name), consumerName).catch(() => undefined),
      60_000,
    )
    await untilEnded(await schedule({}, { key: 'third' }), 60_000)
  } finally {
    await worker.close(1_000)
    await dispatcher.close()
  }
})

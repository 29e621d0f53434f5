import { rmSync } from 'node:fs'
import { jetstream, jetstreamManager } from '@nats-io/jetstream'
import { connect } from '@nats-io/transport-node'
import { afterAll, expect, test } from 'vitest'
import { installNats, newestNats } from '../nats-release.ts'
import { type Nats, startNats } from './nats.ts'
import { makeTestFolder } from './test-folder.ts'

const folder = makeTestFolder()
let nats: Nats | undefined

afterAll(async () => {
  await nats?.stop()
  rmSync(folder, { recursive: true, force: true })
})

test("the newest NATS keeps the streams and consumers of Debian's release", async () => {
  const newest = installNats()
  nats = await startNats({ folder })
  const before = await connect({ servers: nats.url })
  const manager = await jetstreamManager(before)
  await manager.streams.add({ name: 'KEPT', subjects: ['kept.*'] })
  await manager.consumers.add('KEPT', { durable_name: 'workers', ack_policy: 'explicit' })
  for (const body of ['first', 'second']) await jetstream(before).publish('kept.one', body)
  const workers = await jetstream(before).consumers.get('KEPT', 'workers')
  await (await workers.next())?.ackAck()
  await before.close()
  await nats.stop()

  nats = await startNats({ folder, program: newest })
  expect(`v${nats.version}`).toBe(newestNats)
  const after = await connect({ servers: nats.url })
  const kept = await jetstream(after).consumers.get('KEPT', 'workers')
  expect((await kept.next())?.string()).toBe('second')
  await after.close()
})

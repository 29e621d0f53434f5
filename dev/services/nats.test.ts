import { rmSync } from 'node:fs'
import { connect } from '@nats-io/transport-node'
import { afterAll, describe, expect, it } from 'vitest'
import { type Nats, startNats } from './nats.ts'
import { isAlive } from './processes.ts'
import { makeTestFolder } from './test-folder.ts'

const folder = makeTestFolder()
let nats: Nats

afterAll(async () => {
  await nats?.stop()
  rmSync(folder, { recursive: true, force: true })
})

// The tests run in order, because they share one running service.
describe('nats', { shuffle: false }, () => {
  it('carries a message', async () => {
    nats = await startNats({ folder })
    const connection = await connect({ servers: nats.url })
    const subscription = connection.subscribe('greetings', { max: 1 })
    await connection.flush()
    connection.publish('greetings', 'hello')
    for await (const message of subscription) expect(message.string()).toBe('hello')
    await connection.close()
  })

  it('has JetStream, and a stream survives a stop', async () => {
    expect(await ask('$JS.API.INFO')).toMatchObject({ type: expect.stringContaining('account_info') })
    await ask('$JS.API.STREAM.CREATE.KEPT', { name: 'KEPT', subjects: ['kept.*'], storage: 'file' })
    expect(await ask('kept.one', { a: 1 })).toMatchObject({ stream: 'KEPT', seq: 1 })
    const pids = nats.pids()
    expect(pids).toHaveLength(1)
    await nats.stop()
    expect(pids.filter(isAlive)).toEqual([])
    const url = nats.url
    nats = await startNats({ folder, port: nats.port, monitorPort: nats.monitorPort })
    expect(nats.url).toBe(url)
    expect(await ask('$JS.API.STREAM.INFO.KEPT')).toMatchObject({ state: { messages: 1 } })
  })

  it('restarts after a kill', async () => {
    const pids = nats.pids()
    await nats.kill()
    expect(pids.filter(isAlive)).toEqual([])
    nats = await startNats({ folder, port: nats.port, monitorPort: nats.monitorPort })
    expect(await ask('$JS.API.STREAM.INFO.KEPT')).toMatchObject({ config: { name: 'KEPT' } })
  })

  it('stops the server of an earlier run', async () => {
    const pids = nats.pids()
    nats = await startNats({ folder, port: nats.port, monitorPort: nats.monitorPort })
    expect(pids.filter(isAlive)).toEqual([])
    expect(nats.pids()).toHaveLength(1)
  })
})

async function ask(subject: string, body: unknown = {}): Promise<unknown> {
  const connection = await connect({ servers: nats.url })
  try {
    return (await connection.request(subject, JSON.stringify(body), { timeout: 5000 })).json()
  } finally {
    await connection.close()
  }
}

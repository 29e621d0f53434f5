import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { jetstream, jetstreamManager } from '@nats-io/jetstream'
import { connect, type NatsConnection } from '@nats-io/transport-node'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isAlive } from '../services/processes.ts'
import { type Services, startServices } from '../services/services.ts'
import { makeTestFolder } from '../services/test-folder.ts'
import { rssBytes } from './process-figures.ts'
import { type Faults, faultsOf } from './services.ts'

const folder = makeTestFolder()
let services: Services<'nats' | 'postgres'>
let faults: Faults

beforeAll(async () => {
  services = await startServices({ folder, durable: true, only: ['nats', 'postgres'] })
  faults = faultsOf(services)
})

afterAll(async () => {
  await services?.remove()
  rmSync(folder, { recursive: true, force: true })
})

// The tests run in order, because the last one removes the services.
describe('faults of services', { shuffle: false }, () => {
  describe('nats', () => {
    it('keeps its streams and port across a kill or stop and a restart', async () => {
      const { url } = faults.nats
      await withNats(async (connection) => {
        const manager = await jetstreamManager(connection)
        await manager.streams.add({ name: 'KEPT', subjects: ['kept.*'] })
        await jetstream(connection).publish('kept.one', 'one')
      })
      for (const end of [faults.killNats, faults.stopNats]) {
        const pids = faults.nats.pids()
        const before = faults.nats
        await end()
        expect(pids.filter(isAlive)).toEqual([])
        expect(() => faults.natsMemoryBytes()).toThrow('nats: not running')
        await expect(connect({ servers: url, reconnect: false })).rejects.toThrow()
        await faults.startNatsAgain()
        expect(faults.nats).not.toBe(before)
        expect(faults.nats.url).toBe(url)
        expect(await streams()).toEqual(['KEPT'])
      }
    })

    it('loses all streams when wiped, and clients reconnect', async () => {
      await withNats(async (connection) => {
        await faults.wipeNats()
        // The client drops messages published before it has reconnected.
        const isBack = () =>
          connection.request('$JS.API.INFO', '', { timeout: 500 }).then(Boolean, () => false)
        await expect.poll(isBack).toBe(true)
        const manager = await jetstreamManager(connection)
        await expect(manager.streams.info('KEPT')).rejects.toThrow('stream not found')
        await manager.streams.add({ name: 'NEW', subjects: ['new.*'] })
        expect(await jetstream(connection).publish('new.one', 'one')).toMatchObject({ seq: 1 })
      })
      expect(await streams()).toEqual(['NEW'])
    })

    it('does not respond while paused, and can be stopped or killed then', async () => {
      await withNats(async (connection) => {
        await faults.pauseNats()
        await faults.pauseNats()
        const answer = connection.rtt()
        expect(await Promise.race([answer, sleep(200, 'nothing')])).toBe('nothing')
        await faults.resumeNats()
        expect(await answer).toBeGreaterThan(0)
      })
      for (const end of [faults.stopNats, faults.killNats]) {
        await faults.pauseNats()
        await end()
        expect(faults.nats.pids()).toEqual([])
        await faults.startNatsAgain()
      }
      expect(faults.natsMemoryBytes()).toBeGreaterThan(1024 ** 2)
    })
  })

  describe('postgres', () => {
    it('recovers from an immediate restart: commits survive, connections do not', async () => {
      await query('create table kept (n int)')
      const open = await openClient()
      const lost = new Promise((resolve) => open.once('error', resolve))
      await open.query('begin')
      await open.query('insert into kept values (0)')
      await query('insert into kept select generate_series(1, 1000)')
      const { port, dataFolder } = faults.postgres
      const pids = faults.postgres.pids()
      await faults.restartPostgresImmediately()
      expect(pids.filter(isAlive)).toEqual([])
      expect(await lost).toBeInstanceOf(Error)
      await expect(open.query('select 1')).rejects.toThrow()
      expect(faults.postgres).toMatchObject({ port, dataFolder, durable: true })
      expect(await query('select count(*)::int, min(n) from kept')).toEqual([{ count: 1000, min: 1 }])
      expect(await query('show fsync')).toEqual([{ fsync: 'on' }])
      const log = readFileSync(join(faults.postgres.folder, 'postgres.log'), 'utf8')
      expect(log).toContain('was not properly shut down; automatic recovery in progress')
    })

    it('does not respond while paused, with all its processes frozen', async () => {
      const client = await openClient()
      await faults.pausePostgres()
      const answer = client.query('select 1 as answer')
      expect(await Promise.race([answer, sleep(300, 'nothing')])).toBe('nothing')
      await faults.resumePostgres()
      expect((await answer).rows).toEqual([{ answer: 1 }])
      await client.end()
    })

    it('can be restarted while paused, and killed and started again', async () => {
      await faults.pausePostgres()
      await faults.restartPostgresImmediately()
      await faults.pausePostgres()
      await faults.killPostgres()
      expect(faults.postgres.pids()).toEqual([])
      await expect(faults.restartPostgresImmediately()).rejects.toThrow('postgres: not running')
      await expect(faults.pausePostgres()).rejects.toThrow('postgres: not running')
      await faults.startPostgresAgain()
      expect(await query('select count(*)::int from kept')).toEqual([{ count: 1000 }])
    })

    it('counts memory shared between its processes only once', async () => {
      const clients = await Promise.all(Array.from({ length: 10 }, openClient))
      for (const client of clients) await client.query('select count(*) from kept, pg_class')
      const bytes = faults.postgresMemoryBytes()
      expect(bytes).toBeGreaterThan(5 * 1024 ** 2)
      const withShares = faults.postgres.pids().reduce((sum, pid) => sum + rssBytes(pid), 0)
      expect(bytes).toBeLessThan(withShares / 2)
      await Promise.all(clients.map((client) => client.end()))
    })
  })

  it('the services can still be removed after all faults', async () => {
    const pids = [...faults.nats.pids(), ...faults.postgres.pids()]
    await services.remove()
    expect(pids.filter(isAlive)).toEqual([])
    expect(existsSync(faults.postgres.dataFolder)).toBe(false)
  })
})

async function withNats(use: (connection: NatsConnection) => Promise<void>): Promise<void> {
  const connection = await connect({
    servers: faults.nats.url,
    reconnectTimeWait: 50,
    maxReconnectAttempts: 200,
  })
  try {
    await use(connection)
  } finally {
    await connection.close()
  }
}

async function streams(): Promise<string[]> {
  const names: string[] = []
  await withNats(async (connection) => {
    const manager = await jetstreamManager(connection)
    for await (const name of manager.streams.names()) names.push(name)
  })
  return names
}

async function openClient(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: faults.postgres.superuserUrl() })
  client.on('error', () => {})
  await client.connect()
  return client
}

async function query(sql: string): Promise<unknown[]> {
  const client = await openClient()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

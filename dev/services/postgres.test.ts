import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, describe, expect, it } from 'vitest'
import { type Postgres, startPostgres } from './postgres.ts'
import { isAlive } from './processes.ts'
import { makeTestFolder } from './test-folder.ts'

const folder = makeTestFolder()
let postgres: Postgres

afterAll(async () => {
  await postgres?.remove()
  rmSync(folder, { recursive: true, force: true })
})

// The tests run in order, because they share one running service.
describe('postgres', { shuffle: false }, () => {
  it('starts in an empty folder and accepts writes', async () => {
    postgres = await startPostgres({ folder, durable: true })
    const [setting] = await query('show fsync')
    expect(setting).toEqual({ fsync: 'on' })
    await query('create table kept (note text)')
    await query("insert into kept values ('before the stop')")
  })

  it('leaves no process after a stop, and has the data after the next start on the same port', async () => {
    await postgres.stop()
    await postgres.stop()
    const before = { pids: postgres.pids(), port: postgres.port }
    expect(before.pids).toEqual([])
    postgres = await startPostgres({ folder, port: before.port, durable: true })
    expect(postgres.port).toBe(before.port)
    expect(await query('select note from kept')).toEqual([{ note: 'before the stop' }])
  })

  it('keeps committed data when killed', async () => {
    const pids = postgres.pids()
    expect(pids.length).toBeGreaterThan(3)
    await query("insert into kept values ('before the kill')")
    await postgres.kill()
    expect(pids.filter(isAlive)).toEqual([])
    expect(existsSync(join(postgres.dataFolder, 'postmaster.pid'))).toBe(true)
    postgres = await startPostgres({ folder, port: postgres.port, durable: true })
    expect(await query('select note from kept')).toHaveLength(2)
  })

  it('starts despite a stale pid file that names an unrelated live process', async () => {
    await postgres.kill()
    writeFileSync(
      join(postgres.dataFolder, 'postmaster.pid'),
      `${process.pid}\n${postgres.dataFolder}\n1700000000\n5432\n\n127.0.0.1\n`,
    )
    postgres = await startPostgres({ folder, port: postgres.port, durable: true })
    expect(await query('select note from kept')).toHaveLength(2)
    expect(isAlive(process.pid)).toBe(true)
  })

  it('stops the processes of an earlier run before it starts, even with a query in progress', async () => {
    const left = postgres.pids()
    const longQuery = query('select pg_sleep(60)').catch((error: Error) => error)
    await expect.poll(() => postgres.pids().length).toBeGreaterThan(left.length)
    postgres = await startPostgres({ folder, port: postgres.port, durable: false })
    expect(await longQuery).toBeInstanceOf(Error)
    expect(left.filter(isAlive)).toEqual([])
    expect(await query('show fsync')).toEqual([{ fsync: 'off' }])
    expect(await query('select note from kept')).toHaveLength(2)
  })

  it.runIf(process.getuid?.() === 0)(
    'works in a folder that its user cannot access, and removes that data',
    async () => {
      const hidden = makeTestFolder('private')
      const other = await startPostgres({ folder: join(hidden, 'postgres'), durable: false })
      try {
        expect(other.dataFolder).toMatch(/^\/var\/tmp\/payproof-/)
        expect(other.port).not.toBe(postgres.port)
      } finally {
        await other.remove()
        rmSync(hidden, { recursive: true, force: true })
      }
      expect(existsSync(other.dataFolder)).toBe(false)
    },
  )
})

async function query(sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: postgres.superuserUrl() })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end().catch(() => {})
  }
}

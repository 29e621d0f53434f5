import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { freezeService } from '../faults/freeze.ts'
import { startPostgresCluster } from './postgres-cluster.ts'
import { isAlive } from './processes.ts'
import { makeTestFolder } from './test-folder.ts'

// The cluster is configured from the operators' files in deploy/, with password authentication as in production.
const cluster = await startPostgresCluster({ folder: makeTestFolder(), auth: 'scram-sha-256' })
afterAll(cluster.remove)

async function query(url: string, text: string) {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

/** Runs a query; returns undefined while the cluster is unavailable. */
const tryQuery = (text: string) => query(cluster.superuserUrl(), text).catch(() => undefined)

// The tests run in order, because they share one cluster and the last one removes it.
describe('a cluster', { shuffle: false }, () => {
  test('the timeouts satisfy Patroni, and every commit waits for a synchronous standby', async () => {
    const [node] = cluster.nodes
    const { dcs } = parse(readFileSync(node?.configFile ?? '', 'utf8')).bootstrap
    expect(dcs.loop_wait + 2 * dcs.retry_timeout).toBeLessThanOrEqual(dcs.ttl)
    expect(dcs).toMatchObject({ synchronous_mode: true, synchronous_mode_strict: true })
    const [row] = await query(
      cluster.superuserUrl(),
      `select current_setting('synchronous_commit') as commits, current_setting('data_checksums') as checksums,
         (select count(*)::int from pg_stat_replication where sync_state = 'sync') as waited_for`,
    )
    expect(row).toEqual({ commits: 'on', checksums: 'on', waited_for: 1 })
  })

  test('rejects connections without the password', async () => {
    const url = new URL(cluster.superuserUrl())
    url.password = ''
    await expect(query(url.href, 'select 1')).rejects.toThrow(/password/)
  })

  // With etcd's v3 API, Patroni 3.0.2 fails this test: see deploy/postgres/patroni.yaml. Killed nodes are covered by
  // the proof `failover`.
  test('a frozen primary is replaced and becomes a standby when it resumes; no write is lost', async () => {
    await query(cluster.superuserUrl(), 'create table kept (number int)')
    const before = await cluster.primary()
    const thaw = await freezeService(before?.serverPids ?? (() => []))
    try {
      const write = () => tryQuery('insert into kept values (1) returning number')
      await expect.poll(write).toEqual([{ number: 1 }])
    } finally {
      await thaw()
    }
    const after = await cluster.primary()
    expect(after?.name).not.toBe(before?.name)
    await cluster.waitUntilHealthy(80_000)
    expect((await cluster.primary())?.name).toBe(after?.name)
    expect(await query(before?.superuserUrl() ?? '', 'select distinct number from kept')).toEqual([
      { number: 1 },
    ])
  })

  test('an operator can switch the primary with patronictl', async () => {
    await cluster.waitUntilHealthy(50_000)
    const before = await cluster.primary()
    const { stdout } = await promisify(execFile)('patronictl', [
      '-c',
      before?.configFile ?? '',
      'switchover',
      '--master',
      before?.name ?? '',
      '--force',
    ])
    expect(stdout).toContain('Successfully switched over')
    expect((await cluster.primary())?.name).not.toBe(before?.name)
    await cluster.waitUntilHealthy(50_000)
  })

  test('the primary keeps accepting writes without etcd', async () => {
    await cluster.waitUntilHealthy(50_000)
    const before = await cluster.primary()
    const { etcd } = cluster
    for (const pid of etcd.pids()) process.kill(pid, 'SIGSTOP')
    try {
      await expect.poll(async () => (await before?.status())?.failsafe_mode_is_active).toBe(true)
      await expect
        .poll(() => tryQuery('insert into kept values (3) returning number'))
        .toEqual([{ number: 3 }])
    } finally {
      for (const pid of etcd.pids()) process.kill(pid, 'SIGCONT')
    }
    await expect.poll(async () => (await cluster.primary())?.name).toBe(before?.name)
  })

  test('no process is left after removal', async () => {
    const pids = cluster.pids()
    expect(pids.length).toBeGreaterThan(10)
    await cluster.remove()
    expect(pids.filter(isAlive)).toEqual([])
  })
})

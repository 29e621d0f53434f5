import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findPostgres, type PostgresMajor } from '../../dev/postgres-release.ts'
import { choosePort } from '../../dev/services/ports.ts'
import { startPostgres } from '../../dev/services/postgres.ts'
import { startRouter } from '../../dev/services/router.ts'
import { makeTestFolder } from '../../dev/services/test-folder.ts'
import { runAdmin } from '../../server/src/admin/commands.ts'
import { readConfig } from '../../server/src/config.ts'
import { runSql } from '../../server/test/open-test-api.ts'
import { envOf } from '../../server/test/second-cell.ts'
import { environmentFor, makeWorld } from '../../server/test/template.ts'
import { startProcess } from '../harness/api-process.ts'
import { readStore } from '../move-client/cells.ts'

export type UpgradeCells = Awaited<ReturnType<typeof startUpgradeCells>>

/** Starts a cell in use on the old version, an empty PostgreSQL of the new one, and a router that knows both cells. */
export async function startUpgradeCells({ from, to }: { from: PostgresMajor; to: PostgresMajor }) {
  const folder = makeTestFolder()
  const closing: (() => unknown)[] = []
  const close = async () => {
    for (const end of closing.splice(0).reverse()) await end()
  }
  try {
    const { world, services, stop } = await makeWorld({
      durable: true,
      folder,
      postgresBinaries: findPostgres(from),
    })
    closing.push(stop)
    const newer = await startPostgres({
      folder: join(folder, 'newer'),
      durable: true,
      binaries: findPostgres(to),
    })
    closing.push(newer.remove)
    const database = 'payproof_b0'
    await runSql(newer.superuserUrl(), `create database ${database}`)

    const port = await choosePort(undefined, 2)
    const addresses = { a0: `127.0.0.1:${port}`, b0: `127.0.0.1:${port + 1}` }
    const store = await readStore(world.objectsUrl)
    const common = { OUTBOUND_LOOPBACK: 'true', CHECK_REPLIES: 'false', TRUST_PROXY: '1', ...store }
    const older = {
      ...environmentFor(world, world.template),
      ...common,
      CELL: 'a0',
      PORT: String(port),
      OTHER_CELLS: `b0=http://${addresses.b0}`,
      S3_BUCKET: 'cell-a0',
    }
    const environments: Record<'a0' | 'b0', Record<string, string>> = {
      a0: older,
      b0: {
        ...environmentFor({ ...world, postgres: newer }, database),
        ...common,
        CELL: 'b0',
        PORT: String(port + 1),
        OTHER_CELLS: `a0=http://${addresses.a0}`,
        S3_BUCKET: 'cell-b0',
        ROOT_KEY: `file://${folder}/b0-root.key`,
      },
    }
    const files = { a0: join(folder, 'a0.env'), b0: join(folder, 'b0.env') }
    for (const cell of ['a0', 'b0'] as const) await writeFile(files[cell], envOf(environments[cell]))
    await runAdmin(readConfig(environments.a0), ['prepare-bucket'])
    const start = async (cell: 'a0' | 'b0') => {
      const started = await startProcess('./programs/cell-service.ts', [], environments[cell])
      closing.push(started.stop)
    }
    await start('a0')
    const router = await startRouter({ folder: join(services.folder, 'router'), cells: addresses })
    closing.push(router.stop)

    const urls = { a0: services.postgres.superuserUrl(world.template), b0: newer.superuserUrl(database) }
    const query = (cell: 'a0' | 'b0') => (text: string) => runSql(urls[cell], text)
    return {
      world,
      router,
      environments,
      urls,
      query,
      close,
      /** Starts the service of the new cell, after it has been prepared. */
      startNewCell: () => start('b0'),
      /** The variables with which the runbook's commands run. */
      variables: { OLD: files.a0, NEW: files.b0, ROUTER: router.admin, ROUTER_MAP: router.map },
      async versions() {
        const rows = await Promise.all(
          [query('a0'), query('b0')].map((run) => run('show server_version_num')),
        )
        return rows.map(([row]) => Math.floor(Number(row.server_version_num) / 10_000))
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}

import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { choosePort } from '../../dev/services/ports.ts'
import { startRouter } from '../../dev/services/router.ts'
import { runAdmin } from '../../server/src/admin/commands.ts'
import { readConfig } from '../../server/src/config.ts'
import { runSql } from '../../server/test/open-test-api.ts'
import { envOf, prepareCell } from '../../server/test/second-cell.ts'
import { environmentFor, makeWorld } from '../../server/test/template.ts'
import { startProcess } from '../harness/api-process.ts'

export type Cells = Awaited<ReturnType<typeof startCells>>
type NewClient = { clientId: string; apiKey: string; ownerPassword: string }
export type MoveReport = {
  closed_ms: number
  reads_refused_ms: number
  rows: number
  files: number
  rounds: number
  audit_lines: number
}

const main = fileURLToPath(new URL('../../server/src/main.ts', import.meta.url))
const run = promisify(execFile)

/**
 * Starts two cells on one machine, each with its own database, root key and service, and a router in front of both.
 */
export async function startCells({ withFiles }: { withFiles: boolean }) {
  const { world, services, stop } = await makeWorld({ durable: true })
  const closing: (() => Promise<unknown>)[] = [stop]
  const close = async () => {
    for (const end of closing.splice(0).reverse()) await end()
  }
  try {
    const port = await choosePort(undefined, 2)
    const [a0, b0] = [`127.0.0.1:${port}`, `127.0.0.1:${port + 1}`]
    const store = withFiles ? await readStore(world.objectsUrl) : {}
    const common = { OUTBOUND_LOOPBACK: 'true', CHECK_REPLIES: 'false', TRUST_PROXY: '1', ...store }
    const second = await prepareCell(world, 'b0', {
      ...common,
      PORT: String(port + 1),
      OTHER_CELLS: `a0=http://${a0}`,
      S3_BUCKET: 'cell-b0',
    })
    closing.push(second.remove)
    const environment: Record<string, string> = {
      ...environmentFor(world, world.template),
      CELL: 'a0',
      ...common,
      PORT: String(port),
      OTHER_CELLS: `b0=http://${b0}`,
      // Without files, no bucket is used, so both cells may have the same.
      S3_BUCKET: withFiles ? 'cell-a0' : 'cell-b0',
    }
    const envFile = join(services.folder, 'a0.env')
    await writeFile(envFile, envOf(environment))
    const superuserUrl = services.postgres.superuserUrl(world.template)
    const first = {
      environment,
      envFile,
      superuserUrl,
      sql: (text: string) => runSql(superuserUrl, text),
    }
    const cells = { a0: first, b0: second }
    if (withFiles)
      for (const cell of [first, second]) await runAdmin(readConfig(cell.environment), ['prepare-bucket'])
    const neighbour = await second.admin<NewClient>(
      'create-client',
      '--name',
      'neighbour',
      '--owner-mfa',
      'disabled',
      '--owner-email',
      'owner@neighbour.example',
      '--owner-name',
      'Olive of neighbour',
    )
    const processes = await Promise.all(
      [first, second].map((cell) => startProcess('./programs/cell-service.ts', [], cell.environment)),
    )
    closing.push(() => Promise.all(processes.map((process) => process.stop())))
    const router = await startRouter({ folder: join(services.folder, 'router'), cells: { a0, b0 } })
    closing.push(router.stop)

    return {
      world,
      cells,
      router,
      close,
      neighbour,
      inboxUrl: world.inboxUrl,
      admin: (cell: 'a0' | 'b0', ...args: string[]) => runAdmin(readConfig(cells[cell].environment), args),
      /** Runs the operator's command for the move in a separate process. */
      async move(from: 'a0' | 'b0', to: 'a0' | 'b0', client: string): Promise<MoveReport> {
        const target = ['--client', client, '--target-env', cells[to].envFile]
        const route = ['--router', router.admin, '--router-map', router.map]
        const { stdout } = await run(process.execPath, [main, 'admin', 'move-client', ...target, ...route], {
          env: cells[from].environment,
        })
        return JSON.parse(stdout)
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** Reads the settings of the object store. The request starts the store, which takes longer than everything else. */
export async function readStore(objectsUrl: string) {
  const reply = await fetch(objectsUrl)
  if (!reply.ok) throw new Error(`could not start the object store: ${await reply.text()}`)
  return (await reply.json()) as Record<string, string>
}

import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runAdmin } from '../src/admin/commands.ts'
import { readConfig } from '../src/config.ts'
import { migrate } from '../src/platform/database/migrate.ts'
import { runSql } from './open-test-api.ts'
import { environmentFor, type World } from './template.ts'

export type PreparedCell = Awaited<ReturnType<typeof prepareCell>>

/**
 * Prepares the database and root key of another cell without clients, and its settings as a file for the operator.
 */
export async function prepareCell(world: World, cell: string, settings: Record<string, string> = {}) {
  const name = `cell_${cell}_${randomBytes(4).toString('hex')}`
  const superuser = `postgres://postgres@${world.postgres.host}:${world.postgres.port}`
  const folder = await mkdtemp(join(tmpdir(), 'payproof-cell-'))
  await runSql(`${superuser}/postgres`, `create database ${name}`)
  await migrate(`${superuser}/${name}`)
  const environment: Record<string, string> = {
    ...environmentFor(world, name),
    CELL: cell,
    ROOT_KEY: `file://${folder}/root.key`,
    ...settings,
  }
  const envFile = join(folder, 'cell.env')
  await writeFile(envFile, envOf(environment))
  const config = readConfig(environment)
  const admin = <Result>(...words: string[]) => runAdmin(config, words) as Promise<Result>
  await admin('create-root-key')
  await admin('prepare-cell')
  return {
    name,
    environment,
    envFile,
    config,
    admin,
    sql: (text: string, values?: unknown[]) => runSql(`${superuser}/${name}`, text, values),
    async remove() {
      await runSql(`${superuser}/postgres`, `drop database ${name} with (force)`)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Formats settings as the content of an env file. */
export const envOf = (environment: Record<string, string>) =>
  Object.entries(environment)
    .map(([key, value]) => `${key}=${value}\n`)
    .join('')

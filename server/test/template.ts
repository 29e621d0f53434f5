import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startServices } from '../../dev/services/services.ts'
import { makeMemoryFolder, makeTestFolder } from '../../dev/services/test-folder.ts'
import { runAdmin } from '../src/admin/commands.ts'
import { readConfig } from '../src/config.ts'
import { migrate } from '../src/platform/database/migrate.ts'
import { compileCache } from './compile-cache.ts'
import { openObjectsOnDemand } from './objects-on-demand.ts'
import { checkRequestLog } from './request-log.ts'

/** Data provided to every test file: real services, and a migrated template database with two clients. */
export type World = {
  postgres: { host: string; port: number }
  template: string
  natsUrl: string
  smtpUrl: string
  inboxUrl: string
  rootKey: string
  /** Folder of the request log: request-log.ts. */
  requestLog: string
  /** Address that returns the settings of an object store, starting it on first use. */
  objectsUrl: string
  clients: Record<'acme' | 'rival', { clientId: string; apiKey: string; ownerPassword: string }>
}

declare module 'vitest' {
  interface ProvidedContext {
    world: World
  }
}

/**
 * Vitest's global set-up: starts the services once, creates the template, and removes everything at the end.
 */
export async function setup(project: TestProject) {
  const { world, stop } = await makeWorld({ durable: false })
  project.provide('world', world)
  return async () => {
    checkRequestLog(world.requestLog)
    await stop()
  }
}

/** Starts the services and prepares the template. Proofs also use this, with a durable database as in production. */
export async function makeWorld({
  durable,
  postgresSettings,
  postgresBinaries,
  postgresEnv,
  natsProgram,
  folder = durable ? makeTestFolder() : makeMemoryFolder(),
}: {
  durable: boolean
  postgresSettings?: Record<string, string>
  postgresBinaries?: string
  /** Additional environment variables of PostgreSQL. */
  postgresEnv?: Record<string, string>
  natsProgram?: string
  /** Folder of all data, which is removed at the end. Defaults to a new one. */
  folder?: string
}) {
  const services = await startServices({
    folder,
    durable,
    postgresSettings,
    postgresBinaries,
    postgresEnv,
    natsProgram,
    only: ['postgres', 'nats', 'smtp'],
  })
  // Ceph writes with O_DIRECT, which needs a disk.
  const objectsFolder = makeTestFolder()
  const objects = await openObjectsOnDemand(objectsFolder)
  const world = await prepareWorld({ ...services, folder, objectsUrl: objects.url })
  return {
    world,
    services,
    async stop() {
      await objects.stop()
      await services.remove()
      for (const path of [folder, objectsFolder]) await rm(path, { recursive: true, force: true })
    },
  }
}

type Found = {
  folder: string
  objectsUrl: string
  postgres: { host: string; port: number; superuserUrl(database?: string): string }
  nats: { url: string }
  smtp: { url: string; inboxUrl: string }
}

/** Prepares a migrated database with two clients, on services started by the caller. */
export async function prepareWorld({ folder, objectsUrl, postgres, nats, smtp }: Found): Promise<World> {
  const template = 'template_payproof'
  const owner = new pg.Client({ connectionString: postgres.superuserUrl('postgres') })
  await owner.connect()
  await owner.query(`create database ${template}`)
  await owner.end()
  await migrate(postgres.superuserUrl(template))

  const world: World = {
    postgres: { host: postgres.host, port: postgres.port },
    template,
    natsUrl: nats.url,
    smtpUrl: smtp.url,
    inboxUrl: smtp.inboxUrl,
    rootKey: `file://${folder}/root.key`,
    requestLog: join(folder, 'requests'),
    objectsUrl,
    clients: {} as World['clients'],
  }
  const config = readConfig(environmentFor(world, template))
  const admin = (...words: string[]) => runAdmin(config, words) as Promise<never>
  await admin('create-root-key')
  await admin('prepare-cell')
  for (const name of ['acme', 'rival'] as const) {
    world.clients[name] = await admin(
      'create-client',
      '--name',
      name,
      '--owner-mfa',
      'disabled',
      '--first-password',
      'keep',
      '--owner-email',
      `owner@${name}.example`,
      '--owner-name',
      `Olive of ${name}`,
    )
  }
  return world
}

/** Returns the settings of an API process with its own database. */
export function environmentFor(world: World, database: string): Record<string, string> {
  return {
    ENVIRONMENT: 'sandbox',
    PORT: '0',
    BASE_URL: 'http://127.0.0.1:8080',
    DATABASE_URL: `postgres://payproof_login@${world.postgres.host}:${world.postgres.port}/${database}`,
    MIGRATION_DATABASE_URL: `postgres://postgres@${world.postgres.host}:${world.postgres.port}/${database}`,
    // Limits are generous, because CI machines are slow; tests of these limits set them lower.
    DATABASE_WAIT_MS: '60000',
    DATABASE_QUERY_MS: '15000',
    NATS_URL: world.natsUrl,
    NATS_PREFIX: database,
    ROOT_KEY: world.rootKey,
    SMTP_URL: world.smtpUrl,
    // There is no object store by default; tests that need one start it (objects.ts).
    S3_ENDPOINT: 'http://127.0.0.1:9',
    S3_ACCESS_KEY: 'nobody',
    S3_SECRET_KEY: 'nothing',
    // There is no erasure ledger, not even in production mode; tests of the ledger provide a store.
    ERASURE_LEDGER: 'none',
    // No server listens on this port, so that tests never use the machine's own DNS.
    OUTBOUND_DNS: '127.0.0.1:9',
    // Hashing is cheap, because tests sign in hundreds of times; the password tests cover the real cost.
    PASSWORD_MEMORY_KIB: '4096',
    RATE_PER_SECOND: '100000',
    RATE_BURST: '1000000',
    LOG_LEVEL: 'error',
    CHECK_REPLIES: 'true',
    DRAIN_SECONDS: '0',
    REQUEST_LOG: world.requestLog,
    // Most test files start a worker and read no document: a reader process for each would cost a second of
    // CPU.
    READER_WARM: 'false',
    // Readers compete with all other test files for two cores; with a lower priority they exceed their time limit.
    READER_NICENESS: '0',
    ...compileCache,
  }
}

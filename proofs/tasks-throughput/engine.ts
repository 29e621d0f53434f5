import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { z } from 'zod'
import { runAdmin } from '../../server/src/admin/commands.ts'
import { readConfig } from '../../server/src/config.ts'
import { migrate } from '../../server/src/platform/database/migrate.ts'
import { openDispatcher } from '../../server/src/platform/tasks/dispatch/dispatcher.ts'
import { defineTask } from '../../server/src/platform/tasks/task.ts'
import { openWorker } from '../../server/src/platform/tasks/work/worker.ts'
import { openLog } from '../../server/src/platform/telemetry/log.ts'
import { openDependencies } from '../../server/src/process/dependencies.ts'
import { inputOf, openPoster, type Poster } from './post.ts'
import { type ContenderSettings, runContenderProgram } from './two-processes.ts'

let executed = 0

const deliver = defineTask({
  kind: 'proof.post',
  lane: 'proof',
  input: z.object({ number: z.int(), clientId: z.string() }).loose(),
  async run({ input }, { poster }: { poster: Poster }) {
    const status = await poster.post(JSON.stringify(input))
    executed++
    return { status }
  },
})

function configFor({ databaseUrl, natsUrl }: ContenderSettings) {
  const { host, pathname } = new URL(databaseUrl)
  const name = pathname.slice(1)
  return readConfig({
    BASE_URL: 'http://127.0.0.1:8080',
    DATABASE_URL: `postgres://payproof_login@${host}/${name}`,
    DATABASE_CONNECTIONS: '16',
    DATABASE_WAIT_MS: '10000',
    NATS_URL: natsUrl,
    NATS_PREFIX: name,
    ROOT_KEY: `file://${join(tmpdir(), `${name}.key`)}`,
    SMTP_URL: 'smtp://127.0.0.1:1',
    LOG_LEVEL: 'warn',
  })
}

await runContenderProgram({
  async prepare(settings) {
    await migrate(settings.databaseUrl)
    const config = configFor(settings)
    await runAdmin(config, ['create-root-key'])
    await runAdmin(config, ['prepare-cell'])
    const owner = ['--owner-email', 'owner@acme.example', '--owner-name', 'Olive']
    await runAdmin(config, ['create-client', '--name', 'acme', ...owner])
  },
  async openProducer(settings) {
    const { database } = await openDependencies(
      { ...configFor(settings), DATABASE_CONNECTIONS: settings.producers },
      openLog('warn'),
    )
    const clientId = await database.system(async (tx) => {
      const { id } = await tx.selectFrom('clients').select('id').executeTakeFirstOrThrow()
      return id
    })
    return {
      schedule: (_producer, number) =>
        database.system((tx) => deliver.schedule(tx, { ...inputOf(number), clientId }, { clientId })),
    }
  },
  async openExecutor(settings) {
    const deps = await openDependencies(configFor(settings), openLog('warn'))
    const lanes = [{ name: 'proof', concurrency: settings.executors, maxDepth: 2_000 }]
    openDispatcher({ ...deps, lanes, replicas: 1, keptDays: 7 })
    const poster = openPoster(settings.receiverUrl, settings.executors)
    openWorker({ ...deps, lanes, tasks: [deliver.withDeps({ poster })], replicas: 1 })
    return {
      executed: () => executed,
      async countEnded() {
        const { rows } = await deps.database.system((tx) =>
          sql<{ count: string }>`select count(*) from ended_tasks where state = 'done'`.execute(tx),
        )
        return Number(rows[0]?.count)
      },
    }
  },
})

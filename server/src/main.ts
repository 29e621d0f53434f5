import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { runAdmin } from './admin/commands.ts'
import {
  type Config,
  readBrowserConfig,
  readConfig,
  readDoctorConfig,
  readMigrationConfig,
} from './config.ts'
import { runDoctor } from './connectors/doctor/command.ts'
import { migrate } from './platform/database/migrate.ts'
import { openLog } from './platform/telemetry/log.ts'
import { openProgress } from './platform/telemetry/progress.ts'
import { openBrowserRole } from './process/browser.ts'
import { openRole, type ProcessRole } from './process/roles.ts'

const usage = `usage: node server/src/main.ts <role>
  all [LANE…]     api, dispatcher and worker in one process; with lanes, it runs only their tasks
  api             serves HTTP requests
  worker [LANE…]  runs tasks of all lanes, or only of the named lanes
  dispatcher      hands due tasks to the workers
  browser         runs Chromium for workers, in a sandbox; must have none of the secrets
  migrate         applies missing migrations while the service runs; [--hold-ms N]: max lock time in ms (default 100)
  connector doctor  runs a connector against the provider's test environment and prints what differs
  admin           operator commands; lists them if none is given`

const shutdownTimeoutMs = 30_000

async function main([role = '', ...rest]: string[]) {
  switch (role) {
    case 'all':
    case 'api':
    case 'worker':
    case 'dispatcher':
      return serve(role, readConfig(), rest)
    case 'browser':
      return serveBrowser()
    case 'migrate':
      return runMigrations(readMigrationConfig().MIGRATION_DATABASE_URL, rest)
    case 'connector':
      return runConnectorCommand(rest)
    case 'admin':
      return print(JSON.stringify(await runAdmin(readConfig(), rest, openProgress(process.stderr))))
    default:
      throw new Error(usage)
  }
}

async function serve(role: ProcessRole, config: Config, lanes: string[]) {
  const log = openLog(config.LOG_LEVEL, { isTraced: config.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined })
  const running = await openRole(role, config, log, lanes)
  let stopping = false
  const stop = async (signal: string) => {
    if (stopping) process.exit(1)
    stopping = true
    log.info({ signal, drainSeconds: config.DRAIN_SECONDS }, 'stopping')
    running.drain()
    await sleep(config.DRAIN_SECONDS * 1000)
    await running.untilQuiet(config.DRAIN_SECONDS * 2000)
    const closed = await Promise.race([
      running.close().then(() => true),
      sleep(shutdownTimeoutMs, false, { ref: false }),
    ])
    log.info({ closed }, 'stopped')
    process.exit(closed ? 0 : 1)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)

  const address = await running.server.listen({ host: config.HOST, port: config.PORT })
  const cellPort = await running.cellListener?.listen({ host: config.HOST, port: config.CELL_TLS_PORT ?? 0 })
  log.info({ role, address, cellPort, environment: config.ENVIRONMENT, cell: config.CELL }, 'listening')
  // A parent process, such as the dev starter or a test, waits for this message.
  process.send?.({ listening: address })
}

async function serveBrowser() {
  const config = readBrowserConfig()
  const log = openLog(config.settings.LOG_LEVEL, { isTraced: false })
  const host = await openBrowserRole(config, log)
  const stop = async () => {
    await host.close()
    process.exit(0)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}

async function runMigrations(ownerUrl: string, args: string[]) {
  const { values } = parseArgs({ args, options: { 'hold-ms': { type: 'string' } } })
  const holdMs = Number(values['hold-ms'] ?? 100)
  if (!(holdMs > 0)) throw new Error('--hold-ms takes a number of milliseconds')
  const applied = (name: string) => print(`applied ${name}`)
  await migrate(ownerUrl, applied, undefined, { maxBlockingMs: holdMs, onRetry: print })
  print('the database is up to date')
}

async function runConnectorCommand([name, ...words]: string[]) {
  if (name !== 'doctor') throw new Error(usage)
  const note = (text: string) => process.stderr.write(`${text}\n`)
  process.exitCode = await runDoctor(words, readDoctorConfig, { print, note, input: process.stdin })
}

function print(line: string) {
  process.stdout.write(`${line}\n`)
}

main(process.argv.slice(2)).catch((error: Error) => {
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
})

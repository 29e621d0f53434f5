import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { choosePort } from '../../dev/services/ports.ts'
import { runAs } from '../../dev/services/processes.ts'
import { askForObjects } from '../../server/test/objects-on-demand.ts'
import { cloneDatabase } from '../../server/test/open-test-api.ts'
import { requestLogger } from '../../server/test/request-log.ts'
import { openSandboxProcess } from '../../server/test/sandbox-process.ts'
import { environmentFor, type World } from '../../server/test/template.ts'

/**
 * HMRC's figures of a tax year are available from October, so in June the latest available year is the one before
 * last.
 */
const clock = '2026-06-15T09:00:00Z'
const main = fileURLToPath(new URL('../../server/src/main.ts', import.meta.url))

/** Addresses and settings of a running service. Plain data, because test processes receive it as JSON. */
export type E2eService = {
  url: string
  environment: Record<string, string>
  sandboxUrl: string
  storeUrl: string
  inboxUrl: string
  databaseName: string
  superuserUrl: string
}

/** Starts the service (all roles in one process, on its own database), a sandbox, and a bucket in the object store. */
export async function startService(services: World, settings: Record<string, string> = {}) {
  const port = await choosePort(0)
  const url = `http://127.0.0.1:${port}`
  const [sandbox, store, database] = await Promise.all([
    openSandboxProcess({ clock, serviceUrl: url }),
    askForObjects(services),
    cloneDatabase(services),
  ])
  const environment: Record<string, string> = {
    ...environmentFor(services, database.name),
    HOST: '127.0.0.1',
    PORT: String(port),
    BASE_URL: url,
    SANDBOX_URL: sandbox.url,
    SANDBOX_CLOCK: 'true',
    SMS_GATEWAY_URL: `${sandbox.url}/sms/messages`,
    SMS_GATEWAY_TOKEN: 'sandbox-sms',
    OUTBOUND_LOOPBACK: 'true',
    ...store.settings,
    ...settings,
  }
  const child = await startProcess(environment)
  const service: E2eService = {
    url,
    environment,
    sandboxUrl: sandbox.url,
    storeUrl: new URL(store.settings.S3_ENDPOINT).origin,
    inboxUrl: services.inboxUrl,
    databaseName: database.name,
    superuserUrl: database.superuserUrl,
  }
  return {
    service,
    async stop() {
      await child.stop()
      await store.objects.close()
      await sandbox.stop()
      await database.drop()
    },
  }
}

/** Starts the service process. Errors that it logs appear in the output of the test run. */
async function startProcess(environment: Record<string, string>) {
  const [program = '', ...args] = [
    ...runAs(undefined, 'SIGKILL'),
    process.execPath,
    `--import=${requestLogger}`,
    main,
    'all',
  ]
  // The service runs other programs (Tesseract, Chromium) from the search path.
  const env = { PATH: '/usr/local/bin:/usr/bin:/bin', ...environment }
  const child = spawn(program, args, { env, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const ended = once(child, 'exit')
  await Promise.race([
    once(child, 'message'),
    ended.then(() => {
      throw new Error('the service exited during start-up')
    }),
  ])
  return {
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

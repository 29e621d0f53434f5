import { readConfig } from '../../src/config.ts'
import { openAuthentication } from '../../src/features/access/service.ts'
import { openRateLimit } from '../../src/platform/http/rate-limit.ts'
import { createServer } from '../../src/platform/http/server.ts'
import { openTokens } from '../../src/platform/secrets/tokens.ts'
import { createTaskWaiter } from '../../src/platform/tasks/wait-for-end.ts'
import { openLog } from '../../src/platform/telemetry/log.ts'
import { openDependencies } from '../../src/process/dependencies.ts'
import { greetingRoutes } from './greeting-task.ts'

// An API process with one operation that waits for a task. The worker is another process.
const config = readConfig()
const dependencies = await openDependencies(config, openLog(config.LOG_LEVEL))
const { database, keyring, bus } = dependencies
const tokens = await openTokens({
  database,
  sealingKey: keyring.cellKey('signing keys'),
  issuer: config.BASE_URL,
  cell: config.CELL,
  environment: 'sandbox',
})
const server = createServer({
  ...dependencies,
  authenticate: openAuthentication({ database, bus, tokens, environment: 'sandbox' }),
  rateLimit: openRateLimit({ bus, perSecond: 1_000, burst: 1_000 }),
  waiting: createTaskWaiter({ bus }),
  checkReplies: true,
  trustProxy: () => false,
  isHttps: false,
  isDraining: () => false,
})
await server.register(greetingRoutes)
const address = await server.listen({ host: '127.0.0.1', port: 0 })
process.send?.({ address })

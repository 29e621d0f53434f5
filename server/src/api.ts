import { createHmac } from 'node:crypto'
import type { Config } from './config.ts'
import { accessRoutes } from './features/access/routes.ts'
import { forgetExpiredLinks, openAuthentication, openRevocations } from './features/access/service.ts'
import { auditLogRoutes } from './features/audit-log/routes.ts'
import { authorisationRoutes } from './features/authorisations/routes.ts'
import { configurationRoutes } from './features/configuration/routes.ts'
import { memberRoutes } from './features/members/routes.ts'
import { forgetExpiredCodes } from './features/members/service.ts'
import { providerRoutes } from './features/providers/routes.ts'
import { userRoutes } from './features/users/routes.ts'
import { type Bus, openBus } from './platform/bus/bus.ts'
import { openDatabase, requireFencedRole, type Tenancy } from './platform/database/tenancy.ts'
import { forgetOldReplies } from './platform/http/idempotency.ts'
import { documentationRoutes, probeRoutes } from './platform/http/pages.ts'
import { openRateLimit } from './platform/http/rate-limit.ts'
import { createServer } from './platform/http/server.ts'
import { openMailer } from './platform/mail/mailer.ts'
import { type Keyring, openKeyring } from './platform/secrets/keyring.ts'
import { openPasswords } from './platform/secrets/passwords.ts'
import { openRootKey, type RootKey } from './platform/secrets/root-key.ts'
import { openTokens } from './platform/secrets/tokens.ts'
import type { Log } from './platform/telemetry/log.ts'
import { openMetrics } from './platform/telemetry/metrics.ts'

export type Foundation = {
  root: RootKey
  database: Tenancy
  keyring: Keyring
  emailHash(email: string): Buffer
}

// The chapters of the reference pages, in the order a newcomer reads them.
const sections = {
  Users: 'The people whose income is verified.',
  'User tokens': 'Tokens and links that let a person act for themselves.',
  Authorisations: 'Terms, and the record of who accepted which.',
  Providers: 'Payroll providers and employers that can be connected.',
  Configuration: 'What holds for every user of the client unless the user says otherwise.',
  Members: 'The team of the client: sign in, invite, change, remove.',
  'API keys': 'The keys of the client.',
  'Audit log': 'Who did what, kept in chains that show tampering.',
}

/** What the API and the operator's commands both stand on. */
export async function openFoundation(config: Config): Promise<Foundation> {
  const root = await openRootKey(config.ROOT_KEY, { token: config.VAULT_TOKEN })
  const database = openDatabase({
    url: config.DATABASE_URL,
    connections: config.DATABASE_CONNECTIONS,
    waitMs: config.DATABASE_WAIT_MS,
  })
  await requireFencedRole(database)
  const keyring = await openKeyring(root, { system: database.aside })
  const emailKey = keyring.cellKey('member e-mail')
  const emailHash = (email: string) =>
    createHmac('sha256', emailKey).update(email.trim().toLowerCase()).digest()
  return { root, database, keyring, emailHash }
}

/** The whole API of one process, not yet listening. */
export async function openApi(config: Config, log: Log) {
  const { database, keyring, emailHash } = await openFoundation(config)
  const environment = config.ENVIRONMENT
  const metrics = openMetrics()
  const bus = openBus({ url: config.NATS_URL, prefix: config.NATS_PREFIX, log })
  await bus.ready(2_000)
  const tokens = await openTokens({
    database,
    sealingKey: keyring.cellKey('signing keys'),
    issuer: config.BASE_URL,
    environment,
  })
  const passwords = openPasswords(keyring.cellKey('password pepper'))
  const mailer = openMailer({
    database,
    keyring,
    smtpUrl: config.SMTP_URL,
    from: config.MAIL_FROM,
    log,
    metrics,
  })
  const authenticate = openAuthentication({ database, bus, tokens, environment })
  const revocations = openRevocations(bus)
  const rateLimit = openRateLimit({ bus, perSecond: config.RATE_PER_SECOND, burst: config.RATE_BURST })
  const baseUrl = config.BASE_URL
  const issuer = { environment, cell: config.CELL }
  let draining = false
  watch(metrics, database, bus)

  const server = createServer({
    log,
    metrics,
    database,
    keyring,
    authenticate,
    rateLimit,
    checkReplies: config.CHECK_REPLIES,
    trustProxy: config.TRUST_PROXY,
    isDraining: () => draining,
  })
  await server.register(userRoutes, { environment, revocations })
  await server.register(configurationRoutes, { environment })
  await server.register(accessRoutes, { issuer, tokens, revocations, baseUrl })
  await server.register(memberRoutes, {
    ...{ database, keyring, passwords, tokens, mailer, revocations },
    ...{ emailHash, baseUrl, log },
  })
  await server.register(authorisationRoutes)
  await server.register(providerRoutes, {
    catalogue: { providers: [], parent_provider_meta: [], employers: [] },
  })
  await server.register(auditLogRoutes)
  await server.register(documentationRoutes, { environment, sections })
  await server.register(probeRoutes, {
    ...{ database, metrics, metricsToken: config.METRICS_TOKEN, isDraining: () => draining },
  })
  await server.ready()

  const housekeeping = setInterval(() => {
    database
      .system(async (tx) => {
        await forgetOldReplies(tx)
        await forgetExpiredLinks(tx)
        await forgetExpiredCodes(tx)
      })
      .catch((error) => log.warn({ err: error }, 'housekeeping failed; it will be tried again'))
  }, 60_000).unref()

  return {
    server,
    /** From here on probes say no and connections close after their reply, but every request is still answered. */
    drain() {
      draining = true
    },
    async close() {
      clearInterval(housekeeping)
      await server.close()
      rateLimit.close()
      await authenticate.close()
      await mailer.close()
      await bus.close()
      await database.close()
    },
  }
}

function watch(metrics: ReturnType<typeof openMetrics>, database: Tenancy, bus: Bus) {
  metrics.gauge('payproof_database_waiting', 'Requests waiting for a database connection', database.waiting)
  metrics.gauge('payproof_bus_connected', '1 while NATS is reached', () => (bus.isConnected() ? 1 : 0))
}

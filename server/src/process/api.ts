import { fileURLToPath } from 'node:url'
import { openOtherKeys } from '../features/access/other-cell-keys.ts'
import { accessRoutes } from '../features/access/routes.ts'
import { forgetExpiredLinks, openAuthentication, openRevocations } from '../features/access/service.ts'
import { expireLateAccounts } from '../features/accounts/login/expire-pending.ts'
import { forgetOldAttempts } from '../features/accounts/login/guard.ts'
import { signOutEverywhere } from '../features/accounts/login/sign-out.ts'
import { oauth2Routes } from '../features/accounts/oauth2/routes.ts'
import { recurringAccountRoutes } from '../features/accounts/recurring/routes.ts'
import { accountRoutes } from '../features/accounts/routes.ts'
import { tidyActivity } from '../features/activity/activity.ts'
import { activityRoutes } from '../features/activity/routes.ts'
import { auditLogRoutes } from '../features/audit-log/routes.ts'
import { authorisationRoutes } from '../features/authorisations/routes.ts'
import { bankStatementRoutes } from '../features/bank-statements/routes.ts'
import { StatementsPayload } from '../features/bank-statements/schemas.ts'
import { traceStatement } from '../features/bank-statements/service.ts'
import { configurationRoutes } from '../features/configuration/routes.ts'
import { consoleRoutes } from '../features/console/pages.ts'
import { eraseFilesOf } from '../features/documents/erase.ts'
import { documentRoutes } from '../features/documents/routes.ts'
import { expenditureRoutes } from '../features/expenditure/routes.ts'
import { tidyCounts } from '../features/journeys/events/queries.ts'
import { journeyEventRoutes } from '../features/journeys/events/routes.ts'
import { forgetOldInvitations } from '../features/journeys/invitations/invitations.ts'
import { logoRoutes } from '../features/journeys/pages/logos.ts'
import { pageRoutes } from '../features/journeys/pages/routes.ts'
import { personRoutes } from '../features/journeys/person/routes.ts'
import { journeyRoutes } from '../features/journeys/routes.ts'
import { matchRoutes } from '../features/matches/routes.ts'
import { openOtherCells } from '../features/members/other-cells.ts'
import { memberRoutes } from '../features/members/routes.ts'
import { forgetExpiredCodes } from '../features/members/service.ts'
import { payrollRoutes } from '../features/payroll/routes.ts'
import { SubmittedPayload } from '../features/payroll/schemas.ts'
import { tracePayslip } from '../features/payroll/submissions/provenance.ts'
import { forgetOldHealth } from '../features/providers/queries.ts'
import { providerRoutes } from '../features/providers/routes.ts'
import { sandboxRoutes } from '../features/sandbox/routes.ts'
import { openSandboxWorld } from '../features/sandbox/sandbox-client.ts'
import { taxIncomeRoutes } from '../features/tax-income/routes.ts'
import { IncomePayload } from '../features/tax-income/schemas.ts'
import { userRoutes } from '../features/users/routes.ts'
import { describeEvents } from '../features/webhooks/event-docs.ts'
import { deliveryRoutes, webhookRoutes } from '../features/webhooks/routes.ts'
import type { Tx } from '../platform/database/tenancy.ts'
import { openAdmission } from '../platform/http/admission.ts'
import { documentationRoutes, probeRoutes } from '../platform/http/docs-and-probes.ts'
import { forgetOldReplies } from '../platform/http/idempotency.ts'
import { openRateLimit } from '../platform/http/rate-limit.ts'
import { createServer, newRequestId } from '../platform/http/server.ts'
import { readWebFiles } from '../platform/http/static-files.ts'
import { forgetOldMails } from '../platform/mail/mailer.ts'
import { publicOriginOf } from '../platform/objects/objects.ts'
import { openAttestations } from '../platform/secrets/attestations.ts'
import { findCarriedPepper } from '../platform/secrets/carried-peppers.ts'
import { openPasswords } from '../platform/secrets/passwords.ts'
import { openTokens } from '../platform/secrets/tokens.ts'
import { openWaiting } from '../platform/tasks/wait-for-end.ts'
import { objectSettings, type Parts } from './dependencies.ts'

// The chapters of the reference pages, in the order a newcomer reads them.
const sections = {
  Users: 'The people whose income is verified.',
  'User tokens': 'Tokens and links that let a person act for themselves.',
  Authorisations: 'Terms, and the record of who accepted which.',
  Providers: 'Payroll providers and employers that can be connected.',
  Accounts: 'Connections of a user to payroll providers: connect, second step, reconnect, history.',
  Payroll: 'What people were paid: payslips that were fetched, and how to ask for newer ones.',
  'Tax authority':
    'What people earned by the tax authority: one figure a year for each employer, with their consent.',
  Documents: 'Papers that people upload, what was read from them, and what speaks for or against them.',
  'Bank statements': 'What was read from uploaded bank statements.',
  Matches: 'Which pay is borne out by another source.',
  Expenditure: 'What a household with such an income spends, by official statistics, with the working.',
  Journeys: 'What the hosted journey of a person is made of, for journeys of your own.',
  Configuration: 'What holds for every user of the client unless the user says otherwise.',
  Members: 'The team of the client: sign in, invite, change, remove.',
  'API keys': 'The keys of the client.',
  Webhooks: 'Who is told when new data arrives, how that went, and how to send it again.',
  Events: 'What webhooks deliver, for whoever would rather ask.',
  Activity: 'How much happened, and what needs somebody.',
  'Audit log': 'Who did what, kept in chains that show tampering.',
  Sandbox: 'People, clock, switches and inbox of the sandbox world; only in the sandbox environment.',
}

const builtPages = fileURLToPath(new URL('../../../web/dist', import.meta.url))

/** The whole API of one process, not yet listening. */
export async function openApi(parts: Parts, isDraining = () => false) {
  const { config, log, database, keyring, bus, metrics, emailHash } = parts
  const environment = config.ENVIRONMENT
  const tokens = await openTokens({
    database,
    sealingKey: keyring.cellKey('signing keys'),
    issuer: config.BASE_URL,
    environment,
    cell: config.CELL,
  })
  const attestations = openAttestations({
    database,
    sealingKey: keyring.cellKey('attestation keys'),
    issuer: config.BASE_URL,
  })
  const passwords = openPasswords(keyring.cellKey('password pepper'), {
    memoryKiB: config.PASSWORD_MEMORY_KIB,
    carried: (id) => findCarriedPepper(database, keyring, id),
  })
  const authenticate = openAuthentication({ database, bus, tokens, environment })
  const revocations = openRevocations(bus)
  const rateLimit = openRateLimit({ bus, perSecond: config.RATE_PER_SECOND, burst: config.RATE_BURST })
  const baseUrl = config.BASE_URL
  const issuer = { environment, cell: config.CELL }

  const waiting = openWaiting({ bus })
  const admission = openAdmission({
    log,
    metrics,
    isDraining,
    newRequestId,
    trustProxy: config.TRUST_PROXY,
    atOnce: config.DATABASE_CONNECTIONS,
    waitMs: config.DATABASE_WAIT_MS,
    databaseLoad: () => database.connections().busy + database.waiting(),
  })
  metrics.gauge('payproof_http_waiting', 'Requests that wait at the door', admission.waiting)

  const server = createServer({
    log,
    metrics,
    database,
    keyring,
    authenticate,
    rateLimit,
    admission,
    waiting,
    checkReplies: config.CHECK_REPLIES,
    trustProxy: config.TRUST_PROXY,
    isDraining,
    tracer: parts.tracer,
  })
  const beforeErasing = async (tx: Tx, userId: string) => {
    await eraseFilesOf(tx, userId)
    await signOutEverywhere(tx, parts.desk, userId)
  }
  await server.register(userRoutes, { environment, revocations, beforeErasing, ledger: parts.ledger })
  await server.register(configurationRoutes, { environment })
  const others = { addresses: config.OTHER_CELLS, cell: config.CELL }
  const otherKeys = openOtherKeys(others)
  await server.register(accessRoutes, { issuer, tokens, attestations, revocations, otherKeys, baseUrl })
  await server.register(memberRoutes, {
    database,
    keyring,
    passwords,
    tokens,
    revocations,
    emailHash,
    baseUrl,
    log,
    otherCells: openOtherCells(others),
  })
  await server.register(authorisationRoutes)
  await server.register(providerRoutes, { catalogue: parts.catalogue, health: parts.health })
  const { connectors, desk, health } = parts
  await server.register(recurringAccountRoutes, { clock: parts.clock })
  await server.register(accountRoutes, { connectors, desk, health, baseUrl })
  await server.register(oauth2Routes, { database, keyring, connectors, desk, waiting, baseUrl })
  const traceOf = { payslip: tracePayslip, bank_statement: traceStatement }
  await server.register(documentRoutes, { objects: parts.objects, traceOf })
  await server.register(bankStatementRoutes, { attestations })
  await server.register(payrollRoutes, { connectors, health, attestations })
  await server.register(taxIncomeRoutes, { connectors, health, desk })
  await server.register(matchRoutes)
  await server.register(expenditureRoutes)
  await server.register(personRoutes, { desk })
  await server.register(journeyEventRoutes, { catalogue: parts.catalogue })
  await server.register(journeyRoutes, { database, keyring, tokens, environment, connectors, baseUrl })
  await server.register(logoRoutes, { database, catalogue: parts.catalogue, outbound: parts.outbound })
  const files = readWebFiles(config.WEB_DIR ?? builtPages)
  await server.register(consoleRoutes, { environment, files })
  await server.register(pageRoutes, {
    database,
    environment,
    files,
    storeOrigin: publicOriginOf(objectSettings(config)),
  })
  await server.register(webhookRoutes, { outbound: parts.outbound })
  await server.register(deliveryRoutes)
  await server.register(auditLogRoutes)
  if (environment === 'sandbox') {
    const world = openSandboxWorld({ url: config.SANDBOX_URL, key: config.SANDBOX_CONTROL_KEY })
    await server.register(sandboxRoutes, { world })
  }
  await server.register(activityRoutes, { catalogue: parts.catalogue, health: parts.health })
  const events = describeEvents({
    'user-payroll-submitted': SubmittedPayload,
    'user-bank-statement-submitted': StatementsPayload,
    'user-taxauth-data-submitted': IncomePayload,
  })
  await server.register(documentationRoutes, { environment, sections, events, files })
  await server.register(probeRoutes, {
    database,
    metrics,
    metricsToken: config.METRICS_TOKEN,
    isDraining,
  })
  await server.ready()

  const housekeeping = setInterval(() => {
    database
      .system(async (tx) => {
        await forgetOldReplies(tx)
        await forgetExpiredLinks(tx)
        await forgetOldInvitations(tx)
        await forgetExpiredCodes(tx)
        await forgetOldMails(tx)
        await expireLateAccounts(tx)
        await forgetOldHealth(tx)
        await tidyCounts(tx)
        await tidyActivity(tx)
        await forgetOldAttempts(tx, parts.catalogue.providers)
      })
      .catch((error) => log.warn({ err: error }, 'housekeeping failed; it will be tried again'))
  }, 60_000).unref()

  return {
    server,
    async close() {
      clearInterval(housekeeping)
      await server.close()
      rateLimit.close()
      admission.close()
      await authenticate.close()
    },
  }
}

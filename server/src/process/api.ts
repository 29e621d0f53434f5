import { fileURLToPath } from 'node:url'
import { cellTlsFiles, requireCellCertificates } from '../config.ts'
import { openOtherCellKeys } from '../features/access/other-cell-keys.ts'
import { accessRoutes } from '../features/access/routes.ts'
import { type NotifyAdministrators, openAuthentication, openRevocations } from '../features/access/service.ts'
import { signOutEverywhere } from '../features/accounts/login/sign-out.ts'
import { oauth2Routes } from '../features/accounts/oauth2/routes.ts'
import { recurringAccountRoutes } from '../features/accounts/recurring/routes.ts'
import { accountRoutes } from '../features/accounts/routes.ts'
import { activityRoutes } from '../features/activity/routes.ts'
import { auditLogRoutes } from '../features/audit-log/routes.ts'
import { authorisationRoutes } from '../features/authorisations/routes.ts'
import { correctStatement } from '../features/bank-statements/correct-statement.ts'
import { bankStatementRoutes } from '../features/bank-statements/routes.ts'
import { StatementsPayload } from '../features/bank-statements/schemas.ts'
import { traceStatement } from '../features/bank-statements/service.ts'
import { configurationRoutes } from '../features/configuration/routes.ts'
import { listFrameOrigins } from '../features/configuration/service.ts'
import { consoleRoutes } from '../features/console/pages.ts'
import { eraseUserFiles } from '../features/documents/erase.ts'
import { documentRoutes } from '../features/documents/routes.ts'
import { expenditureRoutes } from '../features/expenditure/routes.ts'
import { identityReviewRoutes } from '../features/identity-review/routes.ts'
import { incomeRoutes } from '../features/income/routes.ts'
import { markIncomeChanged } from '../features/income-changes/service.ts'
import { bulkInvitationRoutes } from '../features/journeys/bulk-invitations/routes.ts'
import { coverageRoutes } from '../features/journeys/coverage/routes.ts'
import { employerMissRoutes } from '../features/journeys/employer-misses/routes.ts'
import { journeyEventRoutes } from '../features/journeys/events/routes.ts'
import { createLogoImages } from '../features/journeys/pages/logo-images.ts'
import { logoRoutes } from '../features/journeys/pages/logos.ts'
import { pageRoutes } from '../features/journeys/pages/routes.ts'
import { personRoutes } from '../features/journeys/person/routes.ts'
import { readingRoutes } from '../features/journeys/readings/routes.ts'
import { reminderPageRoutes } from '../features/journeys/reminders/pages.ts'
import { returningRoutes } from '../features/journeys/returning/routes.ts'
import { journeyRoutes } from '../features/journeys/routes.ts'
import { matchRoutes } from '../features/matches/routes.ts'
import { openOtherCells } from '../features/members/other-cells.ts'
import { memberRoutes } from '../features/members/routes.ts'
import { notifyAdministrators } from '../features/members/service.ts'
import { payrollRoutes } from '../features/payroll/routes.ts'
import { SubmittedPayload } from '../features/payroll/schemas.ts'
import { correctPayslip } from '../features/payroll/submissions/correct-payslip.ts'
import { tracePayslip } from '../features/payroll/submissions/provenance.ts'
import { providerRoutes } from '../features/providers/routes.ts'
import { reportPageRoutes } from '../features/reports/pages.ts'
import { reportRoutes } from '../features/reports/routes.ts'
import { storeRequests } from '../features/request-log/queries.ts'
import { requestLogRoutes } from '../features/request-log/routes.ts'
import { reviewRoutes } from '../features/reviews/routes.ts'
import { reviewRuleRoutes } from '../features/reviews/rules/routes.ts'
import { sandboxRoutes } from '../features/sandbox/routes.ts'
import { createSandboxClient } from '../features/sandbox/sandbox-client.ts'
import { taxIncomeRoutes } from '../features/tax-income/routes.ts'
import { IncomePayload } from '../features/tax-income/schemas.ts'
import { userRoutes } from '../features/users/routes.ts'
import { describeEvents } from '../features/webhooks/event-docs.ts'
import { deliveryRoutes, webhookRoutes } from '../features/webhooks/routes.ts'
import { openCellListener } from '../platform/cells/cell-listener.ts'
import { openCellRequests } from '../platform/cells/cell-requests.ts'
import type { Tx } from '../platform/database/tenancy.ts'
import { openAdmission } from '../platform/http/admission.ts'
import { parseTrustedProxies, trustNoProxy } from '../platform/http/caller-address.ts'
import { documentationRoutes, probeRoutes } from '../platform/http/docs-and-probes.ts'
import { openDownloadBudget } from '../platform/http/download-budget.ts'
import { openRateLimit } from '../platform/http/rate-limit.ts'
import { createRequestLog } from '../platform/http/request-log.ts'
import { createServer, newRequestId } from '../platform/http/server.ts'
import { createSessionCookie } from '../platform/http/session-cookie.ts'
import { readWebFiles } from '../platform/http/static-files.ts'
import { fileUploadRoutes } from '../platform/objects/file-upload-routes.ts'
import { presignedUrlOrigin } from '../platform/objects/objects.ts'
import { openAttestations } from '../platform/secrets/attestations.ts'
import { findCarriedPepper } from '../platform/secrets/carried-peppers.ts'
import { openPasswords } from '../platform/secrets/passwords.ts'
import { openTokens } from '../platform/secrets/tokens.ts'
import { createTaskWaiter } from '../platform/tasks/wait-for-end.ts'
import { fileStoreSettings, objectSettings, type ProcessDependencies } from './dependencies.ts'
import { startApiHousekeeping } from './housekeeping.ts'
import { sections } from './openapi-sections.ts'

const builtPages = fileURLToPath(new URL('../../../web/dist', import.meta.url))

/** Opens the keys that sign tokens and reports, and the hashing of passwords. */
async function openSigningAndPasswords({ config, database, keyring }: ProcessDependencies) {
  const tokens = await openTokens({
    database,
    sealingKey: keyring.cellKeys('signing keys'),
    issuer: config.BASE_URL,
    environment: config.ENVIRONMENT,
    cell: config.CELL,
  })
  const attestations = openAttestations({
    database,
    sealingKey: keyring.cellKeys('attestation keys'),
    issuer: config.BASE_URL,
  })
  const passwords = openPasswords(keyring.cellKeys('password pepper'), {
    memoryKiB: config.PASSWORD_MEMORY_KIB,
    barePepper: () => keyring.cell.oldest('password pepper'),
    findCarriedPepper: (id) => findCarriedPepper(database, keyring, id),
  })
  return { tokens, attestations, passwords }
}

/** Returns undefined if requests are not logged. */
function openRequestLog({ config, database, metrics, log }: ProcessDependencies) {
  if (config.REQUEST_LOG_ROWS === 0) return undefined
  return createRequestLog({
    environment: config.ENVIRONMENT,
    metrics,
    log,
    store: (batch) => database.system((tx) => storeRequests(tx, batch, config.REQUEST_LOG_ROWS)),
    isBusy: () => database.waitingCount() > 0,
  })
}

/** Creates the API server with all routes. The server does not listen yet. */
export async function openApi(deps: ProcessDependencies, isDraining = () => false) {
  const { config, log, database, keyring, bus, metrics, emailHashes } = deps
  const environment = config.ENVIRONMENT
  const { tokens, attestations, passwords } = await openSigningAndPasswords(deps)
  const authenticate = openAuthentication({ database, bus, tokens, environment })
  const revocations = openRevocations(bus)
  const rateLimit = openRateLimit({ bus, perSecond: config.RATE_PER_SECOND, burst: config.RATE_BURST })
  const baseUrl = config.BASE_URL
  const trustProxy = parseTrustedProxies(config.TRUST_PROXY) ?? trustNoProxy
  const issuer = { environment, cell: config.CELL }
  const sessionCookie = createSessionCookie(baseUrl)

  const waiting = createTaskWaiter({ bus })
  const isHttps = baseUrl.startsWith('https:')
  const admission = openAdmission({
    log,
    metrics,
    isDraining,
    newRequestId,
    trustProxy,
    isHttps,
    maxConcurrent: config.DATABASE_CONNECTIONS,
    maxWaitMs: config.DATABASE_WAIT_MS,
    databaseLoad: () => database.connections().busy + database.waitingCount(),
  })
  metrics.gauge('payproof_http_waiting', 'Requests queued by admission control', admission.queuedCount)

  const requestLog = openRequestLog(deps)
  requireCellCertificates(config)
  const tlsFiles = cellTlsFiles(config)
  const server = createServer({
    log,
    metrics,
    database,
    keyring,
    authenticate,
    rateLimit,
    sessionCookie,
    admission,
    waiting,
    originsOf: listFrameOrigins,
    checkReplies: config.CHECK_REPLIES,
    trustProxy,
    isHttps,
    needsCellCertificates: tlsFiles !== undefined,
    isDraining,
    tracer: deps.tracer,
    requestLog,
  })
  const beforeErasing = async (tx: Tx, userId: string) => {
    await eraseUserFiles(tx, userId)
    await signOutEverywhere(tx, deps.credentialHandoff, userId)
  }
  await server.register(userRoutes, {
    environment,
    revocations,
    beforeErasing,
    ledger: deps.ledger,
    markIncomeChanged,
  })
  await server.register(configurationRoutes, { environment })
  const otherCells = openCellRequests({ cell: config.CELL, peers: config.OTHER_CELLS, tlsFiles })
  const otherKeys = openOtherCellKeys(otherCells)
  const notify: NotifyAdministrators = (tx, tenant, notice) =>
    notifyAdministrators(tx, tenant, { baseUrl }, notice)
  const access = { issuer, tokens, attestations, revocations, notify, otherKeys, baseUrl }
  await server.register(accessRoutes, access)
  await server.register(memberRoutes, {
    database,
    keyring,
    passwords,
    tokens,
    revocations,
    emailHashes,
    baseUrl,
    log,
    otherCells: openOtherCells(otherCells),
    sessionCookie,
    outbound: deps.outbound,
  })
  await server.register(authorisationRoutes)
  await server.register(providerRoutes, {
    catalogue: deps.catalogue,
    connectors: deps.connectors,
    health: deps.health,
  })
  const { connectors, credentialHandoff, health } = deps
  await server.register(recurringAccountRoutes, { clock: deps.clock })
  await server.register(accountRoutes, { connectors, credentialHandoff, health, baseUrl })
  await server.register(oauth2Routes, { database, keyring, connectors, credentialHandoff, waiting, baseUrl })
  const tracers = { payslip: tracePayslip, bank_statement: traceStatement }
  const correctors = { payslip: correctPayslip, bank_statement: correctStatement }
  await server.register(documentRoutes, {
    objects: deps.objects,
    tracers,
    correctors,
    downloads: openDownloadBudget(),
  })
  await server.register(bankStatementRoutes, { attestations })
  await server.register(payrollRoutes, { connectors, health, attestations })
  await server.register(taxIncomeRoutes, { connectors, health, credentialHandoff })
  await server.register(identityReviewRoutes)
  await server.register(matchRoutes)
  await server.register(expenditureRoutes)
  await server.register(incomeRoutes, { clock: deps.clock })
  await server.register(personRoutes, { credentialHandoff, ledger: deps.ledger, baseUrl })
  await server.register(readingRoutes)
  await server.register(reminderPageRoutes, { database, keyring })
  const sendsTexts = config.SMS_GATEWAY_URL !== undefined
  await server.register(returningRoutes, { database, keyring, tokens, sendsTexts })
  await server.register(journeyEventRoutes, { catalogue: deps.catalogue })
  await server.register(coverageRoutes, { clock: deps.clock })
  await server.register(employerMissRoutes, { catalogue: deps.catalogue })
  const { clock } = deps
  await server.register(journeyRoutes, {
    database,
    keyring,
    tokens,
    environment,
    connectors,
    clock,
    baseUrl,
    sendsTexts,
  })
  const logos = createLogoImages(deps.outbound)
  await server.register(logoRoutes, { database, catalogue: deps.catalogue, images: logos })
  await server.register(reviewRoutes)
  await server.register(reviewRuleRoutes)
  await server.register(bulkInvitationRoutes, { baseUrl })
  await server.register(reportRoutes, { attestations, environment, clock: deps.clock, logos, baseUrl })
  const files = readWebFiles(config.WEB_DIR ?? builtPages)
  await server.register(reportPageRoutes, { database, keyring, attestations, logos, baseUrl, files })
  await server.register(consoleRoutes, { environment, files, sendsTexts })
  await server.register(pageRoutes, {
    database,
    keyring,
    connectors,
    clock,
    environment,
    files,
    sendsTexts,
    storeOrigin: presignedUrlOrigin(objectSettings(config)),
  })
  await server.register(webhookRoutes, { outbound: deps.outbound, baseUrl })
  await server.register(deliveryRoutes)
  await server.register(auditLogRoutes)
  await server.register(requestLogRoutes)
  if (environment === 'sandbox') {
    const world = createSandboxClient({ url: config.SANDBOX_URL, key: config.SANDBOX_CONTROL_KEY })
    await server.register(sandboxRoutes, { world })
  }
  const fileStore = fileStoreSettings(config)
  if (fileStore) await server.register(fileUploadRoutes, fileStore)
  await server.register(activityRoutes, { connectors, health })
  const events = describeEvents({
    'user-payroll-submitted': SubmittedPayload,
    'user-bank-statement-submitted': StatementsPayload,
    'user-taxauth-data-submitted': IncomePayload,
  })
  await server.register(documentationRoutes, {
    environment,
    sections,
    events,
    files,
    baseUrl,
    securityContact: config.SECURITY_CONTACT,
  })
  await server.register(probeRoutes, {
    database,
    metrics,
    metricsToken: config.METRICS_TOKEN,
    isDraining,
  })
  await server.ready()

  const housekeeping = startApiHousekeeping(deps)
  const cellListener =
    tlsFiles &&
    openCellListener({
      api: server.server,
      peerCells: config.OTHER_CELLS.map(({ cell }) => cell),
      tlsFiles,
      log,
    })

  return {
    server,
    cellListener,
    async close() {
      housekeeping.close()
      await cellListener?.close()
      await server.close()
      await requestLog?.close()
      rateLimit.close()
      admission.close()
      await authenticate.close()
    },
  }
}

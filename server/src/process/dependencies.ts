import { createHmac, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Config } from '../config.ts'
import {
  type Catalogue,
  type CatalogueEntry,
  readCatalogue,
  readClientEntries,
} from '../connectors/catalogue.ts'
import { openClientConnectors } from '../connectors/registry.ts'
import { maxScanMs } from '../extraction/isolation/limits.ts'
import { openReader, type Reader } from '../extraction/isolation/reader.ts'
import { openModelReader } from '../extraction/model/model-reader.ts'
import { openLoginGuard } from '../features/accounts/login/guard.ts'
import { maxFileBytes } from '../features/documents/limits.ts'
import { quarantine } from '../features/documents/storage-keys.ts'
import { openProviderHealth } from '../features/providers/health.ts'
import { openRequestSlots } from '../features/providers/request-slots.ts'
import { openBus } from '../platform/bus/bus.ts'
import { completeChat } from '../platform/chat-completions/client.ts'
import { openDatabase, requireRowLevelSecurity, type Tenancy } from '../platform/database/tenancy.ts'
import { createMalwareScanner } from '../platform/malware-scan/clamd.ts'
import { openErasureLedger } from '../platform/objects/erasure-ledger.ts'
import type { FileStoreSettings } from '../platform/objects/file-store.ts'
import { type ObjectSettings, type ObjectStore, openObjectStore } from '../platform/objects/objects.ts'
import { openOutbound } from '../platform/outbound/outbound.ts'
import { openCredentialHandoff } from '../platform/secrets/credential-handoff.ts'
import { type Keyring, openKeyring } from '../platform/secrets/keyring.ts'
import { openRootKey, type RootKey } from '../platform/secrets/root-key.ts'
import { openHandover } from '../platform/tasks/dispatch/handover.ts'
import type { Log } from '../platform/telemetry/log.ts'
import { type Metrics, openMetrics } from '../platform/telemetry/metrics.ts'
import { openExporter } from '../platform/telemetry/otlp.ts'
import { openTracer } from '../platform/telemetry/tracing.ts'
import { followSandboxClock, realClock } from '../platform/time/clock.ts'

export type CoreDependencies = Awaited<ReturnType<typeof openCoreDependencies>>
export type ProcessDependencies = Awaited<ReturnType<typeof openDependencies>>

/** Opens the root key, the database and the keyring, which every role and the operator commands need. */
export async function openCoreDependencies(config: Config, onWait?: (seconds: number) => void) {
  const root = await openRootKey(config.ROOT_KEY, { token: config.VAULT_TOKEN })
  const database = openDatabase({
    url: config.DATABASE_URL,
    connections: config.DATABASE_CONNECTIONS,
    acquireTimeoutMs: config.DATABASE_WAIT_MS,
    queryTimeoutMs: config.DATABASE_QUERY_MS,
    cell: config.CELL,
    ...(onWait && { onWait }),
  })
  await requireRowLevelSecurity(database)
  const keyring = await openKeyring(root, { system: database.systemReserved })
  // Not a copy of the database: other modules recognise it by identity.
  const closeConnections = database.close
  database.close = async () => {
    keyring.close()
    await closeConnections()
  }
  return { root, database, keyring, emailHashes: createEmailHashes(keyring) }
}

/** Hashes of an e-mail address with each version of the key: the first for new rows, all of them to find a row. */
function createEmailHashes(keyring: Keyring) {
  const keys = keyring.cellKeys('member e-mail')
  return (email: string): [Buffer, ...Buffer[]] => {
    const [current, ...others] = keys()
    const hashOf = (key: Buffer) => createHmac('sha256', key).update(email.trim().toLowerCase()).digest()
    return [hashOf(current), ...others.map(hashOf)]
  }
}

/**
 * Opens everything that the roles of a process share, such as the database pool, the NATS connection and the metrics.
 */
export async function openDependencies(config: Config, log: Log, role = 'part') {
  const metrics = openMetrics()
  const core = await openCoreDependencies(config, (seconds) => metrics.databaseWait.observe(seconds))
  const { database } = core
  const tracing = openTracing(config, { metrics, log, role })
  const bus = openBus({
    url: config.NATS_URL,
    prefix: config.NATS_PREFIX,
    key: core.keyring.cellKeys('nats messages'),
    caFile: config.NATS_CA_FILE,
    log,
    onRejected: (reason) => metrics.rejectedMessages.inc({ reason }),
  })
  await bus.ready(2_000)
  const handover = openHandover({ database, bus })
  const outbound = openOutbound(outboundRules(config))
  const objects = openObjectStore(objectSettings(config), ({ operation, outcome, seconds }) =>
    metrics.objectStore.observe({ operation, outcome }, seconds),
  )
  const scanner = createMalwareScanner(config.CLAMD_URL)
  const reader = openDocumentReader(config, { metrics, log })
  observeConnections(metrics, database, bus)
  const clock = openClock(config, log)
  await clock.ready(2_000)
  const catalogue = catalogueOf(config)
  const connectors = openClientConnectors(clientEntriesOf(config))
  const health = openProviderHealth({
    database,
    bus,
    metrics,
    log,
    providers: catalogue.providers.map(({ id }) => id),
  })
  const requestSlots = openRequestSlots({ database, log })
  metrics.gauge(
    'payproof_turns_waiting',
    'Requests waiting for a request slot of a provider',
    requestSlots.waiting,
  )
  const credentialHandoff = openCredentialHandoff({ bus, key: core.keyring.cellKeys('secret desk') })
  const guard = openLoginGuard({ database, key: core.keyring.cellKeys('login attempts') })
  return {
    ...core,
    config,
    log,
    metrics,
    bus,
    outbound,
    objects,
    scanner,
    clock,
    ledger: ledgerOf(config, objects, core.root),
    catalogue,
    connectors,
    health,
    requestSlots,
    credentialHandoff,
    guard,
    reader,
    documentReader: withModel(reader, config, metrics),
    tracer: tracing?.tracer,
    async close() {
      credentialHandoff.close()
      clock.close()
      await requestSlots.close()
      await health.close()
      await outbound.close()
      reader.close()
      await objects.close()
      handover.close()
      await bus.close()
      await database.close()
      await tracing?.close()
    },
  }
}

/** Exposes the state of the database pool and of the NATS connection as metrics. */
function observeConnections(metrics: Metrics, database: Tenancy, bus: ReturnType<typeof openBus>) {
  metrics.gauge(
    'payproof_database_waiting',
    'Requests waiting for a database connection',
    database.waitingCount,
  )
  metrics.gaugeByLabel(
    'state',
    'payproof_database_connections',
    'Database connections, by state: busy, idle',
    async () => new Map(Object.entries(database.connections())),
  )
  metrics.gauge('payproof_bus_connected', '1 while NATS is connected', () => (bus.isConnected() ? 1 : 0))
  metrics.counter('payproof_bus_losses_total', 'Lost connections to NATS', bus.disconnectCount)
}

/** Follows the clock of the sandbox if configured. */
function openClock(config: Config, log: Log) {
  if (!config.SANDBOX_CLOCK) return realClock
  return followSandboxClock({
    url: `${config.SANDBOX_URL}/controls/clock`,
    key: config.SANDBOX_CONTROL_KEY,
    log,
  })
}

export const objectSettings = (config: Config): ObjectSettings => ({
  endpoint: config.S3_ENDPOINT,
  publicEndpoint: config.S3_PUBLIC_ENDPOINT,
  region: config.S3_REGION,
  bucket: config.S3_BUCKET,
  temporary: config.S3_UPLOADS_BUCKET ? { prefix: quarantine, bucket: config.S3_UPLOADS_BUCKET } : undefined,
  accessKey: config.S3_ACCESS_KEY,
  secretKey: config.S3_SECRET_KEY,
  fileStore: fileStoreSettings(config),
})

/** Returns undefined if files are in a bucket. */
export const fileStoreSettings = ({ FILE_STORE, BASE_URL }: Config): FileStoreSettings | undefined =>
  FILE_STORE ? { folder: FILE_STORE, publicUrl: BASE_URL, maxUploadBytes: maxFileBytes } : undefined

/** Returns undefined if erasures are not recorded outside the database. */
export function ledgerOf({ ERASURE_LEDGER, ENVIRONMENT }: Config, objects: ObjectStore, root: RootKey) {
  const location = ERASURE_LEDGER ?? (ENVIRONMENT === 'production' ? 's3' : 'none')
  return location === 's3' ? openErasureLedger(objects, root) : undefined
}

/** Returns undefined if no collector is configured. */
function openTracing(
  { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_HEADERS: headers, ...config }: Config,
  { metrics, log, role }: { metrics: Metrics; log: Log; role: string },
) {
  if (!endpoint) return undefined
  const exporter = openExporter({
    endpoint,
    headers,
    log,
    resource: {
      'service.name': `payproof-${role}`,
      'service.namespace': 'payproof',
      'service.instance.id': randomUUID(),
      'deployment.environment.name': config.ENVIRONMENT,
      'payproof.cell': config.CELL,
    },
    onCount: (outcome, spans) => metrics.spans.inc({ outcome }, spans),
  })
  return {
    tracer: openTracer({ sampleRatio: config.TRACE_SHARE, onEnd: exporter.add }),
    close: exporter.close,
  }
}

/**
 * Opens the document reader. Its child processes are started on demand, so that only workers that read documents have
 * any.
 */
function openDocumentReader(config: Config, { metrics, log }: { metrics: Metrics; log: Log }) {
  const reader = openReader({
    sandbox: config.READER_SANDBOX ?? (config.ENVIRONMENT === 'production' ? 'required' : 'preferred'),
    maxConcurrent: config.READER_AT_ONCE,
    niceness: config.READER_NICENESS,
    scanMs: maxScanMs,
    onReading: ({ outcome, seconds, peakBytes }) => {
      metrics.documentReads.observe({ outcome }, seconds)
      if (outcome !== 'read' && outcome !== 'rejected')
        log.warn({ outcome, seconds, peakBytes }, 'killed the child process reading a document')
    },
    onWarning: (message) => log.error(message),
  })
  metrics.gauge('payproof_readings_waiting', 'Documents waiting to be read', reader.queued)
  metrics.gauge('payproof_reader_unconfined', '1 while documents are read without a sandbox', () =>
    reader.confinement() === 'none' ? 1 : 0,
  )
  return reader
}

/** The reader for uploaded documents. If the operator runs a model, uncertain ones are sent to it. */
function withModel(
  reader: Reader,
  { READER_MODEL_URL: url, READER_MODEL_NAME: name, ...config }: Config,
  metrics: Metrics,
): Pick<Reader, 'read'> {
  if (!url || !name) return reader
  const settings = { url, model: name, key: config.READER_MODEL_KEY }
  return openModelReader(reader, {
    name,
    timeoutMs: config.READER_MODEL_SECONDS * 1_000,
    complete: (prompt, signal) => completeChat(settings, prompt, signal),
    onConsulted: ({ outcome, seconds }) => metrics.modelOpinions.observe({ outcome }, seconds),
  })
}

const outboundRules = (config: Config) => ({
  environment: config.ENVIRONMENT,
  allowLoopback: config.OUTBOUND_LOOPBACK,
  ports: config.ENVIRONMENT === 'sandbox' ? [80, ...config.OUTBOUND_PORTS] : config.OUTBOUND_PORTS,
  dnsServers: config.OUTBOUND_DNS,
  ...(config.OUTBOUND_CA_FILE && { ca: readFileSync(config.OUTBOUND_CA_FILE, 'utf8') }),
})

const sandboxCatalogue = fileURLToPath(new URL('../../catalogues/sandbox.json', import.meta.url))

const catalogueFileOf = ({ CATALOGUE, ENVIRONMENT }: Config) =>
  CATALOGUE ?? (ENVIRONMENT === 'sandbox' ? sandboxCatalogue : undefined)

function catalogueOf(config: Config): Catalogue {
  const file = catalogueFileOf(config)
  return file
    ? readCatalogue(file, { sandboxUrl: config.SANDBOX_URL })
    : { providers: [], parent_provider_meta: [], employers: [] }
}

/** The providers as each client reaches them. */
function clientEntriesOf(config: Config): (clientId: string) => readonly CatalogueEntry[] {
  const file = catalogueFileOf(config)
  const none: CatalogueEntry[] = []
  return file ? readClientEntries(file, { sandboxUrl: config.SANDBOX_URL }) : () => none
}

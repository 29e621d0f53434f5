import { z } from 'zod'
import { parseTrustedProxies } from './platform/http/caller-address.ts'

const BooleanText = z.enum(['true', 'false']).transform((text) => text === 'true')
const Integer = (min: number, max: number) => z.coerce.number().int().min(min).max(max)
const HttpUrl = z.url({ protocol: /^https?$/ })
export const PostgresUrl = z.url({ protocol: /^postgres(ql)?$/ })
const CommaSeparated = z
  .string()
  .default('')
  .transform((text) => text.split(',').filter(Boolean))

const withoutTrailingSlash = (url: string) => url.replace(/\/$/, '')

const isNatsAddressList = (text: string) =>
  text.split(',').every((address) => z.url({ protocol: /^(nats|tls)$/ }).safeParse(address).success)

// Every setting of the service. config.ts reads and checks them.
//
// docs/operations/settings.md is generated from the groups below by dev/settings-page.ts: run `npm run generate`
// after a change. In `meta`, `kind` replaces the type that the page derives from the schema, and `whenUnset`
// describes what happens if the setting is left out.

export const serviceSettings = {
  ENVIRONMENT: z
    .enum(['sandbox', 'production'])
    .default('sandbox')
    .describe(
      'Sets the API key prefix. Only the sandbox allows hourly checks, plain-HTTP webhook URLs and the other settings marked "sandbox only".',
    ),
  CELL: z
    .string()
    .regex(/^[a-z0-9]{2}$/)
    .default('a0')
    .meta({
      kind: 'two letters or digits',
      description: 'Identifies this cell in every API key, token and link.',
    }),
  OTHER_CELLS: z
    .string()
    .default('')
    .transform((text) => text.split(',').filter(Boolean).map(parsePeerCell))
    .refine(
      (peers) => peers.every(Boolean),
      'must be a comma-separated list such as b0=https://b0.example:8444',
    )
    .transform((peers) => peers.filter((peer) => peer !== undefined))
    .meta({
      kind: 'comma-separated `cell=URL`',
      whenUnset: 'this is the only cell',
      description:
        'The other cells, as `b0=https://b0.example:8444`. This cell queries them when a member who signs in is unknown here. Production needs the `CELL_TLS` settings.',
    }),
  CELL_TLS_PORT: Integer(0, 65_535).optional().meta({
    whenUnset: 'no such listener',
    description:
      'Port of a second listener of the API, for other cells and the router. Callers need a client certificate.',
  }),
  CELL_TLS_CERT_FILE: z.string().optional().meta({
    kind: 'PEM file',
    whenUnset: 'required in production if there are other cells',
    description:
      'Certificate of this cell, for server and client use, with the DNS name `<cell>.cells.payproof.internal`. A changed file is used without a restart.',
  }),
  CELL_TLS_KEY_FILE: z.string().optional().meta({
    kind: 'PEM file',
    whenUnset: 'as above',
    description: 'Private key of the certificate.',
  }),
  CELL_TLS_CA_FILE: z.string().optional().meta({
    kind: 'PEM file',
    whenUnset: 'as above',
    description:
      'The certificate authority that issues the certificates of the cells and of the router, and nothing else.',
  }),
  PLAINTEXT_HOSTS: CommaSeparated.meta({
    kind: 'comma-separated host names',
    whenUnset: 'production requires TLS, except on loopback',
    description:
      'Hosts of a private network that production may reach without verified TLS: PostgreSQL, NATS, S3, mail, ClamAV, the language model or the trace collector.',
  }),
  HOST: z
    .string()
    .default('127.0.0.1')
    .describe('Address to listen on. Workers and dispatchers serve only probes and metrics there.'),
  PORT: Integer(0, 65_535).default(8080).describe('Port to listen on.'),
  BASE_URL: HttpUrl.transform(withoutTrailingSlash).describe(
    'Public URL of the API, used in links, tokens and the documentation. HTTPS in production. A trailing slash is removed.',
  ),
  TRUST_PROXY: z
    .string()
    .default('false')
    .refine(
      (text) => parseTrustedProxies(text),
      'must be false, a number from 1 to 9, or addresses and ranges',
    )
    .meta({
      kind: '`false`, 1 to 9, or comma-separated addresses and CIDR ranges',
      description:
        'Proxies whose `X-Forwarded-For` is believed: how many are in front of the API, or their addresses. Rate limits count by the first address that is not one of them.',
    }),
  WEB_DIR: z.string().optional().meta({
    kind: 'folder',
    whenUnset: '`web/dist` of the checkout',
    description:
      'Built pages of the journey, console and documentation. Read once at start. Without them these pages return 503; the API works.',
  }),
  SECURITY_CONTACT: z
    .url({ protocol: /^(https|mailto)$/ })
    .optional()
    .meta({
      kind: '`mailto:` or `https:` URL',
      whenUnset: 'no `security.txt`',
      description: 'URL for reports of vulnerabilities, published at `/.well-known/security.txt` (RFC 9116).',
    }),
  RATE_PER_SECOND: Integer(1, 100_000)
    .default(100)
    .describe('Rate limit for each credential, in requests per second over all API processes.'),
  RATE_BURST: Integer(1, 1_000_000)
    .default(200)
    .describe('Requests that a credential may send at once before the rate limit applies.'),
  REQUEST_LOG_ROWS: Integer(0, 1_000_000)
    .default(10_000)
    .describe(
      'Requests kept for each client, for its developers; at most seven days. 0 switches the log off.',
    ),
  DRAIN_SECONDS: Integer(0, 300)
    .default(5)
    .describe(
      'How long a stopping process keeps accepting requests. While requests still arrive, it waits up to twice as long again.',
    ),
}

const databaseSettings = {
  DATABASE_URL: PostgresUrl.describe(
    'Logs in as `payproof_login`, which owns no tables. A role that can bypass row-level security is refused.',
  ),
  MIGRATION_DATABASE_URL: PostgresUrl.optional().meta({
    whenUnset: 'required by `migrate` and to move clients',
    description:
      'Logs in as the owner of the tables. Only `migrate`, `move-client` and `forget-moved-client` use it; the service itself must not have it.',
  }),
  DATABASE_CONNECTIONS: Integer(1, 200)
    .default(10)
    .describe('Connection pool size of one process, and the number of API requests it works on at once.'),
  DATABASE_WAIT_MS: Integer(10, 60_000)
    .default(250)
    .describe('How long a request waits for a free connection before it is shed with 503, in ms.'),
  DATABASE_QUERY_MS: Integer(300, 60_000)
    .default(3_000)
    .describe('Statement timeout in ms. The lock timeout is a third of it. Both return 503.'),
}

const taskSettings = {
  NATS_URL: z
    .string()
    .refine(isNatsAddressList, 'must be a comma-separated list of nats:// or tls:// addresses')
    .meta({
      kind: 'comma-separated URLs',
      description: 'The NATS server, or all nodes of a cluster. May contain a user name and password.',
    }),
  NATS_CA_FILE: z.string().optional().meta({
    kind: 'PEM file',
    whenUnset: 'the public authorities',
    description: 'Certificate authority of the NATS servers. Used if `NATS_URL` begins with `tls://`.',
  }),
  NATS_PREFIX: z
    .string()
    .regex(/^[\w-]+(\.[\w-]+)*$/)
    .default('payproof')
    .describe('Prefix of every NATS subject. Cells that share a NATS cluster need different prefixes.'),
  NATS_REPLICAS: Integer(1, 5)
    .default(1)
    .describe('Replicas of each task stream in a NATS cluster: 1, 3 or 5.'),
  LANES: z.string().default('').meta({
    kind: '`lane:name=value,…`, separated by spaces',
    whenUnset: 'the defaults in `server/src/process/lanes.ts`',
    description:
      'Overrides `concurrency`, `depth`, `perSecond` or `burst` of lanes, as `deliver:concurrency=128 extract:depth=8`. Use the same value in all processes.',
  }),
  TASKS_KEPT_DAYS: Integer(1, 365)
    .default(7)
    .describe('Retention of finished tasks, in days. Dead tasks are kept for 30 days.'),
}

const webhookSettings = {
  OUTBOUND_LOOPBACK: BooleanText.default(false).describe(
    'Sandbox only. Allows webhook URLs on the loopback interface, on any port.',
  ),
  OUTBOUND_PORTS: z
    .string()
    .regex(/^\d{1,5}(,\d{1,5})*$/)
    .default('443,8443')
    .transform((text) => text.split(',').map(Number))
    .meta({
      kind: 'comma-separated ports',
      description: 'Ports allowed in webhook URLs. The sandbox also allows 80.',
    }),
  OUTBOUND_DNS: CommaSeparated.meta({
    kind: 'comma-separated `address:port`',
    whenUnset: 'the DNS servers of the system',
    description: 'DNS servers that resolve the hosts of webhook URLs. `/etc/hosts` is not used.',
  }),
  OUTBOUND_CA_FILE: z.string().optional().meta({
    kind: 'PEM file',
    description: 'Additional certificate authorities to trust for webhook receivers.',
  }),
  WEBHOOK_SENDERS: Integer(4, 10_000)
    .default(512)
    .describe(
      'Maximum concurrent webhook requests of one process. A single client may use a quarter of them.',
    ),
  WEBHOOK_IN_FLIGHT: Integer(1, 256)
    .default(8)
    .describe(
      'Concurrent requests to one webhook at first. The number grows while the receiver answers quickly, and falls when it is overloaded.',
    ),
  WEBHOOK_MAX_IN_FLIGHT: Integer(1, 256)
    .default(64)
    .describe(
      'Maximum concurrent requests to one webhook. A webhook may use half of the requests of its client.',
    ),
}

export const providerSettings = {
  CATALOGUE: z.string().optional().meta({
    kind: 'JSON file',
    whenUnset: 'the sandbox catalogue in the sandbox; no providers in production',
    description: 'The payroll providers that people can connect, with your credentials for them.',
  }),
  CHROMIUM: z
    .string()
    .default('/usr/bin/chromium-headless-shell')
    .meta({ kind: 'program', description: 'Browser for providers that only have a website.' }),
  BROWSER_SOCKET: z.string().max(100).optional().meta({
    kind: 'path of a Unix socket',
    whenUnset: 'the worker starts a browser process itself',
    description:
      'Socket of the browser process, which runs Chromium without secrets. The role `browser` listens there; workers of `connect` and `retrieve` connect.',
  }),
  BROWSER_SANDBOX: z.enum(['required', 'preferred']).optional().meta({
    whenUnset: '`required` in production, `preferred` in the sandbox',
    description:
      '`required`: run Chromium only inside a bubblewrap sandbox without network. `preferred`: run it without one if bubblewrap does not work.',
  }),
  BROWSER_VISITS: Integer(1, 100).default(4).describe('Maximum concurrent browser visits of one worker.'),
  SANDBOX_URL: HttpUrl.default('http://127.0.0.1:8090')
    .transform(withoutTrailingSlash)
    .describe('URL of the sandbox providers. Replaces `{sandbox}` and `{client_sandbox}` in the catalogue.'),
  SANDBOX_CLOCK: BooleanText.default(false).describe(
    'Sandbox only. Payslips and recurring checks follow the clock of the sandbox, which you can advance.',
  ),
  SANDBOX_CONTROL_KEY: z
    .string()
    .optional()
    .describe('The `CONTROL_KEY` of the sandbox, if it has one. Needed to read its clock.'),
}

const keySettings = {
  ROOT_KEY: z.string().meta({
    kind: 'key location',
    description:
      'Wraps the keys of all clients: `file:///path`, `aws-kms://region/key` or `vault://host:port/mount/key`.',
  }),
  VAULT_TOKEN: z.string().optional().meta({
    whenUnset: 'required for a root key in Vault',
    description: 'Needs `update` on `encrypt/<key>`, `decrypt/<key>` and, to rotate, `keys/<key>/rotate`.',
  }),
  PASSWORD_MEMORY_KIB: Integer(1_024, 1_048_576)
    .default(65_536)
    .describe(
      'Argon2id memory for one password hash, in KiB. At least 19456 in production. Existing hashes keep their own cost.',
    ),
}

const storeSettings = {
  S3_ENDPOINT: HttpUrl.optional().meta({
    whenUnset: 'AWS S3 in the region',
    description: 'S3-compatible object store, as the processes reach it.',
  }),
  S3_PUBLIC_ENDPOINT: HttpUrl.optional().meta({
    whenUnset: '`S3_ENDPOINT`',
    description: 'The same store as browsers reach it, HTTPS in production. Presigned upload URLs use it.',
  }),
  S3_REGION: z.string().default('us-east-1').describe('Region of the buckets.'),
  S3_BUCKET: z
    .string()
    .default('payproof')
    .describe('Bucket for documents. Cells that share a store need different buckets.'),
  S3_UPLOADS_BUCKET: z.string().optional().meta({
    whenUnset: '`S3_BUCKET`, without object versions',
    description: 'Separate bucket for files not scanned yet. With it, `S3_BUCKET` keeps object versions.',
  }),
  S3_ACCESS_KEY: z.string().optional().meta({
    whenUnset: 'the credential chain of the AWS SDK',
    description: 'Access key. It must be able to read, write, delete and list objects and their versions.',
  }),
  S3_SECRET_KEY: z.string().optional().meta({
    whenUnset: 'the credential chain of the AWS SDK',
    description: 'Secret of the access key.',
  }),
  AUDIT_HEADS_BUCKET: z.string().optional().meta({
    whenUnset: 'heads are not exported',
    description:
      'Bucket with object lock, to which a dispatcher exports signed heads of the audit chains every minute. `prepare-bucket` creates it.',
  }),
  AUDIT_HEADS_DAYS: Integer(1, 36_500)
    .default(400)
    .describe('How long exported heads are locked, in days. They cannot be deleted earlier.'),
  FILE_STORE: z.string().min(1).optional().meta({
    kind: 'folder',
    whenUnset: 'files are in the bucket',
    description:
      'Sandbox only. Keeps files in this folder instead of a bucket, to try the service without an S3 store.',
  }),
  ERASURE_LEDGER: z.enum(['s3', 'none']).optional().meta({
    whenUnset: '`s3` in production, `none` in the sandbox',
    description:
      'Records erasures in the bucket, outside the database, so that a restored backup does not bring erased users back.',
  }),
}

const documentSettings = {
  CLAMD_URL: z.url({ protocol: /^tcp$/ }).optional().meta({
    whenUnset: 'files are not scanned',
    description: 'ClamAV daemon that scans every uploaded file, as `tcp://127.0.0.1:3310`.',
  }),
  READER_SANDBOX: z.enum(['required', 'preferred']).optional().meta({
    whenUnset: '`required` in production, `preferred` in the sandbox',
    description:
      '`required`: read documents only inside a bubblewrap sandbox. `preferred`: log an error and read without one if bubblewrap does not work.',
  }),
  READER_AT_ONCE: Integer(1, 64)
    .default(2)
    .describe('Documents that one worker reads at once, each in a process of up to 1 GiB.'),
  READER_CLIENT_SECONDS: Integer(60, 10_000_000)
    .default(3_600)
    .describe(
      'Time of document readers for one client in an hour, in seconds over all workers. Further documents are read in the next hour. One user has 600 s.',
    ),
  READER_NICENESS: Integer(0, 19)
    .default(5)
    .describe(
      'Nice value of the reader processes. With 5, an API on the same machine stays fast; use 0 where nothing else runs.',
    ),
  READER_WARM: BooleanText.default(true).describe(
    'Starts a reader process (130 MiB) with the worker, so that the first document is read about a second sooner.',
  ),
  READER_MODEL_URL: HttpUrl.transform(withoutTrailingSlash).optional().meta({
    whenUnset: 'no model is used',
    description:
      'Base URL of a language model that you run, with the OpenAI chat completions protocol: `http://127.0.0.1:11434/v1`. It gets the words of documents whose figures are not certain.',
  }),
  READER_MODEL_NAME: z.string().min(1).max(100).optional().meta({
    whenUnset: 'required with `READER_MODEL_URL`',
    description: 'Name of the model, as its server knows it. Recorded in the provenance of values.',
  }),
  READER_MODEL_KEY: z.string().min(1).optional().meta({
    whenUnset: 'requests have no Authorization header',
    description: 'Bearer token for the server of the model. Only workers of the lane `extract` need it.',
  }),
  READER_MODEL_SECONDS: Integer(1, 120)
    .default(30)
    .describe(
      'How long a document waits for the model, in seconds. Without a reply, the reading of the document reader is used.',
    ),
}

const mailSettings = {
  SMTP_URL: z
    .url({ protocol: /^smtps?$/ })
    .optional()
    .meta({
      whenUnset: 'required by workers of the lane `mail`',
      description:
        'Mail server, as `smtps://user:password@mail.example:465`. Only workers of the lane `mail` use it.',
    }),
  SMS_GATEWAY_URL: HttpUrl.optional().meta({
    whenUnset: 'no text messages',
    description:
      'HTTP gateway for text messages to applicants. Set it for the API, which then offers them, and for workers of the lane `mail`, which send them.',
  }),
  SMS_GATEWAY_TOKEN: z.string().min(1).optional().meta({
    whenUnset: 'requests have no Authorization header',
    description: 'Bearer token for the gateway. Only workers of the lane `mail` need it.',
  }),
  MAIL_FROM: z.string().default('Payproof <no-reply@payproof.example>').describe('Sender of all emails.'),
}

export const telemetrySettings = {
  METRICS_TOKEN: z.string().min(16).optional().meta({
    kind: 'text of at least 16 characters',
    whenUnset: 'required in production; in the sandbox `/metrics` is public',
    description: 'Bearer token that Prometheus must send to `/metrics`.',
  }),
  METRICS_WEBHOOKS: BooleanText.default(false).describe(
    'Adds metrics for the fifty webhooks with the oldest pending delivery, labelled by webhook id.',
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: HttpUrl.optional().meta({
    whenUnset: 'tracing is off',
    description: 'Trace collector (OTLP over HTTP, JSON), as `http://127.0.0.1:4318`.',
  }),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .default('')
    .transform((text) => parseHeaderList(text))
    .meta({
      kind: 'comma-separated `name=value`',
      description: 'Headers sent to the collector, as `authorization=Bearer%20abc,x-scope=payproof`.',
    }),
  TRACE_SHARE: z.coerce
    .number()
    .min(0)
    .max(1)
    .default(1)
    .describe('Share of traces that are recorded. Log lines have a `trace_id` in any case.'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'])
    .default('info')
    .describe('Log level. `info` writes one JSON line for each request, without personal data.'),
  CHECK_REPLIES: BooleanText.default(false).describe(
    'Validates every response against its schema. For development and tests, because it costs time.',
  ),
}

/** All settings in the order of the settings page. */
export const settingGroups: { title: string; settings: Record<string, z.ZodType> }[] = [
  { title: 'Service', settings: serviceSettings },
  { title: 'Database', settings: databaseSettings },
  { title: 'NATS and tasks', settings: taskSettings },
  { title: 'Webhooks', settings: webhookSettings },
  { title: 'Providers and sandbox', settings: providerSettings },
  { title: 'Keys and passwords', settings: keySettings },
  { title: 'Object store', settings: storeSettings },
  { title: 'Documents', settings: documentSettings },
  { title: 'Email and text messages', settings: mailSettings },
  { title: 'Logs, metrics and traces', settings: telemetrySettings },
]

/** The schema of all settings. */
export const Settings = z.object({
  ...serviceSettings,
  ...databaseSettings,
  ...taskSettings,
  ...webhookSettings,
  ...providerSettings,
  ...keySettings,
  ...storeSettings,
  ...documentSettings,
  ...mailSettings,
  ...telemetrySettings,
})

/** Undefined unless the text is the name of a cell and its base URL: `b0=https://b0.example`. */
function parsePeerCell(text: string) {
  const [, cell = '', address = ''] = /^([a-z0-9]{2})=(.+)$/.exec(text) ?? []
  const url = HttpUrl.safeParse(address)
  return url.success ? { cell, url: withoutTrailingSlash(url.data) } : undefined
}

function parseHeaderList(text: string) {
  const pairs = text.split(',').filter((pair) => pair.includes('='))
  return Object.fromEntries(
    pairs.map((pair) => {
      const [name = '', value = ''] = pair.split(/=(.*)/s)
      return [name.trim(), decodeIfEncoded(value.trim())]
    }),
  )
}

function decodeIfEncoded(value: string) {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

import { readFileSync } from 'node:fs'
import { z } from 'zod'

const BooleanText = z.enum(['true', 'false']).transform((text) => text === 'true')
const Integer = (min: number, max: number) => z.coerce.number().int().min(min).max(max)

const isNatsAddressList = (text: string) =>
  text.split(',').every((address) => z.url({ protocol: /^(nats|tls)$/ }).safeParse(address).success)

// docs/operations.md describes the same settings for operators.
const Settings = z.object({
  /** Decides the API key prefix and whether HOURLY checks and plain-http webhook URLs are allowed; nothing else differs. */
  ENVIRONMENT: z.enum(['sandbox', 'production']).default('sandbox'),
  /** Two letters or digits that identify this cell in every API key. */
  CELL: z
    .string()
    .regex(/^[a-z0-9]{2}$/)
    .default('a0'),
  /** Base URLs of the other cells, as `http://10.0.1.2:8000,http://10.0.2.2:8000`; queried for members unknown to this cell. */
  OTHER_CELLS: z
    .string()
    .default('')
    .transform((text) => text.split(',').filter(Boolean)),
  HOST: z.string().default('127.0.0.1'),
  PORT: Integer(0, 65_535).default(8080),
  /** Public URL of the API, used in links, tokens and the documentation. A trailing slash is removed. */
  BASE_URL: z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/$/, '')),
  /** Must log in as payproof_login, which owns no tables. */
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  /** Connects as the owner of the tables; only `migrate` needs it. */
  MIGRATION_DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATABASE_CONNECTIONS: Integer(1, 200).default(10),
  /** How long a request waits for a free connection before it is shed with 503. */
  DATABASE_WAIT_MS: Integer(10, 60_000).default(250),
  /** Statement timeout; the lock timeout is a third of it. */
  DATABASE_QUERY_MS: Integer(300, 60_000).default(3_000),
  /** Address of the NATS server, or a comma-separated list of all nodes. */
  NATS_URL: z
    .string()
    .refine(isNatsAddressList, 'must be a comma-separated list of nats:// or tls:// addresses'),
  /** Prefix of every NATS subject; must be unique per cell if cells share a NATS cluster. */
  NATS_PREFIX: z
    .string()
    .regex(/^[\w-]+(\.[\w-]+)*$/)
    .default('payproof'),
  /** Replicas of each task stream in a NATS cluster: 1, 3 or 5. */
  NATS_REPLICAS: Integer(1, 5).default(1),
  /** Overrides of the default lane settings, as `deliver:concurrency=128,perSecond=500 extract:concurrency=4`. */
  LANES: z.string().default(''),
  /** Retention of ended tasks, in days. */
  TASKS_KEPT_DAYS: Integer(1, 365).default(7),
  /** Sandbox only: allows webhook URLs on the loopback interface, on any port. */
  OUTBOUND_LOOPBACK: BooleanText.default(false),
  /** Ports allowed in webhook URLs; the sandbox also allows 80. */
  OUTBOUND_PORTS: z
    .string()
    .regex(/^\d{1,5}(,\d{1,5})*$/)
    .default('443,8443')
    .transform((text) => text.split(',').map(Number)),
  /** DNS servers that resolve webhook hosts, as `10.0.0.2:53,10.0.0.3:53`; default: the system's. */
  OUTBOUND_DNS: z
    .string()
    .default('')
    .transform((text) => text.split(',').filter(Boolean)),
  /** PEM file with additional certificate authorities to trust for webhook receivers. */
  OUTBOUND_CA_FILE: z.string().optional(),
  /** Maximum concurrent webhook requests per process; a single client may use a quarter of them. */
  WEBHOOK_SENDERS: Integer(4, 10_000).default(256),
  /** Maximum concurrent requests to one webhook. */
  WEBHOOK_IN_FLIGHT: Integer(1, 256).default(8),
  /** File that lists the payroll providers; default in the sandbox: catalogues/sandbox.json. */
  CATALOGUE: z.string().optional(),
  /** URL of the sandbox providers; replaces `{sandbox}` in the catalogue. */
  SANDBOX_URL: z
    .url({ protocol: /^https?$/ })
    .default('http://127.0.0.1:8090')
    .transform((url) => url.replace(/\/$/, '')),
  /** Sandbox only: recurring checks follow the sandbox clock, which can be advanced. */
  SANDBOX_CLOCK: BooleanText.default(false),
  /** CONTROL_KEY of the sandbox, if set; needed to read its clock. */
  SANDBOX_CONTROL_KEY: z.string().optional(),
  /** Browser for providers that only have a website, and the maximum number of concurrent visits. */
  CHROMIUM: z.string().default('/usr/bin/chromium-headless-shell'),
  BROWSER_VISITS: Integer(1, 100).default(4),
  /** file:///path, aws-kms://region/key or vault://host:port/mount/key. */
  ROOT_KEY: z.string(),
  /** Vault token; required for a root key in Vault. */
  VAULT_TOKEN: z.string().optional(),
  /** S3-compatible object store; default: AWS S3 in the region. */
  S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  /** Endpoint for presigned upload URLs, as browsers reach it; default: S3_ENDPOINT. */
  S3_PUBLIC_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_BUCKET: z.string().default('payproof'),
  /** Separate bucket for files not scanned yet; with it, S3_BUCKET keeps object versions. */
  S3_UPLOADS_BUCKET: z.string().optional(),
  /** Object store credentials; default: the AWS SDK's credential chain. */
  S3_ACCESS_KEY: z.string().optional(),
  S3_SECRET_KEY: z.string().optional(),
  /** Ledger of erasures outside the database: in the bucket, or none. Default: s3 in production, else none. */
  ERASURE_LEDGER: z.enum(['s3', 'none']).optional(),
  /** ClamAV daemon that scans every uploaded file, as `tcp://127.0.0.1:3310`; default: no scanning. */
  CLAMD_URL: z.url({ protocol: /^tcp$/ }).optional(),
  /** required: read documents only inside a bubblewrap sandbox; preferred: read without one where bubblewrap does not work. */
  READER_SANDBOX: z.enum(['required', 'preferred']).optional(),
  /** Documents read concurrently by one worker, each in a process of up to 1 GiB. */
  READER_AT_ONCE: Integer(1, 64).default(2),
  /** Starts a reader process (130 MiB) with the worker, so that the first document does not wait a second for it. */
  READER_WARM: BooleanText.default(true),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }),
  MAIL_FROM: z.string().default('Payproof <no-reply@payproof.example>'),
  /** Argon2id memory cost per password hash. At least 19456 in production. */
  PASSWORD_MEMORY_KIB: Integer(1_024, 1_048_576).default(65_536),
  /** Folder with the built pages of journey, console and documentation; default: web/dist of this checkout. */
  WEB_DIR: z.string().optional(),
  /** Rate limit per credential across all API processes: requests per second and burst. */
  RATE_PER_SECOND: Integer(1, 100_000).default(100),
  RATE_BURST: Integer(1, 1_000_000).default(200),
  /** Bearer token that Prometheus must send; /metrics is public without it. */
  METRICS_TOKEN: z.string().min(16).optional(),
  /** Adds metrics, labelled by webhook id, for the fifty webhooks that lag most. */
  METRICS_WEBHOOKS: BooleanText.default(false),
  /** OTLP/HTTP (JSON) trace collector, such as `http://127.0.0.1:4318`. If unset, tracing is off. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  /** Headers sent to the collector, as `authorization=Bearer%20abc,x-scope=payproof`. */
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .default('')
    .transform((text) => parseHeaderList(text)),
  /** Sampling ratio of traces, from 0 to 1. */
  TRACE_SHARE: z.coerce.number().min(0).max(1).default(1),
  /** Trust X-Forwarded-For; only behind a proxy that sets it. */
  TRUST_PROXY: BooleanText.default(false),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
  /** Validates every reply against its schema; for development and tests, because it costs time. */
  CHECK_REPLIES: BooleanText.default(false),
  /** How long a stopping process keeps accepting requests, to give the load balancer time to notice. */
  DRAIN_SECONDS: Integer(0, 300).default(5),
})

/** Supports NAME_FILE for every setting, because a mounted secret is less exposed than an environment variable. */
function readSettingsFromFiles(environment: NodeJS.ProcessEnv) {
  const names = Object.keys(Settings.shape).filter((name) => environment[`${name}_FILE`] !== undefined)
  return Object.fromEntries(
    names.map((name) => {
      if (environment[name] !== undefined) throw new Error(`Both ${name} and ${name}_FILE are set`)
      const path = environment[`${name}_FILE`] ?? ''
      try {
        return [name, readFileSync(path, 'utf8').trimEnd()]
      } catch (cause) {
        throw new Error(`${name}_FILE names a file that cannot be read: ${path}`, { cause })
      }
    }),
  )
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

export type Config = z.output<typeof Settings>

/** Reads and validates the environment, and reports all problems at once. */
// biome-ignore lint/style/noProcessEnv: the only reader of process.env.
export function readConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  const parsed = Settings.safeParse({ ...environment, ...readSettingsFromFiles(environment) })
  if (!parsed.success) {
    const problems = parsed.error.issues.map(({ path, message }) => `  ${path.join('.')}: ${message}`)
    throw new Error(`The configuration is incomplete:\n${problems.join('\n')}`)
  }
  if (parsed.data.ENVIRONMENT === 'production' && !parsed.data.METRICS_TOKEN) {
    throw new Error('The configuration is incomplete:\n  METRICS_TOKEN: is required in production')
  }
  if (parsed.data.ENVIRONMENT === 'production' && parsed.data.OUTBOUND_LOOPBACK) {
    throw new Error('The configuration is unsafe:\n  OUTBOUND_LOOPBACK: is allowed in the sandbox only')
  }
  if (parsed.data.ENVIRONMENT === 'production' && parsed.data.SANDBOX_CLOCK) {
    throw new Error('The configuration is unsafe:\n  SANDBOX_CLOCK: is allowed in the sandbox only')
  }
  if (parsed.data.ENVIRONMENT === 'production' && parsed.data.PASSWORD_MEMORY_KIB < 19_456) {
    throw new Error('The configuration is unsafe:\n  PASSWORD_MEMORY_KIB: at least 19456 in production')
  }
  return Object.freeze(parsed.data)
}

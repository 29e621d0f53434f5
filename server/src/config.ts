import { readFileSync } from 'node:fs'
import { z } from 'zod'

const Flag = z.enum(['true', 'false']).transform((text) => text === 'true')
const Whole = (min: number, max: number) => z.coerce.number().int().min(min).max(max)

const areNatsAddresses = (text: string) =>
  text.split(',').every((address) => z.url({ protocol: /^(nats|tls)$/ }).safeParse(address).success)

// One line per setting, with the sentence that docs/operations.md repeats.
const Settings = z.object({
  /** Decides key prefix, HOURLY checks and http receivers; nothing else differs. */
  ENVIRONMENT: z.enum(['sandbox', 'production']).default('sandbox'),
  /** Two letters or digits that name this cell in every API key. */
  CELL: z
    .string()
    .regex(/^[a-z0-9]{2}$/)
    .default('a0'),
  /** Where the other cells are, as `http://10.0.1.2:8000,http://10.0.2.2:8000`: they are asked about members who are not ours. */
  OTHER_CELLS: z
    .string()
    .default('')
    .transform((text) => text.split(',').filter(Boolean)),
  HOST: z.string().default('127.0.0.1'),
  PORT: Whole(0, 65_535).default(8080),
  /** What callers see: in links, tokens and the documentation. No slash at the end. */
  BASE_URL: z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/$/, '')),
  /** Logs in as payproof_login, which owns nothing. */
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  /** The owner of the tables; needed by `migrate` only. */
  MIGRATION_DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATABASE_CONNECTIONS: Whole(1, 200).default(10),
  /** How long a request waits for a free connection before it answers 503. */
  DATABASE_WAIT_MS: Whole(10, 60_000).default(250),
  /** How long one statement may take; a third of it for a lock. */
  DATABASE_QUERY_MS: Whole(300, 60_000).default(3_000),
  /** One address, or those of all nodes with commas between them. */
  NATS_URL: z
    .string()
    .refine(areNatsAddresses, 'must be nats:// or tls:// addresses, with commas between them'),
  /** The start of every subject; cells that share a NATS must differ in it. */
  NATS_PREFIX: z
    .string()
    .regex(/^[\w-]+(\.[\w-]+)*$/)
    .default('payproof'),
  /** Copies of each task lane in a NATS cluster: 1, 3 or 5. */
  NATS_REPLICAS: Whole(1, 5).default(1),
  /** Figures of task lanes other than the usual, as `deliver:concurrency=128,perSecond=500 extract:concurrency=4`. */
  LANES: z.string().default(''),
  /** How many days ended tasks stay to be looked at. */
  TASKS_KEPT_DAYS: Whole(1, 365).default(7),
  /** Sandbox only: webhooks may be sent to this machine, on any port. */
  OUTBOUND_LOOPBACK: Flag.default(false),
  /** Ports that a webhook's URL may name; in the sandbox 80 too. */
  OUTBOUND_PORTS: z
    .string()
    .regex(/^\d{1,5}(,\d{1,5})*$/)
    .default('443,8443')
    .transform((text) => text.split(',').map(Number)),
  /** DNS servers to ask about receivers, as `10.0.0.2:53,10.0.0.3:53`; the system's if left out. */
  OUTBOUND_DNS: z
    .string()
    .default('')
    .transform((text) => text.split(',').filter(Boolean)),
  /** A file with certificates that receivers may have besides the public ones. */
  OUTBOUND_CA_FILE: z.string().optional(),
  /** Webhook requests under way in one process; one client has a quarter of them at most. */
  WEBHOOK_SENDERS: Whole(4, 10_000).default(256),
  /** Webhook requests under way to one webhook. */
  WEBHOOK_IN_FLIGHT: Whole(1, 256).default(8),
  /** The file that lists the payroll providers; in the sandbox the one that comes with the service, if left out. */
  CATALOGUE: z.string().optional(),
  /** Where the sandbox world is: `{sandbox}` in a catalogue. */
  SANDBOX_URL: z
    .url({ protocol: /^https?$/ })
    .default('http://127.0.0.1:8090')
    .transform((url) => url.replace(/\/$/, '')),
  /** Sandbox only: recurring checks go by the clock of the sandbox world, which can be moved. */
  SANDBOX_CLOCK: Flag.default(false),
  /** The CONTROL_KEY of that sandbox, if it has one: its clock asks for it. */
  SANDBOX_CONTROL_KEY: z.string().optional(),
  /** The browser for providers that have nothing but a website, and how many of its pages may be open at once. */
  CHROMIUM: z.string().default('/usr/bin/chromium-headless-shell'),
  BROWSER_VISITS: Whole(1, 100).default(4),
  /** file:///path, aws-kms://region/key or vault://host:port/mount/key. */
  ROOT_KEY: z.string(),
  /** The token for a root key in Vault. */
  VAULT_TOKEN: z.string().optional(),
  /** Where files are kept; AWS's own store of the region, if left out. */
  S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  /** The same store as those who upload files see it; S3_ENDPOINT, if left out. */
  S3_PUBLIC_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_BUCKET: z.string().default('payproof'),
  /** A bucket of its own for files that were not looked at yet; with it S3_BUCKET keeps versions. */
  S3_UPLOADS_BUCKET: z.string().optional(),
  /** Its keys; where the AWS SDK usually looks for them, if left out. */
  S3_ACCESS_KEY: z.string().optional(),
  S3_SECRET_KEY: z.string().optional(),
  /** Where erasures are noted outside of the database: the bucket, or nowhere. In production s3, if left out; else none. */
  ERASURE_LEDGER: z.enum(['s3', 'none']).optional(),
  /** The malware scanner that looks at every file, as `tcp://127.0.0.1:3310`; none, if left out. */
  CLAMD_URL: z.url({ protocol: /^tcp$/ }).optional(),
  /** required: documents are read in a sandbox (bubblewrap) or not at all; preferred: without one where it cannot work. */
  READER_SANDBOX: z.enum(['required', 'preferred']).optional(),
  /** Documents that one worker reads at once, each in a process of up to 1 GiB. */
  READER_AT_ONCE: Whole(1, 64).default(2),
  /** Starts a reader process (130 MiB) with the worker instead of with the first document, which then waits a second less. */
  READER_WARM: Flag.default(true),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }),
  MAIL_FROM: z.string().default('Payproof <no-reply@payproof.example>'),
  /** Memory for the hash of one password: what makes guessing dear. At least 19456 in production. */
  PASSWORD_MEMORY_KIB: Whole(1_024, 1_048_576).default(65_536),
  /** Where `npm run build` left the pages of journey, console and documentation; web/dist of this checkout, if left out. */
  WEB_DIR: z.string().optional(),
  /** Requests per second and burst for one credential, over all API processes. */
  RATE_PER_SECOND: Whole(1, 100_000).default(100),
  RATE_BURST: Whole(1, 1_000_000).default(200),
  /** Prometheus must send it as a bearer token; without it /metrics is open. */
  METRICS_TOKEN: z.string().min(16).optional(),
  /** Adds the figures of the fifty webhooks that lag most, by webhook id. */
  METRICS_WEBHOOKS: Flag.default(false),
  /** Where traces are sent (OTLP over HTTP, as JSON), as `http://127.0.0.1:4318`; none are made, if left out. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  /** What the collector wants to be told with them, as `authorization=Bearer%20abc,x-scope=payproof`. */
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .default('')
    .transform((text) => readPairs(text)),
  /** How many of all traces are recorded, from 0 to 1. */
  TRACE_SHARE: z.coerce.number().min(0).max(1).default(1),
  /** Behind a proxy that sets X-Forwarded-For. */
  TRUST_PROXY: Flag.default(false),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
  /** Holds every reply against its schema; costs time, so off unless asked for. */
  CHECK_REPLIES: Flag.default(false),
  /** How long a stopping process still accepts requests, so that the load balancer notices first. */
  DRAIN_SECONDS: Whole(0, 300).default(5),
})

/** Every setting may stand in a file that NAME_FILE names: an environment is seen by more eyes than a mounted secret. */
function readFiles(environment: NodeJS.ProcessEnv) {
  const given = Object.keys(Settings.shape).filter((name) => environment[`${name}_FILE`] !== undefined)
  return Object.fromEntries(
    given.map((name) => {
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

// A value that cannot be decoded is taken as it stands.
function readPairs(text: string) {
  const pairs = text.split(',').filter((pair) => pair.includes('='))
  return Object.fromEntries(
    pairs.map((pair) => {
      const [name = '', value = ''] = pair.split(/=(.*)/s)
      return [name.trim(), decode(value.trim())]
    }),
  )
}

function decode(value: string) {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

export type Config = z.output<typeof Settings>

/** The environment, checked once, all faults named at once. The only reader of process.env. */
// biome-ignore lint/style/noProcessEnv: this is the one place.
export function readConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  const parsed = Settings.safeParse({ ...environment, ...readFiles(environment) })
  if (!parsed.success) {
    const faults = parsed.error.issues.map(({ path, message }) => `  ${path.join('.')}: ${message}`)
    throw new Error(`The configuration is not complete:\n${faults.join('\n')}`)
  }
  if (parsed.data.ENVIRONMENT === 'production' && !parsed.data.METRICS_TOKEN) {
    throw new Error('The configuration is not complete:\n  METRICS_TOKEN: is required in production')
  }
  if (parsed.data.ENVIRONMENT === 'production' && parsed.data.OUTBOUND_LOOPBACK) {
    throw new Error('The configuration is not safe:\n  OUTBOUND_LOOPBACK: is for the sandbox only')
  }
  if (parsed.data.ENVIRONMENT === 'production' && parsed.data.SANDBOX_CLOCK) {
    throw new Error('The configuration is not safe:\n  SANDBOX_CLOCK: is for the sandbox only')
  }
  if (parsed.data.ENVIRONMENT === 'production' && parsed.data.PASSWORD_MEMORY_KIB < 19_456) {
    throw new Error('The configuration is not safe:\n  PASSWORD_MEMORY_KIB: at least 19456 in production')
  }
  return Object.freeze(parsed.data)
}

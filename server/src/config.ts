import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { type ConnectionSettings, unprotectedConnections } from './connection-security.ts'
import { PostgresUrl, providerSettings, Settings, serviceSettings, telemetrySettings } from './settings.ts'

// Reads the settings of settings.ts from the environment, and refuses contradictory and unsafe ones.

export const settingNames = Object.keys(Settings.shape)

/**
 * Reads settings from files. Every setting can be given as NAME_FILE, because a mounted secret is less exposed than
 * an environment variable.
 */
function readSettingsFromFiles(environment: NodeJS.ProcessEnv, among = settingNames) {
  const names = among.filter((name) => environment[`${name}_FILE`] !== undefined)
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

export type Config = z.output<typeof Settings>

/** The settings of the role `browser`, which must have no others. Its sandbox is required unless set otherwise. */
const BrowserSettings = z.object({
  BROWSER_SOCKET: z.string().max(100),
  BROWSER_SANDBOX: z.enum(['required', 'preferred']).default('required'),
  CHROMIUM: providerSettings.CHROMIUM,
  LOG_LEVEL: telemetrySettings.LOG_LEVEL,
})

export type BrowserConfig = { settings: z.output<typeof BrowserSettings>; environment: NodeJS.ProcessEnv }

/** Reads the settings of the role `browser`, together with the environment, which is checked for secrets. */
// biome-ignore lint/style/noProcessEnv: as in readConfig.
export function readBrowserConfig(environment: NodeJS.ProcessEnv = process.env): BrowserConfig {
  const parsed = BrowserSettings.safeParse(environment)
  if (!parsed.success) throw new Error(describeIssues(parsed.error))
  return { settings: parsed.data, environment }
}

/** The settings of the role `migrate`, which needs no other secret than the login of the table owner. */
const MigrationSettings = z.object({
  ENVIRONMENT: serviceSettings.ENVIRONMENT,
  PLAINTEXT_HOSTS: serviceSettings.PLAINTEXT_HOSTS,
  MIGRATION_DATABASE_URL: PostgresUrl,
})

// biome-ignore lint/style/noProcessEnv: as in readConfig.
export function readMigrationConfig(environment: NodeJS.ProcessEnv = process.env) {
  const files = readSettingsFromFiles(environment, Object.keys(MigrationSettings.shape))
  const parsed = MigrationSettings.safeParse({ ...environment, ...files })
  if (!parsed.success) throw new Error(describeIssues(parsed.error))
  if (parsed.data.ENVIRONMENT === 'production') requireProtected(parsed.data)
  return parsed.data
}

const DoctorSettings = z.object({
  PROVIDER_CLIENT_ID: z.string().min(1),
  PROVIDER_CLIENT_SECRET: z.string().min(1),
})

/** Credentials at a provider's test environment, for `connector doctor`. */
// biome-ignore lint/style/noProcessEnv: as in readConfig.
export function readDoctorConfig(environment: NodeJS.ProcessEnv = process.env) {
  const files = readSettingsFromFiles(environment, Object.keys(DoctorSettings.shape))
  const parsed = DoctorSettings.safeParse({ ...environment, ...files })
  if (!parsed.success) throw new Error(describeIssues(parsed.error))
  return parsed.data
}

function describeIssues({ issues }: z.ZodError): string {
  const problems = issues.map(({ path, message }) => `  ${path.join('.')}: ${message}`)
  return `The configuration is incomplete:\n${problems.join('\n')}`
}

/** The Compose files pass these as empty text if the operator has no gateway or model. */
const unsetIfEmpty: readonly string[] = [
  'SMS_GATEWAY_URL',
  'SMS_GATEWAY_TOKEN',
  'READER_MODEL_URL',
  'READER_MODEL_NAME',
  'READER_MODEL_KEY',
]

const dropEmpty = (values: NodeJS.ProcessEnv) =>
  Object.fromEntries(
    Object.entries(values).filter(([name, value]) => value !== '' || !unsetIfEmpty.includes(name)),
  )

/** Reads and validates the environment, and reports all problems at once. */
// biome-ignore lint/style/noProcessEnv: the only reader of process.env.
export function readConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  const parsed = Settings.safeParse(dropEmpty({ ...environment, ...readSettingsFromFiles(environment) }))
  if (!parsed.success) throw new Error(describeIssues(parsed.error))
  if (parsed.data.ENVIRONMENT === 'production' && !parsed.data.METRICS_TOKEN) {
    throw new Error('The configuration is incomplete:\n  METRICS_TOKEN: is required in production')
  }
  if (parsed.data.ENVIRONMENT === 'production' && parsed.data.OUTBOUND_LOOPBACK) {
    throw new Error('The configuration is unsafe:\n  OUTBOUND_LOOPBACK: is allowed in the sandbox only')
  }
  if (parsed.data.ENVIRONMENT === 'production' && parsed.data.SANDBOX_CLOCK) {
    throw new Error('The configuration is unsafe:\n  SANDBOX_CLOCK: is allowed in the sandbox only')
  }
  if (parsed.data.ENVIRONMENT === 'production' && parsed.data.FILE_STORE) {
    throw new Error(
      'The configuration is unsafe:\n  FILE_STORE: is allowed in the sandbox only, because restoring the disk would also restore the erasure ledger. Use an S3 bucket',
    )
  }
  if ((parsed.data.READER_MODEL_URL === undefined) !== (parsed.data.READER_MODEL_NAME === undefined)) {
    throw new Error(
      'The configuration is incomplete:\n  READER_MODEL_URL and READER_MODEL_NAME: set both of them or none',
    )
  }
  if (parsed.data.FILE_STORE && parsed.data.S3_ENDPOINT) {
    throw new Error('The configuration is contradictory:\n  FILE_STORE and S3_ENDPOINT: set one of them')
  }
  if (parsed.data.FILE_STORE && parsed.data.AUDIT_HEADS_BUCKET) {
    throw new Error(
      'The configuration is contradictory:\n  AUDIT_HEADS_BUCKET: needs a bucket, not FILE_STORE',
    )
  }
  if (parsed.data.ENVIRONMENT === 'production' && parsed.data.PASSWORD_MEMORY_KIB < 19_456) {
    throw new Error('The configuration is unsafe:\n  PASSWORD_MEMORY_KIB: at least 19456 in production')
  }
  requireProtectedConnections(parsed.data)
  return Object.freeze(parsed.data)
}

function requireProtectedConnections(config: Config) {
  if ((config.CELL_TLS_PORT === undefined) !== (cellTlsFiles(config) === undefined))
    throw new Error(
      'The configuration is incomplete:\n  CELL_TLS_PORT, CELL_TLS_CERT_FILE, CELL_TLS_KEY_FILE and CELL_TLS_CA_FILE: set all of them or none',
    )
  if (config.ENVIRONMENT === 'production') requireProtected(config)
}

function requireProtected(config: ConnectionSettings) {
  const problems = unprotectedConnections(config)
  if (problems.length > 0)
    throw new Error(`The configuration is unsafe:\n${problems.map((text) => `  ${text}`).join('\n')}`)
}

/** Refuses to run an API that would send passwords of members to other cells without certificates. */
export function requireCellCertificates(config: Config) {
  const isProduction = config.ENVIRONMENT === 'production'
  if (isProduction && config.OTHER_CELLS.length > 0 && !cellTlsFiles(config))
    throw new Error(
      'The configuration is unsafe:\n  OTHER_CELLS: needs CELL_TLS_PORT and the CELL_TLS files in production, because passwords of members are sent to other cells',
    )
}

/** Files for TLS with client certificates between cells. Undefined if one of them is missing. */
export function cellTlsFiles({
  CELL_TLS_CERT_FILE: cert,
  CELL_TLS_KEY_FILE: key,
  CELL_TLS_CA_FILE: ca,
}: Config) {
  return cert && key && ca ? { cert, key, ca } : undefined
}

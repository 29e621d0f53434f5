import { isIP } from 'node:net'
import { z } from 'zod'

export const defaultSeed = 'payproof'

const Environment = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(8090),
  HOST: z.string().min(1).default('127.0.0.1'),
  /** Seed of all random data. The same seed and clock produce the same people, amounts and documents. */
  SEED: z.string().min(1).max(100).default(defaultSeed),
  /** Initial time of the simulated clock, e.g. `2026-06-15T09:00:00Z`. Defaults to real time. */
  CLOCK: z.iso
    .datetime({ offset: true })
    .transform((text) => new Date(text))
    .optional(),
  /**
   * If set, /controls and /inbox require this key as the header `x-control-key`, or as the HTTP Basic password in a
   * browser.
   */
  CONTROL_KEY: z.string().min(16).max(200).optional(),
  /** Public base URL, if it differs from the listen address. */
  BASE_URL: z
    .url({ protocol: /^https?$/ })
    .transform((url) => url.replace(/\/$/, ''))
    .optional(),
  /** Comma-separated OAuth2 redirect URIs allowed in addition to /oauth2/callback on a loopback address. */
  REDIRECT_URIS: z
    .string()
    .default('')
    .transform((text) => text.split(',').filter(Boolean))
    .pipe(z.array(z.url({ protocol: /^https?$/ })).max(20)),
  /** Requests a second that the simulated HMRC accepts. HMRC's limit is 3; 0 means no limit. */
  TAX_REQUESTS_PER_SECOND: z.coerce.number().int().min(0).max(1_000).default(0),
  /** Whether the simulated FreeAgent and Xero enforce their request limits. */
  PAYROLL_API_LIMITS: z.enum(['on', 'off']).default('off'),
  /** Comma-separated employers whose payroll at the simulated Staffology is open to lenders, or `all`. */
  OPTED_IN_EMPLOYERS: z
    .string()
    .regex(/^(all|[a-z-]+(,[a-z-]+)*)$/)
    .transform((text) => (text === 'all' ? ('all' as const) : text.split(',')))
    .optional(),
  /** Comma-separated origins of the services whose journeys the demo lender page may embed. */
  SERVICE_URL: z
    .string()
    .default('http://127.0.0.1:8080')
    .transform((text) => text.split(',').filter(Boolean))
    .pipe(z.array(z.url({ protocol: /^https?$/ }).transform((url) => new URL(url).origin)).max(20)),
})

export type SandboxSettings = {
  host: string
  port: number
  seed: string
  startsAt?: Date
  controlKey?: string
  baseUrl?: string
  redirectUris: string[]
  serviceUrls: string[]
  taxRequestsPerSecond?: number
  payrollApiLimits?: boolean
  optedInEmployers?: string[] | 'all'
}

/** Validates the environment and reports all errors at once. No other code reads process.env. */
// biome-ignore lint/style/noProcessEnv: settings are read here only.
export function readSettings(environment: NodeJS.ProcessEnv = process.env): SandboxSettings {
  const parsed = Environment.safeParse(environment)
  if (!parsed.success) {
    const faults = parsed.error.issues.map(({ path, message }) => `  ${path.join('.')}: ${message}`)
    throw new Error(`Invalid settings:\n${faults.join('\n')}`)
  }
  const {
    HOST,
    PORT,
    SEED,
    CLOCK,
    CONTROL_KEY,
    BASE_URL,
    REDIRECT_URIS,
    SERVICE_URL,
    TAX_REQUESTS_PER_SECOND,
    PAYROLL_API_LIMITS,
    OPTED_IN_EMPLOYERS,
  } = parsed.data
  if (!isLoopback(HOST) && !CONTROL_KEY)
    throw new Error('Unsafe settings:\n  CONTROL_KEY: is required if HOST is not a loopback address')
  return {
    host: HOST,
    port: PORT,
    seed: SEED,
    redirectUris: REDIRECT_URIS,
    serviceUrls: SERVICE_URL,
    ...(TAX_REQUESTS_PER_SECOND > 0 && { taxRequestsPerSecond: TAX_REQUESTS_PER_SECOND }),
    ...(PAYROLL_API_LIMITS === 'on' && { payrollApiLimits: true }),
    ...(OPTED_IN_EMPLOYERS && { optedInEmployers: OPTED_IN_EMPLOYERS }),
    ...(CLOCK && { startsAt: CLOCK }),
    ...(CONTROL_KEY && { controlKey: CONTROL_KEY }),
    ...(BASE_URL && { baseUrl: BASE_URL }),
  }
}

/** Whether a host name or address is reachable from this machine only. */
export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '')
  return bare === 'localhost' || bare === '::1' || (isIP(bare) === 4 && bare.startsWith('127.'))
}

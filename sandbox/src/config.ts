import { isIP } from 'node:net'
import { z } from 'zod'

const Environment = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(8090),
  HOST: z.string().min(1).default('127.0.0.1'),
  /** The same seed and clock give the same people, sums and papers. */
  SEED: z.string().min(1).max(100).default('payproof'),
  /** When the world's time begins, as `2026-06-15T09:00:00Z`; the time of everybody else if left out. */
  CLOCK: z.iso
    .datetime({ offset: true })
    .transform((text) => new Date(text))
    .optional(),
  /** With it, controls and inboxes ask for it: header `x-control-key`, or as the password in a browser. */
  CONTROL_KEY: z.string().min(16).max(200).optional(),
  /** What callers see, if it is not the address that we listen on. */
  BASE_URL: z
    .url({ protocol: /^https?$/ })
    .transform((url) => url.replace(/\/$/, ''))
    .optional(),
  /** Where OAuth2 may send people back to, besides /oauth2/callback on this machine; with commas between. */
  REDIRECT_URIS: z
    .string()
    .default('')
    .transform((text) => text.split(',').filter(Boolean))
    .pipe(z.array(z.url({ protocol: /^https?$/ })).max(20)),
  /** Whose journeys the lender's page may embed; with commas between. */
  SERVICE_URL: z
    .string()
    .default('http://127.0.0.1:8080')
    .transform((text) => text.split(',').filter(Boolean))
    .pipe(z.array(z.url({ protocol: /^https?$/ }).transform((url) => new URL(url).origin)).max(20)),
})

export type Settings = {
  host: string
  port: number
  seed: string
  startsAt?: Date
  controlKey?: string
  baseUrl?: string
  redirectUris: string[]
  serviceUrls: string[]
}

/** The environment, checked once, all faults named at once. The only reader of process.env. */
// biome-ignore lint/style/noProcessEnv: this is the one place.
export function readSettings(environment: NodeJS.ProcessEnv = process.env): Settings {
  const parsed = Environment.safeParse(environment)
  if (!parsed.success) {
    const faults = parsed.error.issues.map(({ path, message }) => `  ${path.join('.')}: ${message}`)
    throw new Error(`The settings are not right:\n${faults.join('\n')}`)
  }
  const { HOST, PORT, SEED, CLOCK, CONTROL_KEY, BASE_URL, REDIRECT_URIS, SERVICE_URL } = parsed.data
  if (!isLoopback(HOST) && !CONTROL_KEY)
    throw new Error('The settings are not safe:\n  CONTROL_KEY: is required where others can reach HOST')
  return {
    host: HOST,
    port: PORT,
    seed: SEED,
    redirectUris: REDIRECT_URIS,
    serviceUrls: SERVICE_URL,
    ...(CLOCK && { startsAt: CLOCK }),
    ...(CONTROL_KEY && { controlKey: CONTROL_KEY }),
    ...(BASE_URL && { baseUrl: BASE_URL }),
  }
}

/** Whether only this machine can reach a host, or be meant by it. */
export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '')
  return bare === 'localhost' || bare === '::1' || (isIP(bare) === 4 && bare.startsWith('127.'))
}

import { Payproof } from '@payproof/sdk'
import type { CliSettings } from './config.ts'
import { readCredentials } from './credentials.ts'
import { CliError } from './fault.ts'

type Connection = {
  url: string
  /** Source of the credential, shown to the user. */
  from: string
  email?: string
  credential: { apiKey: string } | { memberToken: string }
}

/**
 * Returns the URL and credential to use. The environment takes precedence over the file. A stored credential is sent
 * only to the URL for which it was stored.
 */
export async function findConnection({ apiKey, url, file }: CliSettings): Promise<Connection> {
  if (apiKey) return { url: addressOf(url ?? missing()), from: 'PAYPROOF_API_KEY', credential: { apiKey } }
  const kept = await readCredentials(file)
  if (!kept)
    throw new CliError(
      'usage',
      'You are not signed in. Run payproof login, or set PAYPROOF_API_KEY and PAYPROOF_URL',
    )
  if (url && addressOf(url) !== addressOf(kept.url))
    throw new CliError(
      'usage',
      `You are signed in to ${kept.url}, not to ${url}. Run payproof login to sign in there`,
    )
  const { api_key, member_token } = kept
  return {
    url: addressOf(kept.url),
    from: file,
    ...(kept.email && { email: kept.email }),
    credential: api_key ? { apiKey: api_key } : { memberToken: member_token as string },
  }
}

export async function openClient(settings: CliSettings, watched: typeof fetch): Promise<Payproof> {
  const { url, credential } = await findConnection(settings)
  return new Payproof({ baseUrl: url, fetch: watched, ...credential })
}

/** Checks the URL, so that keys and passwords are never sent over a network in plain text. */
export function addressOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !['https:', 'http:'].includes(url.protocol))
    throw new CliError('usage', `${text} is not a URL such as https://api.example`)
  if (url.protocol === 'http:' && !isLoopback(url))
    throw new CliError('usage', `${text} is not encrypted. Use https; http is allowed for this machine only`)
  return url.href.replace(/\/+$/, '')
}

export const isLoopback = ({ hostname }: URL) =>
  hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname)

export function missing(): never {
  throw new CliError(
    'usage',
    'The URL of the API is not set. Set PAYPROOF_URL; npm run dev uses http://127.0.0.1:8080',
  )
}

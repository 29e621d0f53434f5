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
 * The environment takes precedence over the file. A stored credential is only sent to the address it was
 * stored for.
 */
export async function findConnection({ apiKey, url, file }: CliSettings): Promise<Connection> {
  if (apiKey) return { url: addressOf(url ?? missing()), from: 'PAYPROOF_API_KEY', credential: { apiKey } }
  const kept = await readCredentials(file)
  if (!kept)
    throw new CliError(
      'usage',
      'Nobody is signed in: run `payproof login`, or set PAYPROOF_API_KEY and PAYPROOF_URL',
    )
  if (url && addressOf(url) !== addressOf(kept.url))
    throw new CliError(
      'usage',
      `You are signed in to ${kept.url}, not to ${url}: sign in there with payproof login`,
    )
  const { api_key, member_token } = kept
  return {
    url: addressOf(kept.url),
    from: file,
    ...(kept.email && { email: kept.email }),
    credential: api_key ? { apiKey: api_key } : { memberToken: member_token as string },
  }
}

export async function openClient(settings: CliSettings): Promise<Payproof> {
  const { url, credential } = await findConnection(settings)
  return new Payproof({ baseUrl: url, ...credential })
}

/** Never send keys and passwords over a network in plain text. */
export function addressOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !['https:', 'http:'].includes(url.protocol))
    throw new CliError('usage', `${text} is not an address such as https://api.example`)
  if (url.protocol === 'http:' && !isLoopback(url))
    throw new CliError('usage', `${text} is not encrypted: http is for this machine only, use https`)
  return url.href.replace(/\/+$/, '')
}

export const isLoopback = ({ hostname }: URL) =>
  hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname)

export function missing(): never {
  throw new CliError(
    'usage',
    'Where is the API? Set PAYPROOF_URL; that of `npm run dev` is http://127.0.0.1:8080',
  )
}

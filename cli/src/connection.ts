import { Payproof } from '@payproof/sdk'
import type { Settings } from './config.ts'
import { readCredentials } from './credentials.ts'
import { Fault } from './fault.ts'

type Connection = {
  url: string
  /** Where the credential is from, to be shown. */
  from: string
  email?: string
  credential: { apiKey: string } | { memberToken: string }
}

/** The environment before the file. What the file holds goes nowhere but to its own address. */
export async function findConnection({ apiKey, url, file }: Settings): Promise<Connection> {
  if (apiKey) return { url: addressOf(url ?? missing()), from: 'PAYPROOF_API_KEY', credential: { apiKey } }
  const kept = await readCredentials(file)
  if (!kept)
    throw new Fault(
      'usage',
      'Nobody is signed in: run `payproof login`, or set PAYPROOF_API_KEY and PAYPROOF_URL',
    )
  if (url && addressOf(url) !== addressOf(kept.url))
    throw new Fault(
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

export async function openClient(settings: Settings): Promise<Payproof> {
  const { url, credential } = await findConnection(settings)
  return new Payproof({ baseUrl: url, ...credential })
}

/** Keys and passwords do not cross a network in plain text. */
export function addressOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !['https:', 'http:'].includes(url.protocol))
    throw new Fault('usage', `${text} is not an address such as https://api.example`)
  if (url.protocol === 'http:' && !isLoopback(url))
    throw new Fault('usage', `${text} is not encrypted: http is for this machine only, use https`)
  return url.href.replace(/\/+$/, '')
}

export const isLoopback = ({ hostname }: URL) =>
  hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname)

export function missing(): never {
  throw new Fault(
    'usage',
    'Where is the API? Set PAYPROOF_URL; that of `npm run dev` is http://127.0.0.1:8080',
  )
}

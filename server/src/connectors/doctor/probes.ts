import type { CatalogueEntry } from '../catalogue.ts'
import type { ProviderExchange } from '../transport.ts'

// Requests that the provider must refuse. They show whether its error statuses and codes are those of the simulator.

export type ProbeResult = { status: number; code: string | null }

const timeoutMs = 20_000
const wrong = 'payproof-doctor-wrong'

type Probe = { url: string; init: RequestInit }

/** Kinds whose client credentials are form fields; the others use HTTP Basic. */
const formKinds: CatalogueEntry['kind'][] = ['bank-income', 'employee-oauth2', 'tax-authority']

/** The probes that an entry allows, by name. `exchange` is a successful request for data, which is repeated wrongly. */
export function probesOf(
  entry: CatalogueEntry,
  exchange: ProviderExchange | undefined,
): Record<string, Probe> {
  return {
    ...('token_url' in entry && entry.token_url !== undefined && tokenProbes(entry, entry.token_url)),
    ...(exchange && dataProbes(entry, exchange.request)),
  }
}

function tokenProbes(
  entry: Extract<CatalogueEntry, { client_secret: string }>,
  url: string,
): Record<string, Probe> {
  const form = { grant_type: 'refresh_token', refresh_token: wrong }
  const request = (secret: string, fields: Record<string, string>): Probe => {
    const isForm = formKinds.includes(entry.kind)
    const credentials = { client_id: entry.client_id, client_secret: secret }
    const basic = Buffer.from(`${entry.client_id}:${secret}`).toString('base64')
    return {
      url,
      init: {
        method: 'POST',
        headers: { accept: 'application/json', ...(!isForm && { authorization: `Basic ${basic}` }) },
        body: new URLSearchParams({ ...fields, ...(isForm && credentials) }),
      },
    }
  }
  return {
    'token request with a wrong refresh token': request(entry.client_secret, form),
    'token request with a wrong secret': request(wrong, form),
    'token request with an unknown grant type': request(entry.client_secret, { grant_type: wrong }),
  }
}

function dataProbes(entry: CatalogueEntry, request: ProviderExchange['request']): Record<string, Probe> {
  const headers = { accept: 'application/json', ...request.headers }
  const scheme = request.bearer === undefined ? 'Basic' : 'Bearer'
  const url = request.url.includes('{') ? entry.address : request.url
  return {
    'data request without credentials': { url, init: { headers: without(headers, 'authorization') } },
    'data request with wrong credentials': {
      url,
      init: {
        headers: { ...headers, authorization: `${scheme} ${Buffer.from(`x:${wrong}`).toString('base64')}` },
      },
    },
  }
}

function without(headers: Record<string, string>, name: string) {
  const { [name]: _removed, ...rest } = headers
  return rest
}

/** Sends a probe. Returns the status and the error code of OAuth2, if there is one; status 0 means no reply. */
export async function sendProbe({ url, init }: Probe): Promise<ProbeResult> {
  try {
    const reply = await fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) })
    return { status: reply.status, code: errorCodeOf(await reply.text()) }
  } catch {
    return { status: 0, code: 'no reply' }
  }
}

function errorCodeOf(text: string): string | null {
  try {
    const { error } = JSON.parse(text)
    return typeof error === 'string' ? error : null
  } catch {
    return null
  }
}

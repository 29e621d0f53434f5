import { attempt, type Fetch, readJson } from './attempt.ts'
import type { CredentialKind, Operation, Patience } from './calls.ts'
import { PayproofError } from './errors.ts'
import { withRetries } from './retry.ts'

/** A key or token, or a function that returns the current one. */
export type Secret = string | (() => string | Promise<string>)

/** Without a secret, the browser sends the credential as a cookie. */
export type ClientCredential = { kind: CredentialKind; secret: Secret | undefined } | undefined

export type Connection = Required<Patience> & { baseUrl: string; fetch: Fetch; credential: ClientCredential }

/** A call with its arguments sorted by their place in the request. */
export type OperationCall = {
  operation: Operation
  params: string[]
  body?: unknown
  query?: Record<string, unknown> | undefined
  options: Partial<Patience> & {
    signal?: AbortSignal
    idempotencyKey?: string
    headers?: Record<string, string | undefined>
  }
}

export type Send = (call: OperationCall) => Promise<unknown>

export const openTransport =
  ({ baseUrl, fetch, credential, ...defaults }: Connection): Send =>
  async ({ operation, params, body, query, options }) => {
    const { id, method } = operation
    const url = addressOf(baseUrl, operation, params, query)
    // All attempts use the same key.
    const key = operation.takesKey ? (options.idempotencyKey ?? crypto.randomUUID()) : undefined
    const { timeoutMs = defaults.timeoutMs, retries = defaults.retries, signal } = options
    const isSafe = method === 'GET' || method === 'DELETE' || key !== undefined

    return withRetries({ retries, isSafe, signal }, async () => {
      const headers = {
        ...present(options.headers ?? {}),
        ...(await proofOf(credential, operation)),
        ...(key !== undefined && { 'idempotency-key': key }),
        ...(operation.hasBody && { 'content-type': 'application/json' }),
      }
      const init = { method, headers, ...(operation.hasBody && { body: JSON.stringify(body ?? {}) }) }
      // Sign-in needs no credential, but its response sets the cookie.
      const usesCookies = credential !== undefined && credential.secret === undefined
      return attempt(fetch, { operation: id, url, init, usesCookies, timeoutMs, signal }, (response) =>
        operation.isFile ? response.blob() : readJson(id, response),
      )
    })
  }

async function proofOf(
  credential: ClientCredential,
  { id, callers }: Operation,
): Promise<Record<string, string>> {
  if (callers.includes('public')) return {}
  if (!credential || !callers.includes(credential.kind)) {
    const given = credential ? `This client has ${article(credential.kind)}` : 'This client has none'
    const hint = hintFor(callers, credential)
    throw new PayproofError({
      operation: id,
      code: 'wrong-credential',
      errors: [`It takes ${callers.map(article).join(' or ')}. ${given}${hint}`],
    })
  }
  if (credential.secret === undefined) return {}
  const secret = typeof credential.secret === 'string' ? credential.secret : await credential.secret()
  return credential.kind === 'apiKey' ? { 'x-api-key': secret } : { authorization: `Bearer ${secret}` }
}

function hintFor(callers: Operation['callers'], credential: ClientCredential) {
  if (!credential && callers.includes('apiKey')) return ': pass apiKey, or set PAYPROOF_API_KEY'
  return callers.includes('userToken') ? '; use payproof.forUser(user_id)' : ''
}

const article = (kind: string) => `${kind === 'apiKey' ? 'an' : 'a'} ${kind}`

function addressOf(
  baseUrl: string,
  { id, path }: Operation,
  params: string[],
  query: Record<string, unknown> = {},
) {
  const filled = params.reduce((rest, value) => rest.replace(/\{\w+\}/, segmentOf(id, value)), path)
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  )
  return `${baseUrl}${filled}${search.size > 0 ? `?${search}` : ''}`
}

/** Encodes a path segment. Rejects an empty id, `.` and `..`, which would address another operation. */
function segmentOf(id: string, value: string) {
  if (typeof value !== 'string' || ['', '.', '..'].includes(value))
    throw new TypeError(`${id}: an id is missing`)
  // A replacer function is used, because `$` is special in a replacement string.
  return () => encodeURIComponent(value)
}

const present = (headers: Record<string, string | undefined>) =>
  Object.fromEntries(
    Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )

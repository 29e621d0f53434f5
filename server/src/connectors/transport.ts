import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { ConnectorContext } from './connector.ts'
import { ConnectionFailure, type FailureCode } from './failure.ts'

const defaultTimeoutMs = 20_000
const maxReplyBytes = 5_000_000
/** Retry GETs after a broken connection; never retry a login. */
const retryDelaysMs = [100, 400]
/** Longer Retry-After values are cut to this. */
const maxRetryAfterMs = 24 * 3_600_000

export type ProviderRequest = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  url: string
  /** Null values are omitted. */
  query?: Record<string, string | null>
  bearer?: string
  basic?: { id: string; secret: string }
  json?: unknown
  form?: Record<string, string>
  /** The Accept header, if not plain JSON. */
  accept?: string
  headers?: Record<string, string>
  /** Never auto-retry, even GETs: the provider rate-limits by request. */
  noRetry?: boolean
  timeoutMs?: number
}

/** The provider refused with one of its own error codes. */
export type ProviderRefusal = { status: number; code: string; attemptsLeft?: number; retryAfterMs?: number }

export type ProviderReply<T> = { body: T } | { refusal: ProviderRefusal }

/**
 * Sends a request and validates the reply. Anything unexpected throws `provider-down`. Requests, replies and
 * library errors are neither logged nor quoted, because they may contain personal data.
 */
export async function sendRequest<Schema extends z.ZodType>(
  context: Pick<ConnectorContext, 'signal'>,
  request: ProviderRequest,
  schema: Schema,
): Promise<ProviderReply<z.output<Schema>>> {
  const { status, text, retryAfterMs } = await send(context, request)
  if (status >= 500 || status === 429)
    throw down(`status ${status}`, {
      ...(retryAfterMs !== undefined && { retryAfterMs }),
      isOverloaded: status === 429,
    })
  if (status >= 400) return { refusal: parseRefusal(status, text) }
  const parsed = schema.safeParse(parseJson(text))
  if (parsed.success) return { body: parsed.data }
  // The path of a schema error consists of our own field names and indexes; the value is not included.
  throw down(`the reply does not match the schema at [${parsed.error.issues[0]?.path.join('.')}]`)
}

/** Returns the body, or throws the failure mapped to the provider's error code. */
export function requireBody<T>(reply: ProviderReply<T>, failures: Record<string, FailureCode>): T {
  if ('body' in reply) return reply.body
  const { code: errorCode, status, attemptsLeft } = reply.refusal
  const code = Object.hasOwn(failures, errorCode) ? failures[errorCode] : undefined
  // An unknown code is treated as a protocol mismatch.
  if (code === undefined) throw down(`status ${status}`)
  throw new ConnectionFailure(code, attemptsLeft === undefined ? {} : { attemptsLeft })
}

export const isRefusedWith = (reply: ProviderReply<unknown>, ...codes: string[]): boolean =>
  'refusal' in reply && codes.includes(reply.refusal.code)

type RawReply = { status: number; text: string; retryAfterMs: number | undefined }

async function send(context: Pick<ConnectorContext, 'signal'>, request: ProviderRequest): Promise<RawReply> {
  const delaysMs = request.method === 'GET' && !request.noRetry ? [...retryDelaysMs] : []
  while (true) {
    try {
      return await sendOnce(context, request)
    } catch (error) {
      context.signal.throwIfAborted()
      if (error instanceof ConnectionFailure) throw error
      const delayMs = nameOf(error) === 'TimeoutError' ? undefined : delaysMs.shift()
      if (delayMs === undefined) throw down(reasonOf(error), { isUnsent: isUnsent(request, error) })
      await sleep(delayMs)
      context.signal.throwIfAborted()
    }
  }
}

async function sendOnce(
  context: Pick<ConnectorContext, 'signal'>,
  request: ProviderRequest,
): Promise<RawReply> {
  const { method, json, form, timeoutMs = defaultTimeoutMs } = request
  const response = await fetch(buildUrl(request), {
    method,
    headers: buildHeaders(request),
    ...(json !== undefined && { body: JSON.stringify(json) }),
    ...(form !== undefined && { body: new URLSearchParams(form).toString() }),
    redirect: 'error',
    signal: AbortSignal.any([context.signal, AbortSignal.timeout(timeoutMs)]),
  })
  return {
    status: response.status,
    text: await readText(response),
    retryAfterMs: parseRetryAfter(response.headers.get('retry-after')),
  }
}

function buildUrl({ url, query = {} }: ProviderRequest): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== null)
  return given.length === 0 ? url : `${url}?${new URLSearchParams(given)}`
}

function buildHeaders({
  bearer,
  basic,
  json,
  form,
  accept = 'application/json',
  headers,
}: ProviderRequest): Record<string, string> {
  return {
    ...headers,
    accept,
    ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
    ...(basic !== undefined && { authorization: `Basic ${encodeBasic(basic)}` }),
    ...(json !== undefined && { 'content-type': 'application/json' }),
    ...(form !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
  }
}

/** RFC 6749, 2.3.1: both parts are form-encoded. */
const encodeBasic = ({ id, secret }: { id: string; secret: string }) =>
  Buffer.from([id, secret].map(encodeURIComponent).join(':')).toString('base64')

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > maxReplyBytes) throw down('the reply is too long')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** Undefined if the body is not JSON; only the schema for an empty reply accepts that. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Providers return error codes in one of two formats, which don't conflict. */
const RefusalBody = z.object({
  code: z.string().max(100).optional(),
  error: z.string().max(100).optional(),
  attempts_left: z.int().min(0).max(1_000).optional(),
})

function parseRefusal(status: number, text: string): ProviderRefusal {
  const { code, error, attempts_left } = RefusalBody.safeParse(parseJson(text)).data ?? {}
  return {
    status,
    code: code ?? error ?? '',
    ...(attempts_left !== undefined && { attemptsLeft: attempts_left }),
  }
}

/** Seconds or a date, RFC 9110. */
function parseRetryAfter(text: string | null): number | undefined {
  if (text === null) return undefined
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - Date.now()
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, 0), maxRetryAfterMs)
}

const down = (
  detail: string,
  options: { retryAfterMs?: number; isOverloaded?: boolean; isUnsent?: boolean } = {},
) => new ConnectionFailure('provider-down', { ...options, detail })

const nameOf = (error: unknown) => (error instanceof Error ? error.name : '')

/** Errors before the connection is established. After that, data may have been sent. */
const connectErrorCodes = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']

/** Not for GETs: a secret may have been sent in an earlier request. */
const isUnsent = ({ method }: ProviderRequest, error: unknown) =>
  method === 'POST' && connectErrorCodes.includes(reasonOf(error))

/** `ECONNREFUSED` and the like; never an error message, which may quote the reply. */
function reasonOf(error: unknown): string {
  if (nameOf(error) === 'TimeoutError') return 'no answer in time'
  const { cause } = error as { cause?: { code?: unknown } }
  const code = typeof cause?.code === 'string' && /^[A-Z_]{1,40}$/.test(cause.code) ? cause.code : undefined
  return code ?? 'the connection failed'
}

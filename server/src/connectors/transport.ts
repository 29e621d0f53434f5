import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { ConnectorContext } from './connector.ts'
import { ConnectionFailure, type FailureCode } from './failure.ts'
import type { ProviderRequest } from './provider-exchange.ts'

export type { ProviderExchange, ProviderRequest } from './provider-exchange.ts'

const defaultTimeoutMs = 20_000
const maxReplyBytes = 5_000_000
/** Delays between retries of a GET after a broken connection. A login is never retried. */
const retryDelaysMs = [100, 400]
/** Maximum Retry-After. Longer values are shortened to this. */
const maxRetryAfterMs = 24 * 3_600_000

/** A refusal with one of the provider's own error codes. */
export type ProviderRefusal = {
  status: number
  code: string
  attemptsLeft?: number
  retryAfterMs?: number
  /** The provider's explanation, for comparison only. It is never logged. */
  description?: string
  /** Method and path of the request, without ids. */
  source: string
}

const maintenanceCodes = ['maintenance', 'scheduled_maintenance']

/**
 * Maps a status to a failure. A provider that is closed on purpose reports this in its error code; a 503 without a
 * code can have any reason.
 */
function faultOf(status: number, text: string): FailureCode {
  if (status === 429) return 'provider-rate-limited'
  const isMaintenance = maintenanceCodes.includes(parseRefusal(status, text).code.toLowerCase())
  return isMaintenance ? 'provider-maintenance' : 'provider-down'
}

export type ProviderReply<T> = { body: T } | { refusal: ProviderRefusal }

/**
 * Sends a request and validates the reply. Anything unexpected throws one of the `provider-` failures. Requests,
 * replies and library errors are neither logged nor quoted, because they may contain personal data. The failure's
 * detail contains only the status and the path without ids.
 */
export async function sendRequest<Schema extends z.ZodType>(
  context: Pick<ConnectorContext, 'signal' | 'onExchange'>,
  request: ProviderRequest,
  schema: Schema,
): Promise<ProviderReply<z.output<Schema>>> {
  const { status, refusal, bytes } = await sendAndCheck(context, request, schema)
  if (refusal) return { refusal }
  const parsed = schema.safeParse(parseJson(bytes.toString('utf8')))
  if (parsed.success) return { body: parsed.data }
  // The path of a schema error consists of our own field names and indexes. The value is not included.
  const field = parsed.error.issues[0]?.path.join('.')
  throw fault('provider-changed', request, `status ${status} does not match the schema at [${field}]`)
}

/** Sends a request and throws a failure for replies that no provider documents: 3xx, 429 and 5xx. */
async function sendAndCheck(
  context: Pick<ConnectorContext, 'signal' | 'onExchange'>,
  request: ProviderRequest,
  schema?: z.ZodType,
): Promise<{ status: number; refusal?: ProviderRefusal; bytes: Buffer }> {
  const { retryAfterMs, ...reply } = await send(context, request)
  const { status, bytes } = reply
  context.onExchange?.({ request, ...reply, schemaIssues: schemaIssuesOf(reply, schema) })
  const text = status >= 400 ? bytes.toString('utf8') : ''
  if (status >= 500 || status === 429)
    throw fault(faultOf(status, text), request, `status ${status}`, {
      ...(retryAfterMs !== undefined && { retryAfterMs }),
      isOverloaded: status === 429,
    })
  if (status >= 400)
    return {
      status,
      bytes,
      refusal: {
        ...parseRefusal(status, text),
        ...(retryAfterMs !== undefined && { retryAfterMs }),
        source: describeSource(request),
      },
    }
  // Redirects are never followed, because the target could be any host.
  if (status >= 300) throw fault('provider-changed', request, `status ${status}`)
  return { status, bytes }
}

/** Returns the body, or throws the failure mapped to the provider's error code. */
export function requireBody<T>(reply: ProviderReply<T>, failures: Record<string, FailureCode>): T {
  if ('body' in reply) return reply.body
  const { code: errorCode, status, attemptsLeft, retryAfterMs, source } = reply.refusal
  const code = Object.hasOwn(failures, errorCode) ? failures[errorCode] : undefined
  // An unknown code is treated as a protocol mismatch.
  if (code === undefined)
    throw new ConnectionFailure('provider-changed', { detail: `${source}: status ${status}` })
  throw new ConnectionFailure(code, { attemptsLeft, retryAfterMs })
}

const pdfSignature = '%PDF-'

/** Downloads a PDF file. Limits, failures and retries are those of `sendRequest`. */
export async function downloadPdf(
  context: Pick<ConnectorContext, 'signal' | 'onExchange'>,
  request: ProviderRequest,
): Promise<ProviderReply<Uint8Array>> {
  const { refusal, bytes } = await sendAndCheck(context, { accept: 'application/pdf', ...request })
  if (refusal) return { refusal }
  if (bytes.subarray(0, pdfSignature.length).toString('latin1') !== pdfSignature)
    throw fault('provider-changed', request, 'the reply is not a PDF file')
  return { body: bytes }
}

export const isRefusedWith = (reply: ProviderReply<unknown>, ...codes: string[]): boolean =>
  'refusal' in reply && codes.includes(reply.refusal.code)

function schemaIssuesOf(
  { status, bytes }: Pick<RawReply, 'status' | 'bytes'>,
  schema: z.ZodType | undefined,
) {
  if (!schema || status >= 300) return []
  const { error } = schema.safeParse(parseJson(bytes.toString('utf8')))
  return (error?.issues ?? []).map(({ path, message }) => `[${path.join('.')}] ${message}`)
}

type RawReply = { status: number; headers: Headers; bytes: Buffer; retryAfterMs: number | undefined }

async function send(
  context: Pick<ConnectorContext, 'signal' | 'onExchange'>,
  request: ProviderRequest,
): Promise<RawReply> {
  const delaysMs = request.method === 'GET' && !request.noRetry ? [...retryDelaysMs] : []
  const url = buildUrl(request)
  while (true) {
    try {
      return await sendOnce(context, url, request)
    } catch (error) {
      context.signal.throwIfAborted()
      if (error instanceof ConnectionFailure) throw error
      const delayMs = nameOf(error) === 'TimeoutError' ? undefined : delaysMs.shift()
      if (delayMs === undefined) {
        const code = nameOf(error) === 'TimeoutError' ? 'provider-timeout' : 'provider-unreachable'
        throw fault(code, request, reasonOf(error), { isUnsent: isUnsent(request, error) })
      }
      await sleep(delayMs)
      context.signal.throwIfAborted()
    }
  }
}

async function sendOnce(
  context: Pick<ConnectorContext, 'signal' | 'onExchange'>,
  url: string,
  request: ProviderRequest,
): Promise<RawReply> {
  const { method, json, form, timeoutMs = defaultTimeoutMs } = request
  const response = await fetch(url, {
    method,
    headers: buildHeaders(request),
    ...(json !== undefined && { body: JSON.stringify(json) }),
    ...(form !== undefined && { body: new URLSearchParams(form).toString() }),
    redirect: 'manual',
    signal: AbortSignal.any([context.signal, AbortSignal.timeout(timeoutMs)]),
  })
  return {
    status: response.status,
    headers: response.headers,
    bytes: await readBytes(request, response),
    retryAfterMs: parseRetryAfter(response.headers.get('retry-after')),
  }
}

function buildUrl({ url, ids = {}, query = {} }: ProviderRequest): string {
  const filled = url.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
    const id = ids[name]
    if (id === undefined) throw new Error(`no value for ${placeholder}`)
    return encodeURIComponent(id)
  })
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== null)
  return given.length === 0 ? filled : `${filled}?${new URLSearchParams(given)}`
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

/** Both parts are form-encoded, as required by RFC 6749, 2.3.1. */
const encodeBasic = ({ id, secret }: { id: string; secret: string }) =>
  Buffer.from([id, secret].map(encodeURIComponent).join(':')).toString('base64')

async function readBytes(request: ProviderRequest, response: Response): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > maxReplyBytes) throw fault('provider-changed', request, 'the reply is too long')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Returns undefined if the body is not JSON. Only the schema for an empty reply accepts undefined. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const ErrorCode = z.string().max(100)

/** Providers return error codes in one of three formats, which can be combined in one schema. */
const RefusalBody = z.object({
  code: ErrorCode.optional(),
  error: z.union([ErrorCode, z.object({ code: ErrorCode }).transform(({ code }) => code)]).optional(),
  error_description: z.string().max(1_000).optional(),
  attempts_left: z.int().min(0).max(1_000).optional(),
})

function parseRefusal(status: number, text: string): Omit<ProviderRefusal, 'source'> {
  const { code, error, error_description, attempts_left } = RefusalBody.safeParse(parseJson(text)).data ?? {}
  return {
    status,
    code: code ?? error ?? '',
    ...(error_description !== undefined && { description: error_description }),
    ...(attempts_left !== undefined && { attemptsLeft: attempts_left }),
  }
}

/** Parses Retry-After as seconds or as a date (RFC 9110). */
function parseRetryAfter(text: string | null): number | undefined {
  if (text === null) return undefined
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - Date.now()
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, 0), maxRetryAfterMs)
}

const fault = (
  code: FailureCode,
  request: ProviderRequest,
  detail: string,
  options: { retryAfterMs?: number; isOverloaded?: boolean; isUnsent?: boolean } = {},
) => new ConnectionFailure(code, { ...options, detail: `${describeSource(request)}: ${detail}` })

/** Describes the request for the log, with placeholders instead of ids. */
const describeSource = ({ method, url }: ProviderRequest) =>
  `${method} ${new URL(url).pathname.replaceAll('%7B', '{').replaceAll('%7D', '}')}`

const nameOf = (error: unknown) => (error instanceof Error ? error.name : '')

/** Errors that occur before the connection is established. After that, data may have been sent. */
const connectErrorCodes = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']

/**
 * Whether the secret was certainly not sent. Never true for GETs, because a secret may have been sent in an earlier
 * request.
 */
const isUnsent = ({ method }: ProviderRequest, error: unknown) =>
  method === 'POST' && connectErrorCodes.includes(reasonOf(error))

/** Returns an error code such as `ECONNREFUSED`, but never an error message, which may quote the reply. */
function reasonOf(error: unknown): string {
  if (nameOf(error) === 'TimeoutError') return 'no answer in time'
  const { cause } = error as { cause?: { code?: unknown } }
  const code = typeof cause?.code === 'string' && /^[A-Z_]{1,40}$/.test(cause.code) ? cause.code : undefined
  return code ?? 'the connection failed'
}

import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { Talk } from './connector.ts'
import { ConnectionFailure, type FailureCode } from './failure.ts'

const timeLimitMs = 20_000
const mostBytes = 5_000_000
/** A connection may be cut by anything on the way. Only questions are asked again, never a sign-in. */
const pausesBeforeAskingAgainMs = [100, 400]
const longestWaitMs = 24 * 3_600_000

export type Request = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  url: string
  /** What is null is left out. */
  query?: Record<string, string | null>
  bearer?: string
  basic?: { id: string; secret: string }
  json?: unknown
  form?: Record<string, string>
  /** What is asked for, where that is not plain JSON. */
  accept?: string
  headers?: Record<string, string>
  /** Not even a question is asked again by itself: whoever counts requests would count both. */
  isOnce?: boolean
  timeoutMs?: number
}

/** The provider understood and said no, in its own word. */
export type Refusal = { status: number; word: string; attemptsLeft?: number; retryAfterMs?: number }

export type Reply<T> = { body: T } | { refusal: Refusal }

/**
 * Asks a provider and checks what it says. Whatever is no clear answer throws `provider-down`. Nothing of a request or a
 * reply is logged or quoted in an error, nor are the errors of libraries passed on: some carry what was received.
 */
export async function ask<Schema extends z.ZodType>(
  talk: Pick<Talk, 'signal'>,
  request: Request,
  promised: Schema,
): Promise<Reply<z.output<Schema>>> {
  const { status, text, retryAfterMs } = await send(talk, request)
  if (status >= 500 || status === 429)
    throw down(`status ${status}`, {
      ...(retryAfterMs !== undefined && { retryAfterMs }),
      isBusy: status === 429,
    })
  if (status >= 400) return { refusal: refusalOf(status, text) }
  const parsed = promised.safeParse(jsonOf(text))
  if (parsed.success) return { body: parsed.data }
  // The path is made of our own words and of numbers; what was found there is not told.
  throw down(`the reply is not as promised at [${parsed.error.issues[0]?.path.join('.')}]`)
}

/** The body, or the failure that this provider's word stands for. */
export function requireBody<T>(reply: Reply<T>, failures: Record<string, FailureCode>): T {
  if ('body' in reply) return reply.body
  const { word, status, attemptsLeft } = reply.refusal
  const code = Object.hasOwn(failures, word) ? failures[word] : undefined
  // A word that is not in the table says that we do not understand each other.
  if (code === undefined) throw down(`status ${status}`)
  throw new ConnectionFailure(code, attemptsLeft === undefined ? {} : { attemptsLeft })
}

export const isRefusedWith = (reply: Reply<unknown>, ...words: string[]): boolean =>
  'refusal' in reply && words.includes(reply.refusal.word)

type Received = { status: number; text: string; retryAfterMs: number | undefined }

async function send(talk: Pick<Talk, 'signal'>, request: Request): Promise<Received> {
  const pauses = request.method === 'GET' && !request.isOnce ? [...pausesBeforeAskingAgainMs] : []
  while (true) {
    try {
      return await sendOnce(talk, request)
    } catch (error) {
      talk.signal.throwIfAborted()
      if (error instanceof ConnectionFailure) throw error
      const pauseMs = nameOf(error) === 'TimeoutError' ? undefined : pauses.shift()
      if (pauseMs === undefined) throw down(reasonOf(error), { isUnsent: isUnsent(request, error) })
      await sleep(pauseMs)
      talk.signal.throwIfAborted()
    }
  }
}

async function sendOnce(talk: Pick<Talk, 'signal'>, request: Request): Promise<Received> {
  const { method, json, form, timeoutMs = timeLimitMs } = request
  const response = await fetch(addressOf(request), {
    method,
    headers: headersOf(request),
    ...(json !== undefined && { body: JSON.stringify(json) }),
    ...(form !== undefined && { body: new URLSearchParams(form).toString() }),
    redirect: 'error',
    signal: AbortSignal.any([talk.signal, AbortSignal.timeout(timeoutMs)]),
  })
  return {
    status: response.status,
    text: await textOf(response),
    retryAfterMs: retryAfterOf(response.headers.get('retry-after')),
  }
}

function addressOf({ url, query = {} }: Request): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== null)
  return given.length === 0 ? url : `${url}?${new URLSearchParams(given)}`
}

function headersOf({
  bearer,
  basic,
  json,
  form,
  accept = 'application/json',
  headers,
}: Request): Record<string, string> {
  return {
    ...headers,
    accept,
    ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
    ...(basic !== undefined && { authorization: `Basic ${basicOf(basic)}` }),
    ...(json !== undefined && { 'content-type': 'application/json' }),
    ...(form !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
  }
}

/** RFC 6749, 2.3.1: both halves are written as form fields are. */
const basicOf = ({ id, secret }: { id: string; secret: string }) =>
  Buffer.from([id, secret].map(encodeURIComponent).join(':')).toString('base64')

async function textOf(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > mostBytes) throw down('the reply is too long')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** Undefined where it is none, which no schema of ours takes but the one for nothing. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Providers name their refusals in one of two ways, which do not get into each other's way. */
const RefusalBody = z.object({
  code: z.string().max(100).optional(),
  error: z.string().max(100).optional(),
  attempts_left: z.int().min(0).max(1_000).optional(),
})

function refusalOf(status: number, text: string): Refusal {
  const { code, error, attempts_left } = RefusalBody.safeParse(jsonOf(text)).data ?? {}
  return {
    status,
    word: code ?? error ?? '',
    ...(attempts_left !== undefined && { attemptsLeft: attempts_left }),
  }
}

/** Seconds or a date, RFC 9110. */
function retryAfterOf(text: string | null): number | undefined {
  if (text === null) return undefined
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - Date.now()
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, 0), longestWaitMs)
}

const down = (detail: string, more: { retryAfterMs?: number; isBusy?: boolean; isUnsent?: boolean } = {}) =>
  new ConnectionFailure('provider-down', { ...more, detail })

const nameOf = (error: unknown) => (error instanceof Error ? error.name : '')

/** Errors that end a request before there is a connection. One that breaks may have carried something. */
const withoutConnection = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']

/** Not said of questions: what was secret may have gone out before them. */
const isUnsent = ({ method }: Request, error: unknown) =>
  method === 'POST' && withoutConnection.includes(reasonOf(error))

/** `ECONNREFUSED` and the like; never the text of an error, which may quote what was received. */
function reasonOf(error: unknown): string {
  if (nameOf(error) === 'TimeoutError') return 'no answer in time'
  const { cause } = error as { cause?: { code?: unknown } }
  const code = typeof cause?.code === 'string' && /^[A-Z_]{1,40}$/.test(cause.code) ? cause.code : undefined
  return code ?? 'the connection failed'
}

import { LRUCache } from 'lru-cache'
import { errors } from 'undici'
import { Cancellation } from './cancellation.ts'
import { type ConnectLimits, openConnect } from './connect.ts'
import { openConnectionPool, type PooledConnection, type PoolLimits } from './connections.ts'
import {
  type BodyLimits,
  exchange,
  NoResponseError,
  type OutboundMessage,
  type OutboundResponse,
} from './exchange.ts'
import { type OutboundRules, type OutboundTarget, parseTargetUrl } from './urls.ts'

export type { OutboundResponse } from './exchange.ts'
export type { OutboundRules } from './urls.ts'

export type OutboundRequest = {
  url: string
  headers: Record<string, string>
  body: string | Buffer
  signal?: AbortSignal
  /** Returns the whole response body, up to this size; without it, only its beginning. */
  maxBytes?: number
}

export type Outbound = {
  /**
   * Returns why this URL is not allowed, as text for the client, or undefined if it is allowed. Checks the URL only,
   * without DNS.
   */
  refusalOf(url: string): string | undefined
  /** Sends one POST. Redirects are returned, never followed. Throws OutboundFailure. */
  post(request: OutboundRequest): Promise<OutboundResponse>
  /**
   * Sends one GET and returns the whole body. Throws OutboundFailure if the body exceeds maxBytes or arrives too
   * slowly.
   */
  get(request: { url: string; headers: Record<string, string>; maxBytes: number }): Promise<OutboundResponse>
  /** Waits for requests in flight. */
  close(): Promise<void>
}

export type OutboundLimits = ConnectLimits & PoolLimits & { totalMs: number; bodyMs: number }

export const defaultOutboundLimits: OutboundLimits = {
  dnsMs: 2_000,
  connectMs: 3_000,
  tlsMs: 5_000,
  /** Maximum time from the DNS look-up to the response headers. */
  totalMs: 15_000,
  /** Maximum time for the response body, after the headers. */
  bodyMs: 1_000,
  /** Maximum age of a pooled connection. It is limited so that DNS changes take effect. */
  maxConnectionAgeMs: 60_000,
  maxIdleConnections: 1_000,
}

/**
 * A failed request. The message is safe for the client's delivery log: it is a fixed text that reveals nothing about
 * our network. The cause is for our own log.
 */
export class OutboundFailure extends Error {
  readonly durationMs: number

  constructor(message: string, durationMs: number, cause: unknown) {
    super(message, { cause })
    this.name = 'OutboundFailure'
    this.durationMs = durationMs
  }
}

type RequestOptions = Omit<OutboundMessage, 'path'> & {
  url: string
  limits: BodyLimits
  signal?: AbortSignal | undefined
}

const wholeBodyTimeoutMs = 5_000
const maxParsedUrls = 1_000

/** The only HTTP client for URLs that clients chose (SSRF protection). `limits` is for tests. */
export function openOutbound(rules: OutboundRules, limits: Partial<OutboundLimits> = {}): Outbound {
  const { totalMs, bodyMs, ...others } = { ...defaultOutboundLimits, ...limits }
  const postBodyLimits: BodyLimits = { bodyMs, keptBytes: 4 * 1024, readBytes: 16 * 1024 }
  const connections = openConnectionPool(openConnect(rules, others), others)

  // The rules never change, so a URL is parsed and checked once. Its addresses are checked for every connection.
  const parsedUrls = new LRUCache<string, ReturnType<typeof parseTargetUrl>>({ max: maxParsedUrls })

  function parseUrl(url: string) {
    const known = parsedUrls.get(url)
    if (known) return known
    const parsed = parseTargetUrl(url, rules)
    parsedUrls.set(url, parsed)
    return parsed
  }

  async function send(
    target: OutboundTarget,
    message: OutboundMessage,
    limits: BodyLimits,
    cancellation: Cancellation,
  ) {
    const idle = connections.findIdle(target.origin)
    if (idle) {
      try {
        return await sendOn(idle, message, limits, cancellation)
      } catch (error) {
        // The receiver may have closed the idle connection while our request was in transit, so the request is
        // retried on a new connection.
        if (!(error instanceof NoResponseError) || error.hasResponseStarted || cancellation.isCancelled)
          throw error
      }
    }
    return sendOn(await connections.open(target, cancellation.signal), message, limits, cancellation)
  }

  async function sendOn(
    connection: PooledConnection,
    message: OutboundMessage,
    limits: BodyLimits,
    cancellation: Cancellation,
  ) {
    let isReusable = false
    try {
      const response = await exchange(connection.client, message, { ...limits, cancellation })
      isReusable = response.isComplete
      return response
    } finally {
      if (isReusable) connections.release(connection)
      else connections.destroy(connection)
    }
  }

  async function request({ url, limits, signal, ...message }: RequestOptions) {
    const startedAt = performance.now()
    const elapsedMs = () => Math.round(performance.now() - startedAt)
    signal?.throwIfAborted()
    const parsed = parseUrl(url)
    if ('refusal' in parsed)
      throw new OutboundFailure(couldNotConnect, elapsedMs(), `the URL ${parsed.refusal}`)

    const cancellation = new Cancellation(totalMs, signal)
    try {
      const { path } = parsed.target
      const response = await send(parsed.target, { ...message, path }, limits, cancellation)
      return { ...response, durationMs: elapsedMs() }
    } catch (error) {
      signal?.throwIfAborted()
      const text = cancellation.isCancelled ? `no response within ${totalMs / 1000} s` : undefined
      throw failureOf(error, elapsedMs(), text)
    } finally {
      cancellation.end()
    }
  }

  async function requestWhole(message: Omit<RequestOptions, 'limits'>, maxBytes: number) {
    const limits = { bodyMs: wholeBodyTimeoutMs, keptBytes: maxBytes, readBytes: maxBytes }
    const { isComplete, ...response } = await request({ ...message, limits })
    if (isComplete) return response
    throw new OutboundFailure('the answer was too large or broken off', response.durationMs, undefined)
  }

  return {
    refusalOf(url) {
      const parsed = parseTargetUrl(url, rules)
      return 'refusal' in parsed ? parsed.refusal : undefined
    },
    async post({ maxBytes, ...message }) {
      if (maxBytes !== undefined) return requestWhole({ method: 'POST', ...message }, maxBytes)
      const { isComplete: _, ...response } = await request({
        method: 'POST',
        ...message,
        limits: postBodyLimits,
      })
      return response
    },
    get: ({ url, headers, maxBytes }) => requestWhole({ method: 'GET', url, headers, body: null }, maxBytes),
    close: connections.close,
  }
}

// All failures before the connection is established have the same text; otherwise clients could map our internal
// network.
const couldNotConnect = 'could not connect'

function failureOf(error: unknown, durationMs: number, timeoutText: string | undefined) {
  if (!(error instanceof NoResponseError)) return new OutboundFailure(couldNotConnect, durationMs, error)
  // Invalid request headers are our bug, not a failure of the receiver.
  if (error.cause instanceof errors.InvalidArgumentError) return error.cause
  const isInvalidHttp = [errors.HTTPParserError, errors.HeadersOverflowError].some(
    (kind) => error.cause instanceof kind,
  )
  const text = timeoutText ?? (isInvalidHttp ? 'the answer was not valid HTTP' : 'the answer was broken off')
  return new OutboundFailure(text, durationMs, error)
}

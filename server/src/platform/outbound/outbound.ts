import { errors } from 'undici'
import { type ConnectLimits, openConnect } from './connect.ts'
import { type Connection, openConnections, type PoolLimits } from './connections.ts'
import { type Answer, type BodyLimits, exchange, type Message, Unanswered } from './exchange.ts'
import { type OutboundRules, readUrl, type Target } from './urls.ts'

export type { Answer } from './exchange.ts'
export type { OutboundRules } from './urls.ts'

export type OutboundRequest = {
  url: string
  headers: Record<string, string>
  body: string | Buffer
  signal?: AbortSignal
}

export type Outbound = {
  /** Why this URL can never be used (a text for the client), or undefined. Looks at the URL only. */
  refusalOf(url: string): string | undefined
  /** POSTs once. 3xx is an answer like any other and is never followed. Throws OutboundFailure. */
  post(request: OutboundRequest): Promise<Answer>
  /** GETs once, with a whole body of at most so many bytes; one that is larger or slower is a failure. */
  get(request: { url: string; headers: Record<string, string>; mostBytes: number }): Promise<Answer>
  /** Waits for the answers that are under way. */
  close(): Promise<void>
}

export type Limits = ConnectLimits & PoolLimits & { totalMs: number; bodyMs: number }

export const usualLimits: Limits = {
  dnsMs: 2_000,
  connectMs: 3_000,
  tlsMs: 5_000,
  /** Over everything, from the look-up to the headers of the answer. */
  totalMs: 15_000,
  /** For the body, once the headers are there. */
  bodyMs: 1_000,
  /** A connection lives no longer than this, so that a change in DNS is followed. */
  connectionMs: 60_000,
  idleConnections: 1_000,
}

/** The message is fit for the client's log: it is one of four, and does not tell what is inside our network. The cause is for ours. */
export class OutboundFailure extends Error {
  readonly durationMs: number

  constructor(message: string, durationMs: number, cause: unknown) {
    super(message, { cause })
    this.name = 'OutboundFailure'
    this.durationMs = durationMs
  }
}

type Asked = Omit<Message, 'path'> & { url: string; limits: BodyLimits; signal?: AbortSignal | undefined }

const wholeBodyMs = 5_000

/** The only way to addresses that clients chose. `limits` is for tests. */
export function openOutbound(rules: OutboundRules, limits: Partial<Limits> = {}): Outbound {
  const { totalMs, bodyMs, ...others } = { ...usualLimits, ...limits }
  const ofAnswers: BodyLimits = { bodyMs, keptBytes: 4 * 1024, readBytes: 16 * 1024 }
  const connections = openConnections(openConnect(rules, others), others)

  async function send(target: Target, message: Message, limits: BodyLimits, signal: AbortSignal) {
    const idle = connections.findIdle(target.origin)
    if (idle) {
      try {
        return await sendOn(idle, message, limits, signal)
      } catch (error) {
        // A receiver may close an idle connection at any time, also while our request is on its way to it.
        if (!(error instanceof Unanswered) || error.hasBegun || signal.aborted) throw error
      }
    }
    return sendOn(await connections.make(target, signal), message, limits, signal)
  }

  async function sendOn(connection: Connection, message: Message, limits: BodyLimits, signal: AbortSignal) {
    let isReusable = false
    try {
      const answer = await exchange(connection.client, message, { ...limits, signal })
      isReusable = answer.isComplete
      return answer
    } finally {
      if (isReusable) connections.release(connection)
      else connections.drop(connection)
    }
  }

  async function ask({ url, limits, signal, ...message }: Asked) {
    const startedAt = performance.now()
    const elapsedMs = () => Math.round(performance.now() - startedAt)
    signal?.throwIfAborted()
    const read = readUrl(url, rules)
    if ('refusal' in read) throw new OutboundFailure(couldNotConnect, elapsedMs(), `the URL ${read.refusal}`)

    const ending = new AbortController()
    const timer = setTimeout(() => ending.abort(new Error('the deadline is over')), totalMs)
    const abort = () => ending.abort(signal?.reason)
    signal?.addEventListener('abort', abort, { once: true })
    try {
      const { path } = read.target
      const answer = await send(read.target, { ...message, path }, limits, ending.signal)
      return { ...answer, durationMs: elapsedMs() }
    } catch (error) {
      signal?.throwIfAborted()
      const text = ending.signal.aborted ? `no answer within ${totalMs / 1000} s` : undefined
      throw failureOf(error, elapsedMs(), text)
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
    }
  }

  return {
    refusalOf(url) {
      const read = readUrl(url, rules)
      return 'refusal' in read ? read.refusal : undefined
    },
    async post(request) {
      const { isComplete: _, ...answer } = await ask({ method: 'POST', ...request, limits: ofAnswers })
      return answer
    },
    async get({ url, headers, mostBytes }) {
      const limits = { bodyMs: wholeBodyMs, keptBytes: mostBytes, readBytes: mostBytes }
      const { isComplete, ...answer } = await ask({ method: 'GET', url, headers, body: null, limits })
      if (isComplete) return answer
      throw new OutboundFailure('the answer was too large or broken off', answer.durationMs, undefined)
    },
    close: connections.close,
  }
}

// One text for all that can happen before a connection stands, or the log would tell which names and ports exist inside.
const couldNotConnect = 'could not connect'

function failureOf(error: unknown, durationMs: number, lateText: string | undefined) {
  if (!(error instanceof Unanswered)) return new OutboundFailure(couldNotConnect, durationMs, error)
  // Headers that cannot be sent are a bug of ours, and no receiver's failure.
  if (error.cause instanceof errors.InvalidArgumentError) return error.cause
  const isGarbled = [errors.HTTPParserError, errors.HeadersOverflowError].some(
    (kind) => error.cause instanceof kind,
  )
  const text = lateText ?? (isGarbled ? 'the answer was not valid HTTP' : 'the answer was broken off')
  return new OutboundFailure(text, durationMs, error)
}

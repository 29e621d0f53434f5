import { hash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { LRUCache } from 'lru-cache'
import { createFairQueue, type FairQueueEntry } from '../concurrency/fair-queue.ts'
import { unavailable } from '../problem.ts'
import type { Log } from '../telemetry/log.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import { addressBucket, callerAddress, type TrustProxy } from './caller-address.ts'
import { createLagDetector, tickIntervalMs } from './event-loop-lag.ts'
import { responseHeaders } from './response-headers.ts'

export type Admission = ReturnType<typeof openAdmission>

type Handle = (request: IncomingMessage, response: ServerResponse) => void
type IncomingRequest = { request: IncomingMessage; response: ServerResponse; handle: Handle }
type QueuedRequest = FairQueueEntry & IncomingRequest

/** Route patterns that admission control treats differently, matched against `METHOD /path`. */
type AdmissionRoutes = { highPriority: RegExp; lists: RegExp }

type AdmissionOptions = {
  /** Maximum number of concurrent requests while others are queued, which is the size of the database pool. */
  maxConcurrent: number
  /** Maximum time in the queue before a request is shed. */
  maxWaitMs: number
  /** Database connections in use plus callers waiting for one, including those of this process's tasks. */
  databaseLoad(): number
  isDraining(): boolean
  /** Whether callers reach the service over HTTPS. */
  isHttps: boolean
  trustProxy: TrustProxy
  log: Log
  metrics: Metrics
  newRequestId(): string
}

const maxQueued = 1_000
/** Share of the capacity that is filled from the high-priority queue first. */
const highPriorityShare = 0.2
const sweepIntervalMs = 5
/**
 * Share of the maximum wait that applies to clients whose requests have waited for longer than this all the time: for
 * these clients, waiting only adds latency.
 */
const sustainedWaitShare = 0.4
const logIntervalMs = 1_000
const probes = /^\/(?:livez|readyz|metrics)(?:\?|$)/
const shedBody = JSON.stringify({ errors: unavailable(undefined).errors })

/**
 * Admission control. It runs when only the headers of a request have been read. While the database pool is busy,
 * requests queue fairly by client and only briefly: an answer after the caller's timeout is wasted work. Requests
 * that wait too long are shed with 503.
 */
export function openAdmission(options: AdmissionOptions) {
  const { maxConcurrent, maxWaitMs, databaseLoad, log, metrics } = options
  const queue = createFairQueue<QueuedRequest>()
  const highPriorityQueue = createFairQueue<QueuedRequest>()
  const clientsByCredential = new LRUCache<string, string>({ max: 50_000 })
  const routes: AdmissionRoutes = { highPriority: /^$/, lists: /^$/ }
  let inFlight = 0
  let highPriorityInFlight = 0
  // Requests admitted in this turn of the event loop, which databaseLoad does not include yet.
  let justAdmitted = 0
  const eventLoop = createLagDetector(performance.now())
  let shedCount = 0
  let lastLoggedAt = 0
  let sweepTimer: NodeJS.Timeout | undefined

  // Requests that wait for a task, a file or their own body hold no database connection, so they do not count as
  // load.
  const isFull = () =>
    justAdmitted >= maxConcurrent ||
    (inFlight >= maxConcurrent && databaseLoad() + justAdmitted >= maxConcurrent)

  function admit({ request, response, handle }: IncomingRequest, isHighPriority = false) {
    inFlight++
    if (isHighPriority) highPriorityInFlight++
    if (justAdmitted++ === 0) setImmediate(onLoopTurn)
    response.once('close', () => {
      inFlight--
      if (isHighPriority) highPriorityInFlight--
      admitQueued()
    })
    handle(request, response)
  }

  const queuedCount = () => queue.size() + highPriorityQueue.size()

  function onLoopTurn() {
    justAdmitted = 0
    admitQueued()
  }

  function admitQueued() {
    while (queuedCount() > 0 && !isFull()) {
      const isHighPriorityFirst = highPriorityInFlight < Math.ceil(maxConcurrent * highPriorityShare)
      const highPriority = isHighPriorityFirst || queue.size() === 0 ? highPriorityQueue.dequeue() : undefined
      const next = highPriority ?? queue.dequeue()
      if (!next) break
      next.response.off('close', removeFromQueue)
      admit(next, highPriority !== undefined)
    }
  }

  function sweep() {
    const now = performance.now()
    for (const late of highPriorityQueue.evictExpired(now, maxWaitMs, maxWaitMs)) shed(late)
    for (const late of queue.evictExpired(now, maxWaitMs, maxWaitMs * sustainedWaitShare)) shed(late)
    admitQueued()
    if (queuedCount() > 0) return
    clearInterval(sweepTimer)
    sweepTimer = undefined
  }

  // Removes a request from the queue when its client has closed the connection.
  const queuedByResponse = new WeakMap<ServerResponse, QueuedRequest>()
  function removeFromQueue(this: ServerResponse) {
    const queued = queuedByResponse.get(this)
    if (queued && !queue.remove(queued)) highPriorityQueue.remove(queued)
  }

  function enqueue(request: IncomingMessage, response: ServerResponse, handle: Handle) {
    // HEAD is admitted like the corresponding GET.
    const route = `${request.method === 'HEAD' ? 'GET' : request.method} ${request.url}`
    const queued = { request, response, handle, group: groupOf(request), queuedAt: performance.now() }
    if (eventLoop.isLagging() && routes.lists.test(route)) return shed(queued)
    const target = routes.highPriority.test(route) ? highPriorityQueue : queue
    target.enqueue(queued)
    queuedByResponse.set(response, queued)
    response.once('close', removeFromQueue)
    sweepTimer ??= setInterval(sweep, sweepIntervalMs)
    if (target.size() > maxQueued) {
      const evicted = target.evictFromLongest()
      if (evicted) shed(evicted)
    }
  }

  /** Groups by client if the credential was valid before, otherwise by address, so that made-up credentials gain nothing. */
  function groupOf(request: IncomingMessage) {
    const credential = credentialOf(request.headers)
    const client = credential && clientsByCredential.get(digestOf(credential))
    if (client) return client
    return addressBucket(callerAddress(request, options.trustProxy))
  }

  function shed({ response, request, queuedAt }: Pick<QueuedRequest, 'response' | 'request' | 'queuedAt'>) {
    response.off('close', removeFromQueue)
    shedCount++
    metrics.shedRequests.inc()
    metrics.requests.observe({ operation: 'refused', status: 503 }, (performance.now() - queuedAt) / 1000)
    response.writeHead(503, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': shedBody.length,
      // Jitter prevents clients from all retrying at the same moment.
      'retry-after': String(1 + Math.floor(Math.random() * 3)),
      'x-svc-error-code': 'unavailable',
      'x-request-id': options.newRequestId(),
      ...responseHeaders(options.isHttps),
      ...(options.isDraining() && { connection: 'close' }),
    })
    response.end(request.method === 'HEAD' ? undefined : shedBody)
  }

  const tickTimer = setInterval(() => {
    const now = performance.now()
    eventLoop.tick(now)
    if (shedCount === 0 || now - lastLoggedAt < logIntervalMs) return
    log.warn({ refused: shedCount }, 'shed requests: process overloaded')
    lastLoggedAt = now
    shedCount = 0
  }, tickIntervalMs).unref()

  return {
    /** Wraps a request listener with queueing and load shedding. */
    guard(handle: Handle): Handle {
      return (request, response) => {
        if (probes.test(request.url ?? '')) handle(request, response)
        else if (queuedCount() === 0 && !isFull()) admit({ request, response, handle })
        else enqueue(request, response, handle)
      }
    },
    /** Records a verified credential, so that its next requests queue with those of its client. */
    rememberCredential(headers: IncomingMessage['headers'], clientId: string) {
      const credential = credentialOf(headers)
      if (credential) clientsByCredential.set(digestOf(credential), clientId)
    },
    setRoutes(patterns: AdmissionRoutes) {
      Object.assign(routes, patterns)
    },
    queuedCount,
    close() {
      clearInterval(sweepTimer)
      clearInterval(tickTimer)
    },
  }
}

// The console sends its session as a cookie.
const credentialOf = ({ 'x-api-key': key, authorization, cookie }: IncomingMessage['headers']) =>
  key === undefined ? (authorization ?? cookie) : String(key)

// Only digests of credentials are kept in memory beyond their request.
const digestOf = (credential: string) => hash('sha256', credential, 'base64')

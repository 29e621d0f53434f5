import { hash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { LRUCache } from 'lru-cache'
import { openFairLine, type Place } from '../concurrency/fair-queue.ts'
import { unavailable } from '../problem.ts'
import type { Log } from '../telemetry/log.ts'
import type { Metrics } from '../telemetry/metrics.ts'

export type Admission = ReturnType<typeof openAdmission>

type Handle = (request: IncomingMessage, response: ServerResponse) => void
type Asking = { request: IncomingMessage; response: ServerResponse; handle: Handle }
type Waiting = Place & Asking

/** What of the routes counts at the door. Both are tried against `METHOD /path`. */
type Routes = { vital: RegExp; lists: RegExp }

type Parts = {
  /** Requests under way while others wait: no more than the database has connections for them. */
  atOnce: number
  /** How long one may wait in line. */
  waitMs: number
  /** How many hold or want a connection, tasks of this process included. */
  databaseLoad(): number
  isDraining(): boolean
  trustProxy: boolean
  log: Log
  metrics: Metrics
  newRequestId(): string
}

const longestLine = 1_000
/** The part of what is under way for which vital requests go first. */
const keptForVital = 0.2
const sweepMs = 5
const tickMs = 100
/** The part of the wait that is left to a client who always waits. */
const standing = 0.4
const lateMs = 200
const probes = /^\/(?:livez|readyz|metrics)(?:\?|$)/
const refusal = JSON.stringify({ errors: unavailable(undefined).errors })

/**
 * The door of the process, before anything of a request is looked at but its headers. Nobody waits while there is room. When
 * there is none, requests wait in a line in which clients take turns, and for a short time only: an answer that comes after
 * its caller has given up is work for nothing.
 */
export function openAdmission(parts: Parts) {
  const { atOnce, waitMs, databaseLoad, log, metrics } = parts
  const line = openFairLine<Waiting>()
  const vitalLine = openFairLine<Waiting>()
  const clients = new LRUCache<string, string>({ max: 50_000 })
  const routes: Routes = { vital: /^$/, lists: /^$/ }
  let underWay = 0
  let vitalUnderWay = 0
  // Let in since the event loop last turned: they have not come to ask for a connection yet.
  let fresh = 0
  let lastTickAt = performance.now()
  let isLate = false
  let refused = 0
  let lastToldAt = 0
  let sweeping: NodeJS.Timeout | undefined

  // Requests that wait for a task, a file or their own body hold no connection, and so no place that others could have.
  const isFull = () => fresh >= atOnce || (underWay >= atOnce && databaseLoad() + fresh >= atOnce)

  function letIn({ request, response, handle }: Asking, isVital = false) {
    underWay++
    if (isVital) vitalUnderWay++
    if (fresh++ === 0) setImmediate(turn)
    response.once('close', () => {
      underWay--
      if (isVital) vitalUnderWay--
      callIn()
    })
    handle(request, response)
  }

  const waitingNow = () => line.size() + vitalLine.size()

  function turn() {
    fresh = 0
    callIn()
  }

  function callIn() {
    while (waitingNow() > 0 && !isFull()) {
      const vitalFirst = vitalUnderWay < Math.ceil(atOnce * keptForVital)
      const vital = vitalFirst || line.size() === 0 ? vitalLine.next() : undefined
      const next = vital ?? line.next()
      if (!next) break
      next.response.off('close', forget)
      letIn(next, vital !== undefined)
    }
  }

  function sweep() {
    const now = performance.now()
    for (const place of vitalLine.takeLate(now, waitMs, waitMs)) refuse(place)
    for (const place of line.takeLate(now, waitMs, waitMs * standing)) refuse(place)
    callIn()
    if (waitingNow() > 0) return
    clearInterval(sweeping)
    sweeping = undefined
  }

  // The caller went away while it waited.
  const places = new WeakMap<ServerResponse, Waiting>()
  function forget(this: ServerResponse) {
    const place = places.get(this)
    if (place && !line.leave(place)) vitalLine.leave(place)
  }

  function join(request: IncomingMessage, response: ServerResponse, handle: Handle) {
    const route = `${request.method} ${request.url}`
    const place = { request, response, handle, group: groupOf(request), since: performance.now() }
    if (isLate && routes.lists.test(route)) return refuse(place)
    const joined = routes.vital.test(route) ? vitalLine : line
    joined.join(place)
    places.set(response, place)
    response.once('close', forget)
    sweeping ??= setInterval(sweep, sweepMs)
    if (joined.size() > longestLine) {
      const longest = joined.takeFromLongest()
      if (longest) refuse(longest)
    }
  }

  /** By client where the credential has been good before; whoever makes one up is known by address only. */
  function groupOf({ headers, socket }: IncomingMessage) {
    const credential = credentialOf(headers)
    const client = credential && clients.get(digestOf(credential))
    if (client) return client
    const forwarded = parts.trustProxy ? String(headers['x-forwarded-for'] ?? '') : ''
    return forwarded.slice(forwarded.lastIndexOf(',') + 1).trim() || String(socket.remoteAddress)
  }

  function refuse({ response, request, since }: Pick<Waiting, 'response' | 'request' | 'since'>) {
    response.off('close', forget)
    refused++
    metrics.turnedAway.inc()
    metrics.requests.observe({ operation: 'refused', status: 503 }, (performance.now() - since) / 1000)
    response.writeHead(503, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': refusal.length,
      // Not all at the same moment.
      'retry-after': String(1 + Math.floor(Math.random() * 3)),
      'x-svc-error-code': 'unavailable',
      'x-request-id': parts.newRequestId(),
      'cache-control': 'no-store',
      ...(parts.isDraining() && { connection: 'close' }),
    })
    response.end(request.method === 'HEAD' ? undefined : refusal)
  }

  const ticking = setInterval(() => {
    const now = performance.now()
    isLate = now - lastTickAt > tickMs + lateMs
    lastTickAt = now
    if (refused === 0 || now - lastToldAt < 1_000) return
    log.warn({ refused }, 'requests were refused: more come than this process can do')
    lastToldAt = now
    refused = 0
  }, tickMs).unref()

  return {
    /** A request listener that lets others wait, and refuses those who waited too long. */
    guard(handle: Handle): Handle {
      return (request, response) => {
        if (probes.test(request.url ?? '')) handle(request, response)
        else if (waitingNow() === 0 && !isFull()) letIn({ request, response, handle })
        else join(request, response, handle)
      }
    },
    /** This credential was good, and its client's. */
    remember(headers: IncomingMessage['headers'], clientId: string) {
      const credential = credentialOf(headers)
      if (credential) clients.set(digestOf(credential), clientId)
    },
    /** Told once the routes are known. */
    heed(told: Routes) {
      Object.assign(routes, told)
    },
    waiting: waitingNow,
    close() {
      clearInterval(sweeping)
      clearInterval(ticking)
    },
  }
}

const credentialOf = ({ 'x-api-key': key, authorization }: IncomingMessage['headers']) =>
  key === undefined ? authorization : String(key)

// The credential itself is in nobody's memory for longer than its request.
const digestOf = (credential: string) => hash('sha256', credential, 'base64')

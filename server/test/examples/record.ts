import { randomUUID } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ApiOperation, isPathOf } from '../../src/platform/http/operation.ts'

/** A real exchange of the tests, shortened for the API description. A delivery of a webhook has no response. */
export type RecordedExchange = { request?: unknown; response?: unknown }
export type RecordedExchanges = Record<string, Record<string, RecordedExchange>>

// Maximum size of an example. Smaller examples are preferred, because readers scroll past larger ones.
const maxExampleBytes = 8_000
const maxItems = 2
const maxTextLength = 160
const isBase64Url = /^[\w-]+$/

const exchanges: RecordedExchanges = {}
// biome-ignore lint/style/noProcessEnv: set by dev/record-examples.ts alone.
const folder = process.env.RECORD_EXAMPLES

const file = `${randomUUID()}.json`

/** Writes the exchanges recorded in this process, which may run several test files. */
export function saveExchanges() {
  if (!folder) return
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, file), JSON.stringify(exchanges))
}

/** Remembers one exchange per operation and status; does nothing unless examples are being recorded. */
export function recordExchange(
  operations: readonly ApiOperation[],
  call: { method: string; path: string; request: unknown; status: number; response: unknown },
) {
  if (!folder || call.response === undefined) return
  const matches = operations.filter(({ method, url }) => method === call.method && isPathOf(url, call.path))
  // As in the router, /members/sessions is not /members/:id.
  const operation = matches.find(({ url }) => url === call.path.split('?')[0]) ?? matches[0]
  if (!operation) return
  const { operationId } = operation.schema
  const exchange = {
    ...(call.request !== undefined && { request: shorten(call.request) }),
    response: shorten(call.response),
  }
  exchanges[operationId] ??= {}
  const ofOperation = exchanges[operationId]
  ofOperation[call.status] = preferred(ofOperation[call.status], exchange)
}

const madeUpUsers = new Set<string>()

/** Events that a test publishes about this user are made up, so they are no examples. */
export const ignoreEventsAbout = (userId: string) => madeUpUsers.add(userId)

/** Remembers the body of a delivered event by its kind; does nothing unless examples are being recorded. */
export function recordEvent(body: unknown, headers: Record<string, string>) {
  if (!folder || typeof body !== 'object' || body === null) return
  const { event, user_id } = body as { event?: string; user_id?: string }
  if (!event || !user_id || madeUpUsers.has(user_id)) return
  // Test deliveries are made up; tombstones have no data.
  if (headers['x-svc-test'] || headers['x-svc-tombstone']) return
  exchanges[event] = { delivery: preferred(exchanges[event]?.delivery, { request: shorten(body) }) }
}

/** The richest exchange that is not too long. */
export function preferred(one: RecordedExchange | undefined, other: RecordedExchange): RecordedExchange {
  if (!one) return other
  const sizes = [one, other].map((exchange) => JSON.stringify(exchange).length) as [number, number]
  if (sizes[0] > maxExampleBytes || sizes[1] > maxExampleBytes) return sizes[0] <= sizes[1] ? one : other
  return sizes[1] > sizes[0] ? other : one
}

/** Cuts long lists and texts, such as tokens, and replaces the addresses of test servers by a meaningful name. */
function shorten(value: unknown): unknown {
  if (typeof value === 'string') {
    const text = value.replace(/https?:\/\/127\.0\.0\.1:\d+/g, 'https://payproof.example')
    // Plain dots are used, so that a cut URL is still a valid URL.
    if (text.length <= maxTextLength) return text
    // Dots would make an encoded value invalid.
    return isBase64Url.test(text) ? text.slice(0, maxTextLength) : `${text.slice(0, maxTextLength - 3)}...`
  }
  // Lists of numbers are coordinates and are not cut.
  if (Array.isArray(value))
    return (typeof value[0] === 'number' ? value : value.slice(0, maxItems)).map(shorten)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shorten(inner)]))
}

import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Environment } from '../environment.ts'
import type { Log } from '../telemetry/log.ts'
import type { Metrics } from '../telemetry/metrics.ts'

/** A finished request of an API key or a member. Contains nothing that a person typed. */
export type LoggedRequest = {
  client_id: string
  at: Date
  method: string
  /** Path pattern, such as `/users/{user_id}`. */
  route: string
  /** With ids filled in for successful requests in the sandbox; otherwise the pattern. */
  path: string
  operation_id: string
  status: number
  duration_ms: number
  actor_kind: 'api_key' | 'member'
  actor_id: string
  request_id: string
  error_code: string | null
  /** Query parameters by name. The value is null unless it is known to identify no one. */
  query: Record<string, string | null>
  /** Paths of the fields in the body that the operation declares. */
  body_fields: string[]
  /** Declared fields that an error named. */
  error_fields: string[]
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Names of the fields that the error reply is about; null for other replies. */
    errorFields: string[] | null
    /** The body before defaults were filled in. */
    sentBody: unknown
  }
}

/** Query parameters whose values identify no one. All other values are dropped. */
const plainQueryNames = new Set([
  'advice',
  'as_of',
  'days',
  'direction',
  'event',
  'is_assigned',
  'limit',
  'method',
  'offset',
  'operation_id',
  'recurring_enabled',
  'severity',
  'sort',
  'state',
  'status',
])
const plainValuePattern = /^[\w.,:-]{1,40}$/
const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const maxFields = 50
const maxDepth = 4

const namesBySchema = new WeakMap<object, ReadonlySet<string>>()

/** All field names that a schema declares, at any depth. */
export function declaredNames(schema: unknown): ReadonlySet<string> {
  if (!(schema instanceof z.ZodType)) return new Set()
  const known = namesBySchema.get(schema)
  if (known) return known
  const names = new Set<string>()
  collectNames(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), names)
  namesBySchema.set(schema, names)
  return names
}

function collectNames(node: unknown, names: Set<string>) {
  if (typeof node !== 'object' || node === null) return
  for (const [key, value] of Object.entries(node)) {
    if (key === 'properties') for (const name of Object.keys(value)) names.add(name)
    collectNames(value, names)
  }
}

/** Lists the paths of declared fields in a body. Undeclared names may contain anything, so they are left out. */
export function listBodyFields(body: unknown, names: ReadonlySet<string>): string[] {
  const paths = new Set<string>()
  const visit = (value: unknown, prefix: string, depth: number) => {
    if (paths.size >= maxFields || depth > maxDepth) return
    if (Array.isArray(value)) return visit(value[0], prefix, depth + 1)
    if (typeof value !== 'object' || value === null) return
    for (const [name, field] of Object.entries(value)) {
      if (!names.has(name)) continue
      paths.add(prefix + name)
      visit(field, `${prefix}${name}.`, depth + 1)
    }
  }
  visit(body, '', 1)
  return [...paths].slice(0, maxFields)
}

/** Values of a refused request are left out: they may be anything that was typed into the wrong place. */
export function describeQuery(
  query: unknown,
  names: ReadonlySet<string>,
  { withValues }: { withValues: boolean },
) {
  const described: Record<string, string | null> = {}
  if (typeof query !== 'object' || query === null) return described
  for (const [name, value] of Object.entries(query)) {
    if (!names.has(name)) continue
    const isPlain = withValues && plainQueryNames.has(name) && plainValuePattern.test(String(value))
    described[name] = isPlain ? String(value) : null
  }
  return described
}

/** `/users/:user_id` → `/users/{user_id}`, with ids if asked for. Codes and names in paths are never filled in. */
export function describePath(url: string, params: unknown, { withIds }: { withIds: boolean }) {
  const given = (params ?? {}) as Record<string, unknown>
  return url.replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = given[name]
    return withIds && typeof value === 'string' && uuidPattern.test(value) ? value : `{${name}}`
  })
}

function describeRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  environment: Environment,
): LoggedRequest | undefined {
  const { caller, routeOptions, method, id } = request
  const { schema, url } = routeOptions
  if (!caller || caller.kind === 'user' || !schema?.operationId || !url || schema.hide) return undefined
  const bodyNames = declaredNames(schema.body)
  const queryNames = declaredNames(schema.querystring)
  const code = reply.getHeader('x-svc-error-code')
  const fields = request.errorFields ?? []
  return {
    client_id: caller.clientId,
    at: new Date(Date.now() - reply.elapsedTime),
    method,
    route: describePath(url, undefined, { withIds: false }),
    path: describePath(url, request.params, { withIds: environment === 'sandbox' && reply.statusCode < 400 }),
    operation_id: schema.operationId,
    status: reply.statusCode,
    duration_ms: Math.round(reply.elapsedTime),
    actor_kind: caller.kind,
    actor_id: caller.id,
    request_id: id,
    error_code: typeof code === 'string' ? code : null,
    query: describeQuery(sentQuery(request), queryNames, { withValues: reply.statusCode < 400 }),
    body_fields: listBodyFields(request.sentBody, bodyNames),
    error_fields: fields.filter((field) =>
      field
        .split('.')
        .every((name, n) => (n > 0 && /^\d{1,3}$/.test(name)) || bodyNames.has(name) || queryNames.has(name)),
    ),
  }
}

/** The query as sent, without defaults. */
const sentQuery = ({ url }: FastifyRequest) => Object.fromEntries(new URL(url, 'http://path').searchParams)

const fieldPattern = /^(?:Field|Request is missing the required field) \[([\w.]{1,100})\]/

/** Names of the fields that error messages are about, without the messages. */
export const fieldsNamedIn = (errors: readonly string[]) => [
  ...new Set(errors.flatMap((error) => fieldPattern.exec(error)?.[1] ?? [])),
]

/** Reading the log is not logged: a page that polls it would fill it. */
const unloggedOperation = 'listRequests'
const flushIntervalMs = 1_000
const maxBatch = 500
/** About 2 MB. Further requests are dropped and counted. */
const maxBuffered = 5_000

type RequestLogDeps = {
  environment: Environment
  metrics: Metrics
  log: Log
  /** Stores a batch. Rejects if the database is unreachable. */
  store(batch: readonly LoggedRequest[]): Promise<void>
  /** Whether requests wait for the database. The log then gives way to them. */
  isBusy(): boolean
}

export type RequestLog = ReturnType<typeof createRequestLog>

/** Collects finished requests and stores them in batches. It never delays or fails a request; overflow is dropped. */
export function createRequestLog({ environment, metrics, log, store, isBusy }: RequestLogDeps) {
  let buffer: LoggedRequest[] = []
  let timer: NodeJS.Timeout | undefined
  let flushing: Promise<void> | undefined

  function schedule() {
    timer ??= setTimeout(() => {
      timer = undefined
      if (isBusy()) schedule()
      else void flush()
    }, flushIntervalMs).unref()
  }

  function flush(): Promise<void> {
    flushing ??= storeAll().finally(() => {
      flushing = undefined
      if (buffer.length > 0) schedule()
    })
    return flushing
  }

  async function storeAll() {
    do {
      const batch = buffer.slice(0, maxBatch)
      buffer = buffer.slice(maxBatch)
      if (batch.length === 0) return
      try {
        await store(batch)
      } catch (error) {
        metrics.requestLogDropped.inc(batch.length)
        log.warn({ err: error, count: batch.length }, 'could not store request log; dropped')
        return
      }
    } while (!isBusy())
  }

  return {
    add(request: FastifyRequest, reply: FastifyReply) {
      try {
        const described = describeRequest(request, reply, environment)
        if (!described || described.operation_id === unloggedOperation) return
        if (buffer.length >= maxBuffered) return metrics.requestLogDropped.inc()
        buffer.push(described)
        schedule()
      } catch (error) {
        metrics.requestLogDropped.inc()
        log.warn({ err: error }, 'could not describe a request for the request log')
      }
    },
    /** Stores what is buffered, one batch at a time. */
    async close() {
      clearTimeout(timer)
      for (let batches = Math.ceil(buffer.length / maxBatch) + 1; batches > 0; batches--) await flush()
      clearTimeout(timer)
    },
  }
}

import { randomUUIDv7 } from 'node:crypto'
import type { RequestListener } from 'node:http'
import { Readable } from 'node:stream'
import {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyTypeProvider,
  fastify,
  LogController,
  type RawReplyDefaultExpression,
  type RawRequestDefaultExpression,
  type RawServerDefault,
  type RouteOptions,
} from 'fastify'
import { z } from 'zod'
import type { Tenancy } from '../database/tenancy.ts'
import { forbidden, invalid, notFound, tooManyRequests, unauthorised } from '../problem.ts'
import type { Keyring } from '../secrets/keyring.ts'
import type { TaskWaiter } from '../tasks/wait-for-end.ts'
import type { Log } from '../telemetry/log.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import { type Span, type Tracer, withSpan } from '../telemetry/tracing.ts'
import type { Admission } from './admission.ts'
import { type Authenticate, type CallerKind, isRoleAtLeast } from './caller.ts'
import { replyNotFound, replyToBrokenRequest, replyWithErrors } from './errors.ts'
import { type ReplySteps, runOncePerKey } from './idempotency.ts'
import { type ApiOperation, type ErrorStatus, undeclaredStatus } from './operation.ts'
import type { RateLimit } from './rate-limit.ts'
import { PendingReply } from './task-reply.ts'
import { checkRequest } from './validation.ts'

interface ZodTypes extends FastifyTypeProvider {
  validator: this['schema'] extends z.ZodType ? z.output<this['schema']> : unknown
  serializer: this['schema'] extends z.ZodType ? z.output<this['schema']> : unknown
}

export type Server = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  ZodTypes
>

declare module 'fastify' {
  interface FastifySchema {
    operationId?: string
    tags?: readonly string[]
    summary?: string
    description?: string
    /** Excluded from openapi.json: pages and assets. */
    hide?: boolean
    /** Error statuses that the handler throws in addition to those derived in operation.ts. */
    errors?: readonly ErrorStatus[]
  }
  interface FastifyRequest {
    /** Null if tracing is off, and for pages and probes. */
    span: Span | null
  }
  interface FastifyInstance {
    operations: ApiOperation[]
    /** Set in a scope whose routes come from a library and cannot declare their caller: makes them public pages. */
    isPublicPages: boolean
  }
}

export type ServerDeps = {
  log: Log
  metrics: Metrics
  database: Tenancy
  keyring: Keyring
  authenticate: Authenticate
  rateLimit: RateLimit
  /** Queues and sheds requests while the process is overloaded. */
  admission?: Admission | undefined
  waiting: TaskWaiter
  /** Validates replies against their schemas; on in development and tests. */
  checkReplies: boolean
  trustProxy: boolean
  /** True once the process has received a stop signal. */
  isDraining(): boolean
  /** Undefined if tracing is off. */
  tracer?: Tracer | undefined
}

const bodyLimit = 1024 * 1024

export const newRequestId = () => `req_${randomUUIDv7().replaceAll('-', '')}`

/** A server without routes, with everything that applies to all of them: parsing, errors, authentication, limits, logs. */
export function createServer(deps: ServerDeps): Server {
  const server = fastify({
    loggerInstance: deps.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: newRequestId,
    bodyLimit,
    requestTimeout: 15_000,
    connectionTimeout: 60_000,
    keepAliveTimeout: 65_000,
    routerOptions: { maxParamLength: 200 },
    exposeHeadRoutes: false,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    trustProxy: deps.trustProxy,
    http: {
      maxHeaderSize: 16 * 1024,
      headersTimeout: 10_000,
      // Node enforces these timeouts only every 30 s by default, which would turn 10 s into 40 s.
      connectionsCheckingInterval: 1_000,
      requireHostHeader: false,
    },
    // Fastify rejects malformed paths before any hook runs, so the headers are set here.
    frameworkErrors(error, request, reply) {
      reply.headers(headersOf(request))
      return replyWithErrors(error, request, reply as FastifyReply)
    },
    clientErrorHandler: (error, socket) =>
      replyToBrokenRequest(error, socket, { log: deps.log, requestId: newRequestId() }),
  }).withTypeProvider<ZodTypes>() as unknown as Server

  if (deps.admission) installAdmission(server, deps.admission)
  const operations: ApiOperation[] = []
  const checkedOperation = ({ method, routeOptions }: FastifyRequest) =>
    deps.checkReplies
      ? operations.find((operation) => operation.method === method && operation.url === routeOptions.url)
      : undefined
  server.decorate('operations', operations)
  server.decorate('isPublicPages', false)
  server.decorateRequest('caller', null as never)
  server.decorateRequest('tenant', null as never)
  server.decorateRequest('subjectUserId', null)
  server.decorateRequest('span', null)
  server.setErrorHandler<FastifyError>((error, request, reply) =>
    withSpan(request.span, () => replyWithErrors(error, request, reply, checkedOperation(request))),
  )
  server.setNotFoundHandler(replyNotFound)
  // Only JSON bodies are accepted; Fastify's default text/plain parser would let others through.
  server.removeAllContentTypeParsers()
  const parseJson = server.getDefaultJsonParser('error', 'error')
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    // Many clients send Content-Type: application/json on every call, even without a body.
    if (text.length === 0) done(null, undefined)
    else parseJson(request, text.toString(), done)
  })

  server.addHook('onRoute', function (route) {
    if (this.isPublicPages) {
      route.config = { ...route.config, caller: 'public' }
      route.schema = { ...route.schema, hide: true }
    }
    const operation = operationOf(route)
    if (operation) operations.push(operation)
    wireRoute(route, operation, deps)
  })
  server.addHook('onRequest', (request, reply, done) => {
    reply.headers(headersOf(request))
    if (deps.tracer) request.span = startSpan(request, deps.tracer)
    // Checked here because Node's own check replies without a body.
    const hasHost = request.headers.host !== undefined || request.raw.httpVersion !== '1.1'
    done(hasHost ? undefined : invalid('Header [Host] is missing'))
  })
  // While draining, end keep-alive connections so that they neither lose their next request nor delay shutdown.
  server.addHook('onSend', (_request, reply, _payload, done) => {
    if (deps.isDraining()) reply.header('connection', 'close')
    done()
  })
  server.addHook('onResponse', (request, reply, done) => {
    const operation = request.routeOptions.schema?.operationId ?? request.routeOptions.url ?? 'none'
    const seconds = reply.elapsedTime / 1000
    deps.metrics.requests.observe({ operation, status: reply.statusCode }, seconds)
    withSpan(request.span, () => logRequest(request, reply))
    request.span?.end(
      {
        'http.response.status_code': reply.statusCode,
        'payproof.caller': request.caller?.kind ?? 'public',
      },
      reply.statusCode >= 500,
    )
    done()
  })
  return server
}

// Installed between Node and Fastify, so that a shed request costs only the parsing of its headers.
function installAdmission(server: Server, admission: Admission) {
  const [handle] = server.server.listeners('request') as RequestListener[]
  if (!handle) throw new Error('Fastify has no listener for requests')
  server.server.removeAllListeners('request').on('request', admission.guard(handle))
  server.addHook('onReady', async () => admission.setRoutes(admissionRoutes(server.operations)))
}

function admissionRoutes(operations: readonly ApiOperation[]) {
  const patternOf = ({ method, url }: ApiOperation) => `${method} ${url.replace(/:\w+/g, '[^/?]+')}`
  const patternOfAny = (matching: ApiOperation[]) =>
    new RegExp(`^(?:${matching.map(patternOf).join('|')})(?:\\?|$)`)
  return {
    highPriority: patternOfAny(operations.filter(({ priority }) => priority === 'high')),
    lists: patternOfAny(operations.filter(({ schema }) => schema.operationId.startsWith('list'))),
  }
}

function logRequest(request: FastifyRequest, reply: FastifyReply) {
  request.log.info(
    {
      method: request.method,
      route: request.routeOptions.url ?? null,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      caller: request.caller ? `${request.caller.kind}:${request.caller.id}` : null,
      client: request.caller?.clientId ?? null,
    },
    'request',
  )
}

// Ignores the caller's traceparent: otherwise callers could control sampling and reuse one trace id for everything.
function startSpan({ routeOptions, method, id }: FastifyRequest, tracer: Tracer) {
  const { url: route, schema } = routeOptions
  if (!route || !schema?.operationId) return null
  return tracer.start(`${method} ${route}`, 'server', {
    'http.request.method': method,
    'http.route': route,
    'payproof.operation': schema.operationId,
    'payproof.request.id': id,
  })
}

const headersOf = ({ id }: { id: string }) => ({
  'x-request-id': id,
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
})

function operationOf(route: RouteOptions): ApiOperation | undefined {
  const { schema, config } = route
  const caller = config?.caller
  if (!caller) throw new Error(`${route.method} ${route.url} does not name its caller`)
  if (schema?.hide) return undefined
  if (!schema?.operationId || !schema.tags || !schema.response) {
    throw new Error(`${route.method} ${route.url} has no operationId, tags or response`)
  }
  if (config.afterTask && route.method !== 'POST' && route.method !== 'PUT') {
    throw new Error(
      `${route.method} ${route.url} waits for a task, but deploy/haproxy/api.cfg allows long replies for POST and PUT only`,
    )
  }
  return {
    method: String(route.method),
    url: route.url,
    caller,
    minRole: config?.minRole ?? 'FullMember',
    priority: config?.priority ?? 'normal',
    schema: schema as unknown as ApiOperation['schema'],
  }
}

/** Wraps the handler with authentication, rate limit, request validation and idempotency. */
function wireRoute(route: RouteOptions, operation: ApiOperation | undefined, deps: ServerDeps) {
  const { handler } = route
  route.onRequest = async (request: FastifyRequest, reply: FastifyReply) =>
    withSpan(request.span, () => authoriseRequest(request, reply, deps))
  route.validatorCompiler = () => () => true
  route.serializerCompiler = () => (payload) => JSON.stringify(payload)
  if (!operation) return

  const { schema } = operation
  const name = `${operation.method} ${operation.url}`
  const successStatuses = Object.keys(schema.response).filter((status) => status.startsWith('2'))
  const isIdempotent =
    (operation.method === 'POST' || operation.method === 'PUT') && operation.caller !== 'public'

  const checked = (reply: FastifyReply, payload: unknown) => {
    if (deps.checkReplies && !(payload instanceof PendingReply))
      checkReply(operation, reply.statusCode, payload)
    return payload
  }
  const steps: ReplySteps = {
    async handle(request, reply) {
      if (successStatuses.length === 1) reply.code(Number(successStatuses[0]))
      return checked(reply, await handler.call(request.server, request, reply))
    },
    async afterTask(request, reply, end) {
      const { afterTask } = request.routeOptions.config
      if (!afterTask) throw new Error(`${name} waits for a task but has no afterTask`)
      if (successStatuses.length === 1) reply.code(Number(successStatuses[0]))
      return checked(reply, await afterTask(request, end, reply))
    },
    waitForTaskEnd: deps.waiting.waitForEnd,
  }
  const handle = async (request: FastifyRequest, reply: FastifyReply) => {
    Object.assign(request, checkRequest(request, schema))
    if (request.caller?.kind === 'user') requireOwnUser(request, request.caller.id)
    if (!isIdempotent || request.headers['idempotency-key'] === undefined)
      return runWithoutKey(request, reply, steps)
    // A client's credentials share its keys, so that a retry may use another credential. Each user has their own keys.
    const scope = request.caller.kind === 'user' ? `${name} by ${request.caller.id}` : name
    return runOncePerKey(request, reply, scope, steps)
  }
  // Reading the body loses the async context of onRequest, so the span is entered again.
  route.handler = (request, reply) => withSpan(request.span, () => handle(request, reply))
}

async function runWithoutKey(request: FastifyRequest, reply: FastifyReply, steps: ReplySteps) {
  const payload = await steps.handle(request, reply)
  if (!(payload instanceof PendingReply)) return payload
  const end = await steps.waitForTaskEnd(request.tenant, payload.taskId)
  return steps.afterTask(request, reply, end)
}

async function authoriseRequest(request: FastifyRequest, reply: FastifyReply, deps: ServerDeps) {
  const { caller: kind = 'public', minRole = 'FullMember' } = request.routeOptions.config
  if (kind === 'public') {
    if (request.method !== 'GET') applyRateLimit(`address ${request.ip}`, reply, deps)
    return
  }
  const caller = await requireCaller(request, reply, kind, deps)
  request.caller = caller
  deps.admission?.rememberCredential(request.headers, caller.clientId)
  applyRateLimit(`${caller.kind} ${caller.id}`, reply, deps)
  if (caller.role && !isRoleAtLeast(caller.role, minRole)) {
    throw forbidden(
      'role-too-low',
      `The role [${caller.role}] may not do this; it needs [${minRole}] or above`,
    )
  }
  const actor = { kind: caller.kind, id: caller.id, requestId: request.id }
  request.tenant = deps.database.tenant(caller.clientId, actor, await deps.keyring.of(caller.clientId))
}

/** Rate-limits failed authentication by address: each failure costs a database look-up, and many of them are guessing. */
async function requireCaller(
  request: FastifyRequest,
  reply: FastifyReply,
  kind: CallerKind,
  deps: ServerDeps,
) {
  const failuresBucket = `refused ${request.ip}`
  if (deps.rateLimit.isSpent(failuresBucket)) applyRateLimit(failuresBucket, reply, deps)
  const { caller, refusal } = await findCaller(request, kind, deps.authenticate)
  if (caller) return caller
  applyRateLimit(failuresBucket, reply, deps)
  throw unauthorised(refusal)
}

async function findCaller(request: FastifyRequest, kind: CallerKind, authenticate: Authenticate) {
  const key = request.headers['x-api-key']
  const { authorization } = request.headers
  if (kind === 'user' || (key === undefined && authorization !== undefined)) {
    const bearer = /^Bearer (\S{1,4096})$/i.exec(authorization ?? '')?.[1]
    const bearerCaller = bearer ? await authenticate.bearer(bearer) : undefined
    const isAllowedKind = kind === 'either' || (bearerCaller?.kind === 'user') === (kind === 'user')
    const refusal = 'No bearer authorisation was provided or its value is wrong'
    return { caller: isAllowedKind ? bearerCaller : undefined, refusal }
  }
  const caller = typeof key === 'string' ? await authenticate.apiKey(key) : undefined
  return { caller, refusal: 'No X-API-KEY header was provided or its value is wrong' }
}

function applyRateLimit(bucket: string, reply: FastifyReply, { rateLimit, metrics }: ServerDeps) {
  const { allowed, remaining, resetSeconds, retryAfterSeconds } = rateLimit.take(bucket)
  reply.headers({
    'ratelimit-policy': rateLimit.policy,
    ratelimit: `"default";r=${remaining};t=${resetSeconds}`,
  })
  if (allowed) return
  metrics.rateLimited.inc()
  throw tooManyRequests('rate-limited', 'Too many requests; please slow down', retryAfterSeconds)
}

/** A user token gives access to its own user only; other users get the same 404 as unknown ones. */
function requireOwnUser(request: FastifyRequest, ownId: string) {
  for (const part of [request.params, request.query, request.body]) {
    const userId = (part as { user_id?: string } | undefined)?.user_id
    if (userId !== undefined && userId !== ownId) throw notFound('User', userId)
  }
}

function checkReply(operation: ApiOperation, status: number, payload: unknown) {
  const { schema, method, url } = operation
  const expected = schema.response[status]
  if (!expected)
    throw (
      undeclaredStatus(operation, status) ?? new Error(`${method} ${url} returned ${status} without throwing`)
    )
  const isFile = Buffer.isBuffer(payload) || payload instanceof Readable
  const sent = isFile ? payload : JSON.parse(JSON.stringify(payload ?? null))
  const parsed = expected.safeParse(sent)
  if (!parsed.success)
    throw new Error(
      `${method} ${url} returned a reply that does not match its schema: ${z.prettifyError(parsed.error)}`,
    )
}

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
import { forwardedByHeader } from '../cells/cell-requests.ts'
import type { Tenancy } from '../database/tenancy.ts'
import { crossSite, forbidden, invalid, notFound, tooManyRequests, unauthorised } from '../problem.ts'
import type { Keyring } from '../secrets/keyring.ts'
import type { TaskWaiter } from '../tasks/wait-for-end.ts'
import type { Log } from '../telemetry/log.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import { type Span, type Tracer, withSpan } from '../telemetry/tracing.ts'
import type { Admission } from './admission.ts'
import {
  type Authenticate,
  type Caller,
  type CallerKind,
  isRoleAtLeast,
  type KeyLimits,
  type MemberRole,
  publicAccess,
  type RouteAccess,
} from './caller.ts'
import { addressBucket, forwardedAddress, type TrustProxy } from './caller-address.ts'
import { compressReply } from './compression.ts'
import { allowOrigin, type RegisteredOrigins, replyToPreflight } from './cors.ts'
import { replyNotFound, replyToBrokenRequest, replyWithErrors } from './errors.ts'
import { type ReplySteps, runOncePerKey } from './idempotency.ts'
import {
  type ApiOperation,
  type ErrorStatus,
  type ReturnedStatus,
  returnedStatuses,
  undeclaredStatus,
} from './operation.ts'
import type { RateLimit } from './rate-limit.ts'
import type { RequestLog } from './request-log.ts'
import { responseHeaders } from './response-headers.ts'
import type { SessionCookie } from './session-cookie.ts'
import { requireRecentAuthentication } from './step-up.ts'
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
    /** Excludes pages and assets from openapi.json. */
    hide?: boolean
    /** Error statuses that the handler throws in addition to those derived in operation.ts. */
    errors?: readonly ErrorStatus[]
  }
  interface FastifyRequest {
    /** Null if tracing is off, and also for pages and probes. */
    span: Span | null
  }
  interface FastifyInstance {
    operations: ApiOperation[]
  }
}

export type ServerDeps = {
  log: Log
  metrics: Metrics
  database: Tenancy
  keyring: Keyring
  authenticate: Authenticate
  rateLimit: RateLimit
  /** Lets the console authenticate by cookie. Without it, cookies are ignored. */
  sessionCookie?: SessionCookie | undefined
  /** Queues and sheds requests while the process is overloaded. */
  admission?: Admission | undefined
  waiting: TaskWaiter
  /** Returns the origins whose pages may call the API with a user token. Without it, no origin may. */
  originsOf?: RegisteredOrigins | undefined
  /** Whether replies are validated against their schemas, as in development and tests. */
  checkReplies: boolean
  trustProxy: TrustProxy
  /** Whether callers reach the service over HTTPS; browsers are then told never to use HTTP. */
  isHttps: boolean
  /** Whether only the cell listener accepts requests that other cells forward. */
  needsCellCertificates?: boolean | undefined
  /** True once the process has received a stop signal. */
  isDraining(): boolean
  /** Undefined if tracing is off. */
  tracer?: Tracer | undefined
  /** Keeps finished requests for the client's developers. Undefined if it is off. */
  requestLog?: RequestLog | undefined
}

const bodyLimit = 1024 * 1024

export const newRequestId = () => `req_${randomUUIDv7().replaceAll('-', '')}`

/**
 * Creates a server without routes, but with everything that applies to all routes: parsing, errors, authentication,
 * limits and logs.
 */
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
    exposeHeadRoutes: true,
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
    // Fastify rejects malformed paths before any hook runs, so the response headers are set here.
    frameworkErrors(error, request, reply) {
      reply.headers(headersOf(request, deps))
      return replyWithErrors(error, request, reply as FastifyReply)
    },
    clientErrorHandler: (error, socket) =>
      replyToBrokenRequest(error, socket, {
        log: deps.log,
        requestId: newRequestId(),
        isHttps: deps.isHttps,
      }),
  }).withTypeProvider<ZodTypes>() as unknown as Server

  if (deps.admission) installAdmission(server, deps.admission)
  // Node replies to an unknown Expect header with an empty 417. RFC 9110 allows ignoring it, so that only declared
  // statuses are returned.
  server.server.on('checkExpectation', (request, response) =>
    server.server.emit('request', request, response),
  )
  const operations: ApiOperation[] = []
  const checkedOperation = ({ method, routeOptions }: FastifyRequest) =>
    deps.checkReplies
      ? operations.find(
          (operation) => operation.method === methodOf(method) && operation.url === routeOptions.url,
        )
      : undefined
  server.decorate('operations', operations)
  server.decorateRequest('caller', null as never)
  server.decorateRequest('tenant', null as never)
  server.decorateRequest('subjectUserId', null)
  server.decorateRequest('span', null)
  server.decorateRequest('errorFields', null)
  server.decorateRequest('sentBody', null)
  server.setErrorHandler<FastifyError>((error, request, reply) =>
    withSpan(request.span, () => replyWithErrors(error, request, reply, checkedOperation(request))),
  )
  server.setNotFoundHandler(replyNotFound)
  // Only JSON bodies are accepted. Fastify's default text/plain parser would accept other bodies.
  server.removeAllContentTypeParsers()
  const parseJson = server.getDefaultJsonParser('error', 'error')
  server.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    // Many clients send Content-Type: application/json on every call, even without a body.
    if (bytes.length === 0) return done(null, undefined)
    const text = decodeUtf8(bytes as Buffer)
    if (text === undefined) return done(invalid('The request body is not valid UTF-8'))
    parseJson(request, text, done)
  })

  server.addHook('onRoute', (route) => {
    const operation = operationOf(route)
    // Fastify adds a HEAD route to each GET route. Both belong to the same operation.
    if (operation && route.method !== 'HEAD') operations.push(operation)
    wireRoute(route, operation, deps)
  })
  server.options('/*', { config: { access: publicAccess }, schema: { hide: true } }, (request, reply) =>
    replyToPreflight(request, reply, operations),
  )
  server.addHook('onRequest', (request, reply, done) => {
    reply.headers(headersOf(request, deps))
    takeForwardedAddress(request, deps)
    if (deps.tracer) request.span = startSpan(request, deps.tracer)
    // The Host header is checked here because Node's own check replies without a body.
    const hasHost = request.headers.host !== undefined || request.raw.httpVersion !== '1.1'
    done(hasHost ? undefined : invalid('Header [Host] is missing'))
  })
  server.addHook('onSend', compressReply)
  // While the process is draining, keep-alive connections are closed, so that they neither lose their next request
  // nor delay the shutdown.
  server.addHook('onSend', (_request, reply, _payload, done) => {
    if (deps.isDraining()) reply.header('connection', 'close')
    done()
  })
  server.addHook('onResponse', (request, reply, done) => {
    const operation = request.routeOptions.schema?.operationId ?? request.routeOptions.url ?? 'none'
    const seconds = reply.elapsedTime / 1000
    deps.metrics.requests.observe({ operation, status: reply.statusCode }, seconds)
    if (returnedStatuses.hasSubscribers)
      returnedStatuses.publish({ operation, status: reply.statusCode } satisfies ReturnedStatus)
    withSpan(request.span, () => logRequest(request, reply))
    deps.requestLog?.add(request, reply)
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

/** Believes the address and the header of a forwarded request only if it came with the certificate of a cell. */
function takeForwardedAddress(request: FastifyRequest, { needsCellCertificates }: ServerDeps) {
  const address = forwardedAddress(request.raw)
  if (address) Object.defineProperty(request, 'ip', { value: address })
  else if (needsCellCertificates) delete request.raw.headers[forwardedByHeader]
}

/** Undefined for bytes that are not UTF-8: decoding them anyway would store a name with characters its sender never wrote. */
function decodeUtf8(bytes: Buffer) {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
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

// The caller's traceparent is ignored: otherwise callers could control sampling and reuse one trace id for
// everything.
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

const headersOf = ({ id }: { id: string }, { isHttps }: Pick<ServerDeps, 'isHttps'>) => ({
  ...responseHeaders(isHttps),
  'x-request-id': id,
})

/** HEAD is treated as GET, but its reply has no body. */
const methodOf = (method: string) => (method === 'HEAD' ? 'GET' : method)

function operationOf(route: RouteOptions): ApiOperation | undefined {
  const { schema, config } = route
  const access: Partial<RouteAccess> | undefined = config?.access
  const { caller, minRole, keyScope, alsoRoles = [] } = access ?? {}
  if (!caller) throw new Error(`${route.method} ${route.url} does not name its caller`)
  const isForClients = caller === 'client' || caller === 'either'
  if (minRole === undefined || (isForClients && minRole === null))
    throw new Error(`${route.method} ${route.url} does not state its minRole`)
  if (keyScope === undefined) throw new Error(`${route.method} ${route.url} does not state its keyScope`)
  if (schema?.hide) return undefined
  if (!schema?.operationId || !schema.tags || !schema.response) {
    throw new Error(`${route.method} ${route.url} has no operationId, tags or response`)
  }
  if (config?.afterTask && route.method !== 'POST' && route.method !== 'PUT') {
    throw new Error(
      `${route.method} ${route.url} waits for a task, but deploy/haproxy/api.cfg allows long replies for POST and PUT only`,
    )
  }
  return {
    method: methodOf(String(route.method)),
    url: route.url,
    caller,
    minRole,
    keyScope,
    alsoRoles,
    priority: config?.priority ?? 'normal',
    needsRecentAuthentication: config?.needsRecentAuthentication ?? false,
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
    request.sentBody = request.body
    Object.assign(request, checkRequest(request, schema))
    if (request.caller?.kind === 'user') requireOwnUser(request, request.caller.id)
    const requestedAt = new Date()
    const payload = await run(request, reply)
    const { caller } = request
    if (request.routeOptions.config.sharesData && caller.kind === 'user')
      await caller.device?.recordShare(requestedAt)
    return payload
  }
  const run = (request: FastifyRequest, reply: FastifyReply) => {
    if (!isIdempotent || request.headers['idempotency-key'] === undefined)
      return runWithoutKey(request, reply, steps)
    // All credentials of a client share its idempotency keys, so that a retry may use another credential. Each user
    // has their own idempotency keys, and each member for the operations that no API key may call.
    const isOwn = request.caller.kind === 'user' || operation.keyScope === null
    const scope = isOwn ? `${name} by ${request.caller.id}` : name
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
  const {
    access = publicAccess,
    limitsReads,
    needsRecentAuthentication,
    needsTrustedDevice,
  } = request.routeOptions.config
  const { caller: kind } = access
  if (kind === 'public') {
    if (limitsReads || (methodOf(request.method) !== 'GET' && request.method !== 'OPTIONS'))
      applyRateLimit(`address ${addressBucket(request.ip)}`, reply, deps)
    return
  }
  const caller = await requireCaller(request, reply, kind, deps)
  request.caller = caller
  deps.admission?.rememberCredential(request.headers, caller.clientId)
  applyRateLimit(`${caller.kind} ${caller.id}`, reply, deps)
  requireChangedPassword(caller, request)
  requireSecondFactor(caller, request)
  requirePermission(caller, access, request.ip)
  if (needsRecentAuthentication) await requireRecentAuthentication(caller)
  if (needsTrustedDevice) await requireTrustedDevice(caller)
  const actor = { kind: caller.kind, id: caller.id, requestId: request.id }
  request.tenant = deps.database.tenant(caller.clientId, actor, await deps.keyring.of(caller.clientId))
  await allowOrigin(request, reply, deps.originsOf)
}

function requireChangedPassword(caller: Caller, { routeOptions }: FastifyRequest) {
  if (caller.kind !== 'member' || !caller.mustChangePassword || routeOptions.config.beforePasswordChange)
    return
  throw forbidden('password-change-required', 'Change your password first, with POST /members/password')
}

function requireSecondFactor(caller: Caller, { routeOptions: { config } }: FastifyRequest) {
  if (caller.kind !== 'member' || !caller.mustSetUpFactor) return
  if (config.beforeFactorSetup || config.beforePasswordChange) return
  throw forbidden('second-factor-required', 'Set up a second factor first, with POST /members/totp')
}

/** Anyone with the link can open a journey, so other devices must not get the data that was shared. */
async function requireTrustedDevice(caller: Caller) {
  if (caller.kind !== 'user' || !caller.device || (await caller.device.isTrusted())) return
  throw forbidden(
    'device-not-confirmed',
    'This device did not share the data; confirm the person first, with POST /journeys/current/confirmations',
  )
}

function requirePermission(caller: Caller, access: RouteAccess, address: string) {
  if (caller.kind === 'api_key') return requireKeyScope(caller.limits, access, address)
  const { minRole, alsoRoles = [] } = access
  if (caller.kind === 'user' || minRole === null || isRoleAtLeast(caller.role, minRole)) return
  if ((alsoRoles as readonly MemberRole[]).includes(caller.role)) return
  throw forbidden('role-too-low', `The role [${caller.role}] may not do this; it needs [${minRole}] or above`)
}

function requireKeyScope({ scopes, allowsAddress }: KeyLimits, { keyScope }: RouteAccess, address: string) {
  if (!allowsAddress(address))
    throw forbidden('address-not-allowed', `This API key may not be used from the address [${address}]`)
  if (keyScope === null)
    throw forbidden('api-key-refused', 'An API key may not do this; a member has to sign in')
  if (scopes && !scopes.includes(keyScope))
    throw forbidden('scope-missing', `This API key does not have the scope [${keyScope}]`)
}

/**
 * Rate-limits failed authentication by address: each failure costs a database look-up, and many failures indicate
 * guessing.
 */
async function requireCaller(
  request: FastifyRequest,
  reply: FastifyReply,
  kind: CallerKind,
  deps: ServerDeps,
) {
  const failuresBucket = `refused ${addressBucket(request.ip)}`
  if (deps.rateLimit.isSpent(failuresBucket)) applyRateLimit(failuresBucket, reply, deps)
  const { caller, refusal } = await findCaller(request, kind, deps)
  if (caller) return caller
  applyRateLimit(failuresBucket, reply, deps)
  throw unauthorised(refusal)
}

async function findCaller(
  request: FastifyRequest,
  kind: CallerKind,
  { authenticate, sessionCookie }: Pick<ServerDeps, 'authenticate' | 'sessionCookie'>,
) {
  const key = request.headers['x-api-key']
  const { authorization } = request.headers
  const cookieToken = sessionCookie?.read(request.headers)
  if (kind !== 'user' && key === undefined && authorization === undefined && cookieToken) {
    if (!sessionCookie?.isFromOwnPage(request)) throw crossSite()
    const caller = await authenticate.bearer(cookieToken)
    return { caller: caller?.kind === 'member' ? caller : undefined, refusal: 'The session has ended' }
  }
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

/** Allows a user token to access only its own user. Other users get the same 404 as unknown ones. */
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

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
import { forbidden, invalid, notFound, tooMany, unauthorised } from '../problem.ts'
import type { Keyring } from '../secrets/keyring.ts'
import type { Waiting } from '../tasks/wait-for-end.ts'
import type { Log } from '../telemetry/log.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import { type Span, type Tracer, within } from '../telemetry/tracing.ts'
import type { Admission } from './admission.ts'
import { type Authenticate, type CallerKind, mayAct } from './caller.ts'
import { replyNotFound, replyToBrokenRequest, replyWithErrors } from './errors.ts'
import { type Answering, onceForKey } from './idempotency.ts'
import { type ErrorStatus, type Operation, undeclaredStatus } from './operation.ts'
import type { RateLimit } from './rate-limit.ts'
import { Pending } from './task-reply.ts'
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
    /** Left out of the document: pages and assets, not operations. */
    hide?: boolean
    /** Error statuses that the handler throws, beyond those that operation.ts derives from caller, method and schemas. */
    errors?: readonly ErrorStatus[]
  }
  interface FastifyRequest {
    /** Null while tracing is off, and for pages and probes. */
    span: Span | null
  }
  interface FastifyInstance {
    operations: Operation[]
    /** Set inside a scope whose routes come from a library and cannot name their caller: pages for everybody. */
    isPublicPages: boolean
  }
}

export type ServerParts = {
  log: Log
  metrics: Metrics
  database: Tenancy
  keyring: Keyring
  authenticate: Authenticate
  rateLimit: RateLimit
  /** Who may come in while the process is full; without one, everybody. */
  admission?: Admission | undefined
  waiting: Waiting
  /** Replies are held against their schemas before they leave; on in development and in tests. */
  checkReplies: boolean
  trustProxy: boolean
  /** True once the process was asked to stop. */
  isDraining(): boolean
  /** None while tracing is off. */
  tracer?: Tracer | undefined
}

const bodyLimit = 1024 * 1024

export const newRequestId = () => `req_${randomUUIDv7().replaceAll('-', '')}`

/** The bare server with everything that holds for every route. Features add their routes to it. */
export function createServer(parts: ServerParts): Server {
  const server = fastify({
    loggerInstance: parts.log as FastifyBaseLogger,
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
    trustProxy: parts.trustProxy,
    http: {
      maxHeaderSize: 16 * 1024,
      headersTimeout: 10_000,
      // How often the time limits are looked at; Node's own 30 s would make ten seconds forty.
      connectionsCheckingInterval: 1_000,
      requireHostHeader: false,
    },
    // A path that cannot be read gets its answer before any hook runs.
    frameworkErrors(error, request, reply) {
      reply.headers(headersOf(request))
      return replyWithErrors(error, request, reply as FastifyReply)
    },
    clientErrorHandler: (error, socket) =>
      replyToBrokenRequest(error, socket, { log: parts.log, requestId: newRequestId() }),
  }).withTypeProvider<ZodTypes>() as unknown as Server

  if (parts.admission) guard(server, parts.admission)
  const operations: Operation[] = []
  const checkedOperation = ({ method, routeOptions }: FastifyRequest) =>
    parts.checkReplies
      ? operations.find((operation) => operation.method === method && operation.url === routeOptions.url)
      : undefined
  server.decorate('operations', operations)
  server.decorate('isPublicPages', false)
  server.decorateRequest('caller', null as never)
  server.decorateRequest('tenant', null as never)
  server.decorateRequest('aboutUserId', null)
  server.decorateRequest('span', null)
  server.setErrorHandler<FastifyError>((error, request, reply) =>
    within(request.span, () => replyWithErrors(error, request, reply, checkedOperation(request))),
  )
  server.setNotFoundHandler(replyNotFound)
  // Bodies are JSON or nothing; Fastify's text parser would let other kinds through.
  server.removeAllContentTypeParsers()
  const parseJson = server.getDefaultJsonParser('error', 'error')
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    // Many clients announce JSON on every call, also on a DELETE that has none.
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
    wireRoute(route, operation, parts)
  })
  server.addHook('onRequest', (request, reply, done) => {
    reply.headers(headersOf(request))
    if (parts.tracer) request.span = beginSpan(request, parts.tracer)
    // Refused here and not by Node, which would answer without a body.
    const hasHost = request.headers.host !== undefined || request.raw.httpVersion !== '1.1'
    done(hasHost ? undefined : invalid('Header [Host] is missing'))
  })
  // A kept-alive connection would otherwise be closed under its next request, or hold up the end of the process.
  server.addHook('onSend', (_request, reply, _payload, done) => {
    if (parts.isDraining()) reply.header('connection', 'close')
    done()
  })
  server.addHook('onResponse', (request, reply, done) => {
    const operation = request.routeOptions.schema?.operationId ?? request.routeOptions.url ?? 'none'
    const seconds = reply.elapsedTime / 1000
    parts.metrics.requests.observe({ operation, status: reply.statusCode }, seconds)
    within(request.span, () => logRequest(request, reply))
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

// Between Node and Fastify: who is refused there has cost nothing but the reading of its headers.
function guard(server: Server, admission: Admission) {
  const [handle] = server.server.listeners('request') as RequestListener[]
  if (!handle) throw new Error('Fastify has no listener for requests')
  server.server.removeAllListeners('request').on('request', admission.guard(handle))
  server.addHook('onReady', async () => admission.heed(routesAtTheDoor(server.operations)))
}

function routesAtTheDoor(operations: readonly Operation[]) {
  const patternOf = ({ method, url }: Operation) => `${method} ${url.replace(/:\w+/g, '[^/?]+')}`
  const anyOf = (those: Operation[]) => new RegExp(`^(?:${those.map(patternOf).join('|')})(?:\\?|$)`)
  return {
    vital: anyOf(operations.filter(({ isVital }) => isVital)),
    lists: anyOf(operations.filter(({ schema }) => schema.operationId.startsWith('list'))),
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

// A trace begins at our door: whoever calls could otherwise decide what we record, and give one id to everything.
function beginSpan({ routeOptions, method, id }: FastifyRequest, tracer: Tracer) {
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

function operationOf(route: RouteOptions): Operation | undefined {
  const { schema, config } = route
  const caller = config?.caller
  if (!caller) throw new Error(`${route.method} ${route.url} does not name its caller`)
  if (schema?.hide) return undefined
  if (!schema?.operationId || !schema.tags || !schema.response) {
    throw new Error(`${route.method} ${route.url} has no operationId, tags or response`)
  }
  if (config.afterTask && route.method !== 'POST' && route.method !== 'PUT') {
    throw new Error(
      `${route.method} ${route.url} waits for a task: deploy/haproxy/api.cfg expects it of POST and PUT only`,
    )
  }
  return {
    method: String(route.method),
    url: route.url,
    caller,
    least: config?.least ?? 'FullMember',
    isVital: config?.isVital ?? false,
    schema: schema as unknown as Operation['schema'],
  }
}

/** Puts the checks of every route around its handler: who calls, how often, what is sent, once or again. */
function wireRoute(route: RouteOptions, operation: Operation | undefined, parts: ServerParts) {
  const { handler } = route
  route.onRequest = async (request: FastifyRequest, reply: FastifyReply) =>
    within(request.span, () => admit(request, reply, parts))
  route.validatorCompiler = () => () => true
  route.serializerCompiler = () => (payload) => JSON.stringify(payload)
  if (!operation) return

  const { schema } = operation
  const name = `${operation.method} ${operation.url}`
  const success = Object.keys(schema.response).filter((status) => status.startsWith('2'))
  const once = (operation.method === 'POST' || operation.method === 'PUT') && operation.caller !== 'public'

  const check = (reply: FastifyReply, payload: unknown) => {
    if (parts.checkReplies && !(payload instanceof Pending)) checkReply(operation, reply.statusCode, payload)
    return payload
  }
  const answering: Answering = {
    async handle(request, reply) {
      if (success.length === 1) reply.code(Number(success[0]))
      return check(reply, await handler.call(request.server, request, reply))
    },
    async afterTask(request, reply, end) {
      const { afterTask } = request.routeOptions.config
      if (!afterTask) throw new Error(`${name} waits for a task but has no afterTask`)
      if (success.length === 1) reply.code(Number(success[0]))
      return check(reply, await afterTask(request, end, reply))
    },
    waitForEnd: parts.waiting.forEnd,
  }
  const act = async (request: FastifyRequest, reply: FastifyReply) => {
    Object.assign(request, checkRequest(request, schema))
    if (request.caller?.kind === 'user') requireOwnUser(request, request.caller.id)
    if (!once || request.headers['idempotency-key'] === undefined) return answer(request, reply, answering)
    // Keys of a client are shared by its credentials, so that a retry may come with another; people share nothing.
    const scope = request.caller.kind === 'user' ? `${name} by ${request.caller.id}` : name
    return onceForKey(request, reply, scope, answering)
  }
  // Again, because a body arrives on its connection and not in the span.
  route.handler = (request, reply) => within(request.span, () => act(request, reply))
}

async function answer(request: FastifyRequest, reply: FastifyReply, answering: Answering) {
  const payload = await answering.handle(request, reply)
  if (!(payload instanceof Pending)) return payload
  const end = await answering.waitForEnd(request.tenant, payload.taskId)
  return answering.afterTask(request, reply, end)
}

async function admit(request: FastifyRequest, reply: FastifyReply, parts: ServerParts) {
  const { caller: kind = 'public', least = 'FullMember' } = request.routeOptions.config
  if (kind === 'public') {
    if (request.method !== 'GET') limit(`address ${request.ip}`, reply, parts)
    return
  }
  const caller = await requireCaller(request, reply, kind, parts)
  request.caller = caller
  parts.admission?.remember(request.headers, caller.clientId)
  limit(`${caller.kind} ${caller.id}`, reply, parts)
  if (caller.role && !mayAct(caller.role, least)) {
    throw forbidden('role-too-low', `The role [${caller.role}] may not do this; it needs [${least}] or above`)
  }
  const actor = { kind: caller.kind, id: caller.id, requestId: request.id }
  request.tenant = parts.database.tenant(caller.clientId, actor, await parts.keyring.of(caller.clientId))
}

/** Guesses are limited by address: each costs a look-up, and nobody fails a hundred times a second by mistake. */
async function requireCaller(
  request: FastifyRequest,
  reply: FastifyReply,
  kind: CallerKind,
  parts: ServerParts,
) {
  const guesses = `refused ${request.ip}`
  if (parts.rateLimit.isSpent(guesses)) limit(guesses, reply, parts)
  const { caller, refusal } = await findCaller(request, kind, parts.authenticate)
  if (caller) return caller
  limit(guesses, reply, parts)
  throw unauthorised(refusal)
}

async function findCaller(request: FastifyRequest, kind: CallerKind, authenticate: Authenticate) {
  const key = request.headers['x-api-key']
  const { authorization } = request.headers
  if (kind === 'user' || (key === undefined && authorization !== undefined)) {
    const bearer = /^Bearer (\S{1,4096})$/i.exec(authorization ?? '')?.[1]
    const found = bearer ? await authenticate.bearer(bearer) : undefined
    const wanted = kind === 'either' || (found?.kind === 'user') === (kind === 'user')
    const refusal = 'No bearer authorisation was provided or its value is wrong'
    return { caller: wanted ? found : undefined, refusal }
  }
  const caller = typeof key === 'string' ? await authenticate.apiKey(key) : undefined
  return { caller, refusal: 'No X-API-KEY header was provided or its value is wrong' }
}

function limit(name: string, reply: FastifyReply, { rateLimit, metrics }: ServerParts) {
  const { allowed, remaining, resetSeconds, retryAfterSeconds } = rateLimit.take(name)
  reply.headers({
    'ratelimit-policy': rateLimit.policy,
    ratelimit: `"default";r=${remaining};t=${resetSeconds}`,
  })
  if (allowed) return
  metrics.refused.inc()
  throw tooMany('rate-limited', 'Too many requests; please slow down', retryAfterSeconds)
}

/** A person's token opens that person only; anybody else answers like somebody who does not exist. */
function requireOwnUser(request: FastifyRequest, ownId: string) {
  for (const part of [request.params, request.query, request.body]) {
    const userId = (part as { user_id?: string } | undefined)?.user_id
    if (userId !== undefined && userId !== ownId) throw notFound('User', userId)
  }
}

function checkReply(operation: Operation, status: number, payload: unknown) {
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
    throw new Error(`${method} ${url} broke its own schema: ${z.prettifyError(parsed.error)}`)
}

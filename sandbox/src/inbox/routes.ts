import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { requireControlKey, requireJson, requireSameOrigin } from '../controls/guard.ts'
import { paged } from '../controls/paging.ts'
import { check, SandboxHttpError } from '../http-error.ts'
import type { InboxDelivery, Inboxes, InboxReply } from './inboxes.ts'
import { inboxesPage, inboxPage, inboxPageHeaders } from './pages.ts'
import { present } from './presentation.ts'
import { InboxName, KeysBody, KeysForm, PageQuery, ReplyBody } from './requests.ts'

const maxBodyBytes = 2 ** 20

type InboxDeps = {
  inboxes: Inboxes
  controlKey: string | undefined
  /** Returns the base URL under which the caller reached the sandbox. */
  addressOf(request: FastifyRequest): string
}

export async function inboxRoutes(server: FastifyInstance, deps: InboxDeps) {
  await server.register(async (scope) => addReceiveRoute(scope, deps.inboxes))
  await server.register(async (scope) => {
    scope.addHook('onRequest', requireControlKey(deps.controlKey))
    await scope.register(async (inner) => addManagementRoutes(inner, deps.inboxes))
    await scope.register(async (inner) => addPages(inner, deps))
  })
}

const nameOf = (request: FastifyRequest) => check(InboxName, request.params).name

/** Receives deliveries without authentication and stores the raw bytes. */
function addReceiveRoute(server: FastifyInstance, inboxes: Inboxes) {
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  const closing = new AbortController()
  server.addHook('preClose', async () => closing.abort())

  server.post('/inbox/:name', { bodyLimit: maxBodyBytes }, async (request, reply) => {
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    const replyBehaviour = inboxes.receive(nameOf(request), { headers: headerTexts(request), body })
    // Abort the delay if the client disconnects or the server shuts down.
    const gone = new AbortController()
    reply.raw.once('close', () => gone.abort())
    const signal = AbortSignal.any([closing.signal, gone.signal])
    await sleep(replyBehaviour.delaySeconds * 1_000, undefined, { signal }).catch(() => undefined)
    return reply.code(replyBehaviour.status).headers(headersOf(replyBehaviour)).send()
  })
}

function headerTexts({ headers }: FastifyRequest): InboxDelivery['headers'] {
  const texts = Object.entries(headers).map(([name, value]) => [name, [value ?? ''].flat().join(', ')])
  return Object.fromEntries(texts)
}

function headersOf({ retryAfterSeconds, webhookDelivery }: InboxReply) {
  return {
    ...(retryAfterSeconds !== undefined && { 'retry-after': String(retryAfterSeconds) }),
    ...(webhookDelivery !== undefined && { 'webhook-delivery': webhookDelivery }),
  }
}

function addManagementRoutes(server: FastifyInstance, inboxes: Inboxes) {
  server.addHook('onRequest', requireJson)

  server.get('/inbox/:name/deliveries', async (request) => {
    const inbox = inboxes.find(nameOf(request))
    const page = paged('deliveries', inbox.deliveries.toReversed(), request.query)
    return { ...page, deliveries: page.deliveries.map((arrival) => present(arrival, inbox)) }
  })
  server.delete('/inbox/:name/deliveries', async (request, reply) => {
    inboxes.empty(nameOf(request))
    return reply.code(204).send()
  })
  server.delete('/inbox/:name', async (request, reply) => {
    if (!inboxes.remove(nameOf(request))) throw new SandboxHttpError(404, 'There is no inbox with this name')
    return reply.code(204).send()
  })
  server.put('/inbox/:name/keys', async (request, reply) => {
    const keys = check(KeysBody, request.body)
    inboxes.open(nameOf(request)).keys = keys
    return reply.code(204).send()
  })
  server.put('/inbox/:name/behaviour', async (request) => {
    const replyBehaviour = check(ReplyBody, request.body)
    inboxes.open(nameOf(request)).replyBehaviour = replyBehaviour
    return request.body
  })
  server.delete('/inbox/:name/behaviour', async (request, reply) => {
    inboxes.open(nameOf(request)).replyBehaviour = undefined
    return reply.code(204).send()
  })
}

const maxFormBytes = 16 * 2 ** 10

function addPages(server: FastifyInstance, { inboxes, addressOf }: InboxDeps) {
  server.removeAllContentTypeParsers()
  server.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: maxFormBytes },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )

  server.get<{ Querystring: { name?: string } }>('/inbox', async ({ query }, reply) => {
    if (query.name !== undefined) return reply.redirect(`/inbox/${check(InboxName, query).name}`, 303)
    return reply.headers(inboxPageHeaders).send(inboxesPage(inboxes.list()))
  })
  server.get('/inbox/:name', async (request, reply) => {
    const name = nameOf(request)
    const { page: number } = check(PageQuery, request.query)
    const address = `${addressOf(request)}/inbox/${name}`
    return reply.headers(inboxPageHeaders).send(inboxPage(inboxes.find(name), { address, number }))
  })
  server.post('/inbox/:name/keys', { onRequest: requireSameOrigin }, async (request, reply) => {
    const name = nameOf(request)
    const keys = check(KeysForm, request.body)
    inboxes.open(name).keys = keys
    return reply.redirect(`/inbox/${name}`, 303)
  })
  server.post('/inbox/:name/empty', { onRequest: requireSameOrigin }, async (request, reply) => {
    inboxes.empty(nameOf(request))
    return reply.redirect(`/inbox/${nameOf(request)}`, 303)
  })
}

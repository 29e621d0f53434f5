import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { guardWith, requireJson, requireSameOrigin } from '../controls/guard.ts'
import { paged } from '../controls/paging.ts'
import { check, Refusal } from '../http-error.ts'
import type { Answering, Arrival, Inboxes } from './inboxes.ts'
import { inboxesPage, inboxPage, inboxPageHeaders } from './pages.ts'
import { present } from './presentation.ts'
import { AnsweringBody, KeysBody, KeysForm, Name, PageQuery } from './requests.ts'

const mostBytes = 2 ** 20

type Parts = {
  inboxes: Inboxes
  controlKey: string | undefined
  /** Under which address the caller reached us. */
  addressOf(request: FastifyRequest): string
}

/** Receivers of webhooks, and what their owners do with them. */
export async function inboxRoutes(server: FastifyInstance, parts: Parts) {
  await server.register(async (scope) => receiving(scope, parts.inboxes))
  await server.register(async (scope) => {
    scope.addHook('onRequest', guardWith(parts.controlKey))
    await scope.register(async (inner) => managing(inner, parts.inboxes))
    await scope.register(async (inner) => pages(inner, parts))
  })
}

const nameOf = (request: FastifyRequest) => check(Name, request.params).name

/** What anybody may do: deliver. The bytes are kept as they come, whatever they are. */
function receiving(server: FastifyInstance, inboxes: Inboxes) {
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  const closing = new AbortController()
  server.addHook('preClose', async () => closing.abort())

  server.post('/inbox/:name', { bodyLimit: mostBytes }, async (request, reply) => {
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    const answering = inboxes.receive(nameOf(request), { headers: textsOf(request), body })
    // Whoever has gone meanwhile needs no answer any more, and an end of the program does not wait for it.
    const gone = new AbortController()
    reply.raw.once('close', () => gone.abort())
    const signal = AbortSignal.any([closing.signal, gone.signal])
    await sleep(answering.delaySeconds * 1_000, undefined, { signal }).catch(() => undefined)
    return reply.code(answering.status).headers(headersOf(answering)).send()
  })
}

function textsOf({ headers }: FastifyRequest): Arrival['headers'] {
  const texts = Object.entries(headers).map(([name, value]) => [name, [value ?? ''].flat().join(', ')])
  return Object.fromEntries(texts)
}

function headersOf({ retryAfterSeconds, webhookDelivery }: Answering) {
  return {
    ...(retryAfterSeconds !== undefined && { 'retry-after': String(retryAfterSeconds) }),
    ...(webhookDelivery !== undefined && { 'webhook-delivery': webhookDelivery }),
  }
}

function managing(server: FastifyInstance, inboxes: Inboxes) {
  server.addHook('onRequest', requireJson)

  server.get('/inbox/:name/deliveries', async (request) => {
    const inbox = inboxes.find(nameOf(request))
    const page = paged('deliveries', inbox.arrivals.toReversed(), request.query)
    return { ...page, deliveries: page.deliveries.map((arrival) => present(arrival, inbox)) }
  })
  server.delete('/inbox/:name/deliveries', async (request, reply) => {
    inboxes.empty(nameOf(request))
    return reply.code(204).send()
  })
  server.delete('/inbox/:name', async (request, reply) => {
    if (!inboxes.remove(nameOf(request))) throw new Refusal(404, 'There is no inbox of this name')
    return reply.code(204).send()
  })
  server.put('/inbox/:name/keys', async (request, reply) => {
    const keys = check(KeysBody, request.body)
    inboxes.open(nameOf(request)).keys = keys
    return reply.code(204).send()
  })
  server.put('/inbox/:name/behaviour', async (request) => {
    const answering = check(AnsweringBody, request.body)
    inboxes.open(nameOf(request)).answering = answering
    return request.body
  })
  server.delete('/inbox/:name/behaviour', async (request, reply) => {
    inboxes.open(nameOf(request)).answering = undefined
    return reply.code(204).send()
  })
}

const mostFormBytes = 16 * 2 ** 10

function pages(server: FastifyInstance, { inboxes, addressOf }: Parts) {
  server.removeAllContentTypeParsers()
  server.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: mostFormBytes },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )

  server.get<{ Querystring: { name?: string } }>('/inbox', async ({ query }, reply) => {
    if (query.name !== undefined) return reply.redirect(`/inbox/${check(Name, query).name}`, 303)
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

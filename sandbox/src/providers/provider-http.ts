import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type Html, html, page, pageHeaders } from '../pages.ts'
import { type ProviderId, providers } from './catalogue.ts'
import { errorRow, Fault } from './errors.ts'
import { Dropped } from './authentication.ts'
import type { Surroundings } from './types.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Its errors are pages for a person, not data for a program. */
    isPage?: boolean
  }
}

const mostBodyBytes = 16_384
const mostFields = 50

/** What every provider does alike: it obeys its switches, reads bodies, and turns what is thrown into a reply. */
export function prepare(
  server: FastifyInstance,
  provider: ProviderId,
  {
    switches,
    errorBody,
    isPageAlways = false,
  }: Pick<Surroundings, 'switches'> & {
    /** How this provider writes an error for programs. */
    errorBody: (fault: Fault, request: FastifyRequest) => object
    isPageAlways?: boolean
  },
) {
  const readJson = server.getDefaultJsonParser('error', 'error')
  server.removeContentTypeParser('application/json')
  server.addContentTypeParser(
    'application/json',
    { parseAs: 'string', bodyLimit: mostBodyBytes },
    (request, body, done) => (body === '' ? done(null, undefined) : readJson(request, body as string, done)),
  )
  server.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: mostBodyBytes },
    async (_request: FastifyRequest, body: string) => readForm(body),
  )

  server.addHook('onRequest', async () => {
    const { isDown, slowMs } = switches.desk(provider)
    if (slowMs > 0) await delay(slowMs, undefined, { ref: false })
    if (isDown) throw new Fault('provider_down')
  })

  function refuse(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
    if (error instanceof Dropped) return reply.hijack()
    const fault = faultFrom(error)
    // Not ours to answer: the server around us knows how.
    if (!fault) throw error
    const { status, authenticate } = errorRow(fault.code)
    const isPage = isPageAlways || request.routeOptions.config.isPage
    // On a page, a browser would take this as a reason to ask the person.
    if (authenticate && !isPage) reply.header('www-authenticate', authenticate)
    if (fault.retryAfterSeconds !== undefined) reply.header('retry-after', fault.retryAfterSeconds)
    reply.code(status).header('cache-control', 'no-store')
    if (fault.code === 'bad_response') return sendHalf(reply, isPage)
    if (!isPage) return reply.send(errorBody(fault, request))
    return sendPage(reply, provider, { title: 'Sorry', body: refusal(fault) })
  }

  server.setErrorHandler(refuse)
  server.setNotFoundHandler(() => {
    throw new Fault('not_found')
  })
}

/** What a page says of a refusal. */
export const refusal = (fault: Fault): Html =>
  html`<p class="error" role="alert" data-error-code="${fault.code}">${fault.message}${
    fault.attemptsLeft !== undefined &&
    html` <span data-attempts-left="${fault.attemptsLeft}">Attempts left: ${fault.attemptsLeft}.</span>`
  }</p>`

export function sendPage(
  reply: FastifyReply,
  provider: ProviderId,
  { title, body }: { title: string; body: Html },
) {
  const { name, colour } = providers[provider]
  return reply.headers(pageHeaders).send(
    page({
      title: `${title} · ${name}`,
      colour,
      body: html`<header class="bar">${name}</header><main class="narrow"><h1>${title}</h1>${body}</main>`,
    }),
  )
}

export const sendPdf = (reply: FastifyReply, { bytes, fileName }: { bytes: Buffer; fileName: string }) =>
  reply
    .type('application/pdf')
    .headers({ 'content-disposition': `attachment; filename="${fileName}"`, 'cache-control': 'no-store' })
    .send(bytes)

function sendHalf(reply: FastifyReply, isPage: boolean | undefined) {
  return isPage
    ? reply.headers(pageHeaders).send('<!doctype html>\n<html lang="en">\n<body>\n<main><table><tr><td')
    : reply.type('application/json; charset=utf-8').send('{"payslips":[{"id":"')
}

function faultFrom(error: FastifyError): Fault | undefined {
  if (error instanceof Fault) return error
  const { statusCode = 500 } = error
  if (statusCode === 404) return new Fault('not_found')
  return statusCode < 500 ? new Fault('invalid_request', { message: error.message }) : undefined
}

function readForm(body: string): Record<string, string> {
  const fields = [...new URLSearchParams(body)]
  const names = new Set(fields.map(([name]) => name))
  if (fields.length > mostFields || names.size < fields.length)
    throw new Fault('invalid_request', { message: 'A field was sent twice, or there are too many.' })
  return Object.fromEntries(fields)
}

/** The parts of a request that a route takes, or a Fault that names the fields which are not right. */
export function check<T extends z.ZodType>(schema: T, value: unknown): z.infer<T> {
  const parsed = schema.safeParse(value ?? {})
  if (parsed.success) return parsed.data
  const fields = parsed.error.issues
    .flatMap((issue) => (issue.code === 'unrecognized_keys' ? issue.keys : issue.path.join('.')))
    .filter((field) => field !== '')
  const message = fields.length > 0 ? `Not right: ${[...new Set(fields)].join(', ')}.` : undefined
  throw new Fault('invalid_request', { message })
}

/** The token of `Authorization: Bearer <token>`; an empty text where there is none. */
export function bearerToken(request: FastifyRequest): string {
  const [, token = ''] = /^Bearer ([\w.~+/=-]{1,200})$/i.exec(request.headers.authorization ?? '') ?? []
  return token
}

export const aUserName = z.string().trim().min(1).max(120)
export const aPassword = z.string().min(1).max(200)
export const anAnswer = z.string().trim().min(1).max(100)
export const aDay = z.iso.date()
export const anId = z.string().regex(/^[\w.-]{1,100}$/)
export const byId = z.object({ id: anId })

import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { html, page, pageHeaders, type SafeHtml } from '../pages.ts'
import { ConnectionDropped } from './authentication.ts'
import { type ProviderId, providers } from './catalogue.ts'
import { errorSpec, ProviderFault } from './errors.ts'
import type { ProviderDeps } from './types.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether errors are rendered as HTML pages instead of JSON. */
    isPage?: boolean
  }
}

const maxBodyBytes = 16_384
const maxFields = 50

/**
 * Configures a provider's server: applies the switches (down, slow), parses bodies and converts faults to replies.
 */
export function configureProviderServer(
  server: FastifyInstance,
  provider: ProviderId,
  {
    switches,
    errorBody,
    isPageAlways = false,
    notFound = () => new ProviderFault('not_found'),
  }: Pick<ProviderDeps, 'switches'> & {
    /** Formats an error as the provider's JSON, or as plain text. */
    errorBody: (fault: ProviderFault, request: FastifyRequest) => object | string
    isPageAlways?: boolean
    /** The fault for an unknown method or path. */
    notFound?: (request: FastifyRequest) => ProviderFault
  },
) {
  const readJson = server.getDefaultJsonParser('error', 'error')
  server.removeContentTypeParser('application/json')
  server.addContentTypeParser(
    'application/json',
    { parseAs: 'string', bodyLimit: maxBodyBytes },
    (request, body, done) => (body === '' ? done(null, undefined) : readJson(request, body as string, done)),
  )
  acceptForms(server)

  server.addHook('onRequest', async () => {
    const { isDown, slowMs } = switches.condition(provider)
    if (slowMs > 0) await delay(slowMs, undefined, { ref: false })
    if (isDown) throw new ProviderFault('provider_down')
  })

  function refuse(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
    if (error instanceof ConnectionDropped) return reply.hijack()
    const fault = faultFrom(error)
    // Internal errors are handled by the surrounding server.
    if (!fault) throw error
    const { status, authenticate } = errorSpec(fault.code)
    const isPage = isPageAlways || request.routeOptions.config.isPage
    // On a page, this header would make the browser prompt for credentials.
    if (authenticate && !isPage) reply.header('www-authenticate', authenticate)
    if (fault.retryAfterSeconds !== undefined) reply.header('retry-after', fault.retryAfterSeconds)
    reply.code(status).header('cache-control', 'no-store')
    if (fault.code === 'bad_response') return sendTruncated(reply, isPage)
    if (!isPage) return reply.send(errorBody(fault, request))
    return sendPage(reply, provider, { title: 'Sorry', body: errorMessage(fault) })
  }

  server.setErrorHandler(refuse)
  server.setNotFoundHandler((request) => {
    throw notFound(request)
  })
}

export const errorMessage = (fault: ProviderFault): SafeHtml =>
  html`<p class="error" role="alert" data-error-code="${fault.code}">${fault.message}${
    fault.attemptsLeft !== undefined &&
    html` <span data-attempts-left="${fault.attemptsLeft}">Attempts left: ${fault.attemptsLeft}.</span>`
  }</p>`

export function sendPage(
  reply: FastifyReply,
  provider: ProviderId,
  { title, body }: { title: string; body: SafeHtml },
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

function sendTruncated(reply: FastifyReply, isPage: boolean | undefined) {
  return isPage
    ? reply.headers(pageHeaders).send('<!doctype html>\n<html lang="en">\n<body>\n<main><table><tr><td')
    : reply.type('application/json; charset=utf-8').send('{"payslips":[{"id":"')
}

function faultFrom(error: FastifyError): ProviderFault | undefined {
  if (error instanceof ProviderFault) return error
  const { statusCode = 500 } = error
  if (statusCode === 404) return new ProviderFault('not_found')
  return statusCode < 500 ? new ProviderFault('invalid_request', { message: error.message }) : undefined
}

/** Parses bodies that an HTML form or an OAuth2 client sends. */
export function acceptForms(server: FastifyInstance) {
  server.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: maxBodyBytes },
    async (_request: FastifyRequest, body: string) => readForm(body),
  )
}

function readForm(body: string): Record<string, string> {
  const fields = [...new URLSearchParams(body)]
  const names = new Set(fields.map(([name]) => name))
  if (fields.length > maxFields || names.size < fields.length)
    throw new ProviderFault('invalid_request', {
      message: 'A field was sent twice, or there are too many fields.',
    })
  return Object.fromEntries(fields)
}

/** Parses request input, or throws a fault that lists the invalid fields. */
export function check<T extends z.ZodType>(schema: T, value: unknown): z.infer<T> {
  const parsed = schema.safeParse(value ?? {})
  if (parsed.success) return parsed.data
  const fields = parsed.error.issues
    .flatMap((issue) => (issue.code === 'unrecognized_keys' ? issue.keys : issue.path.join('.')))
    .filter((field) => field !== '')
  const message = fields.length > 0 ? `Not right: ${[...new Set(fields)].join(', ')}.` : undefined
  throw new ProviderFault('invalid_request', { message })
}

/** Returns the token of `Authorization: Bearer <token>`, or an empty string. */
export function bearerToken(request: FastifyRequest): string {
  const [, token = ''] = /^Bearer ([\w.~+/=-]{1,200})$/i.exec(request.headers.authorization ?? '') ?? []
  return token
}

export const userNameSchema = z.string().trim().min(1).max(120)
export const passwordSchema = z.string().min(1).max(200)
export const answerSchema = z.string().trim().min(1).max(100)
export const dateSchema = z.iso.date()
export const idSchema = z.string().regex(/^[\w.-]{1,100}$/)
export const idParams = z.object({ id: idSchema })

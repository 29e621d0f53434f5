import { readFileSync } from 'node:fs'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { check } from '../http-error.ts'
import { callbackPage, demoPage } from './pages.ts'

const DemoQuery = z.object({ link: z.string().max(2_048).optional() })
const CallbackQuery = z.record(z.string().max(100), z.string().max(2_048)).transform(Object.entries<string>)

const files = {
  'demo.js': 'text/javascript; charset=utf-8',
  'demo.css': 'text/css; charset=utf-8',
}

type DemoDeps = { serviceUrls: string[]; addressOf(request: FastifyRequest): string }

/** Adds the demo lender page, which embeds the journey under a strict content security policy. */
export async function demoRoutes(server: FastifyInstance, { serviceUrls, addressOf }: DemoDeps) {
  const headers = headersFor(serviceUrls)

  server.get('/demo', async (request, reply) => {
    const { link = '' } = check(DemoQuery, request.query)
    return reply.headers(headers).send(demoPage({ link, serviceUrls, address: addressOf(request) }))
  })

  server.get('/demo/callback', async (request, reply) => {
    const parameters = check(CallbackQuery, request.query).slice(0, 20)
    return reply.headers(headers).send(callbackPage(parameters))
  })

  for (const [name, type] of Object.entries(files)) {
    const content = readFileSync(new URL(name, import.meta.url))
    server.get(`/demo/${name}`, async (_request, reply) =>
      reply
        .headers({ 'content-type': type, 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
        .send(content),
    )
  }
}

/** Builds a policy without inline scripts, inline styles and eval; only the services may be framed. */
function headersFor(serviceUrls: string[]) {
  const services = serviceUrls.join(' ')
  const policy = [
    "default-src 'none'",
    `script-src 'self' ${services}`,
    "style-src 'self'",
    `frame-src ${services}`,
    "img-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ]
  return {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': policy.join('; '),
    // The URL may contain a person's journey link, which must not leak to other sites.
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  }
}

import { readFileSync } from 'node:fs'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { check } from '../http-error.ts'
import { callbackPage, demoPage } from './pages.ts'

const Wishes = z.object({ link: z.string().max(2_048).optional() })
const Arrival = z.record(z.string().max(100), z.string().max(2_048)).transform(Object.entries<string>)

const files = {
  'demo.js': 'text/javascript; charset=utf-8',
  'demo.css': 'text/css; charset=utf-8',
}

type Parts = { serviceUrls: string[]; addressOf(request: FastifyRequest): string }

/** A lender's page that embeds the journey, under a policy as strict as a lender's should be. */
export async function demoRoutes(server: FastifyInstance, { serviceUrls, addressOf }: Parts) {
  const headers = headersFor(serviceUrls)

  server.get('/demo', async (request, reply) => {
    const { link = '' } = check(Wishes, request.query)
    return reply.headers(headers).send(demoPage({ link, serviceUrls, address: addressOf(request) }))
  })

  server.get('/demo/callback', async (request, reply) => {
    const arrived = check(Arrival, request.query).slice(0, 20)
    return reply.headers(headers).send(callbackPage(arrived))
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

/** No inline script or style, no evaluation, and frames of the service only. */
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
    // The address may hold a person's link.
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  }
}

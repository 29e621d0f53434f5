import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import type { Tenancy } from '../../../platform/database/tenancy.ts'
import type { Environment } from '../../../platform/environment.ts'
import type { Server } from '../../../platform/http/server.ts'
import { sendWebFile, type WebFile, type WebFiles } from '../../../platform/http/static-files.ts'
import { notFound } from '../../../platform/problem.ts'
import { presentClient } from './branding.ts'
import { findPlace } from './find-journey-page.ts'

export type PageParts = {
  database: Tenancy
  environment: Environment
  files: WebFiles
  /** Where people's browsers put their files. */
  storeOrigin: string
}

const hidden = { config: { caller: 'public' }, schema: { hide: true } } as const

const Code = z.string().regex(/^[\w-]{43}$/)
const Id = z.uuid()

const yearSeconds = 31_536_000

/** The journey's one page, at every address that a journey has, and the files that it is made of. */
export async function pageRoutes(server: Server, parts: PageParts) {
  const { database, files } = parts
  const page = files.get('journey/index.html')
  const script = files.get('journey.js')

  const show = async (reply: FastifyReply, place: Awaited<ReturnType<typeof findPlace>>) => {
    if (!page) return reply.code(503).headers(pageHeaders("default-src 'none'")).type(html).send(notBuilt)
    const origins = place?.brand?.frame_origins ?? []
    return reply
      .code(place?.isOpen ? 200 : 404)
      .headers(pageHeaders(policyOf(origins, parts.storeOrigin)))
      .type(html)
      .send(withBoot(page, bootOf(parts.environment, place)))
  }

  server.get('/r/:code', hidden, async (request, reply) => {
    const code = Code.safeParse((request.params as { code: string }).code)
    return show(reply, code.success ? await findPlace(database, { code: code.data }) : undefined)
  })

  for (const url of ['/j/:journey_id', '/j/:journey_id/*']) {
    server.get(url, hidden, async (request, reply) => {
      const id = Id.safeParse((request.params as { journey_id: string }).journey_id)
      return show(reply, id.success ? await findPlace(database, { id: id.data }) : undefined)
    })
  }

  server.get('/journey-assets/*', hidden, async (request, reply) => {
    const name = (request.params as { '*': string })['*']
    const file = files.get(`journey/journey-assets/${name}`)
    if (!file) throw notFound('File', name.slice(0, 200))
    // The name of such a file is its content.
    reply.header('cache-control', `public, max-age=${yearSeconds}, immutable`)
    return sendWebFile(request, reply, file)
  })

  server.get('/journey.js', hidden, async (request, reply) => {
    if (!script) throw notFound('File', 'journey.js')
    reply.headers({
      'cache-control': 'public, max-age=300',
      // For pages of other origins, also those that name its hash.
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
    })
    return sendWebFile(request, reply, script)
  })
}

const html = 'text/html; charset=utf-8'

const notBuilt = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Not built</title></head>
<body><p>The pages of the journey are not built. Run: npm run build, then start the API again.</p></body>
</html>
`

/** What the page knows before it asks for anything; none of it is a secret. */
function bootOf(environment: Environment, place: Awaited<ReturnType<typeof findPlace>>) {
  return {
    link: place?.isOpen ? 'open' : 'expired',
    journey_id: place?.isOpen ? place.journeyId : null,
    environment,
    client: place?.brand ? presentClient(place.brand, place.journeyId) : null,
    frame_origins: place?.brand?.frame_origins ?? [],
  }
}

/** In an attribute, which the build left empty: the page's policy allows no script in it. */
const withBoot = ({ plain }: WebFile, boot: object) =>
  plain.toString().replace('data-boot=""', () => `data-boot="${escaped(JSON.stringify(boot))}"`)

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const policyOf = (frameOrigins: readonly string[], storeOrigin: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' blob: data:",
    `connect-src 'self' ${storeOrigin}`,
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${frameOrigins.length > 0 ? frameOrigins.join(' ') : "'none'"}`,
  ].join('; ')

const pageHeaders = (policy: string) => ({
  'content-security-policy': policy,
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy':
    'camera=(self), microphone=(), geolocation=(), payment=(), usb=(), display-capture=(), publickey-credentials-get=()',
  'x-robots-tag': 'noindex',
})

import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import { publicAccess } from '../../../platform/http/caller.ts'
import { assetPolicy, dataPolicy } from '../../../platform/http/response-headers.ts'
import type { Server } from '../../../platform/http/server.ts'
import { sendWebFile, type WebFile, type WebFiles } from '../../../platform/http/static-files.ts'
import { notFound } from '../../../platform/problem.ts'
import { presentClient } from './branding.ts'
import { type EmbeddedJourneyDeps, readEmbeddedJourney } from './embedded-journey.ts'
import { findJourneyPage } from './find-journey-page.ts'
import { escapeHtml, renderSkeleton } from './skeleton.ts'

export type JourneyPageDeps = EmbeddedJourneyDeps & {
  files: WebFiles
  /** Whether one-time codes can be sent by text message. */
  sendsTexts: boolean
  /** Origin of the object store to which browsers upload. */
  storeOrigin: string
}

const hidden = { config: { access: publicAccess }, schema: { hide: true } } as const

const Code = z.string().regex(/^[\w-]{43}$/)
const Id = z.uuid()

const yearSeconds = 31_536_000

/** Serves the journey's single-page app at every journey URL, and its assets. */
export async function pageRoutes(server: Server, deps: JourneyPageDeps) {
  const { database, files } = deps
  const indexHtml = files.get('journey/index.html')
  const script = files.get('journey.js')

  const sendPage = async (
    reply: FastifyReply,
    journeyPage: JourneyPage,
    journey: Awaited<ReturnType<typeof readEmbeddedJourney>> = null,
  ) => {
    if (!indexHtml) return reply.code(503).headers(pageHeaders(dataPolicy)).type(html).send(notBuilt)
    const origins = journeyPage?.brand?.frame_origins ?? []
    return reply
      .code(journeyPage?.isOpen ? 200 : 404)
      .headers(pageHeaders(contentSecurityPolicy(origins, deps.storeOrigin)))
      .type(html)
      .send(fillPage(indexHtml, { ...bootData(deps, journeyPage), journey }))
  }

  server.get('/r/:code', hidden, async (request, reply) => {
    const code = Code.safeParse((request.params as { code: string }).code)
    if (!code.success) return sendPage(reply, undefined)
    const [page, journey] = await Promise.all([
      findJourneyPage(database, { code: code.data }),
      readEmbeddedJourney(deps, code.data, request),
    ])
    return sendPage(reply, page, journey)
  })

  for (const url of ['/j/:journey_id', '/j/:journey_id/*']) {
    server.get(url, hidden, async (request, reply) => {
      const id = Id.safeParse((request.params as { journey_id: string }).journey_id)
      return sendPage(reply, id.success ? await findJourneyPage(database, { id: id.data }) : undefined)
    })
  }

  server.get('/journey-assets/*', hidden, async (request, reply) => {
    const name = (request.params as { '*': string })['*']
    const file = files.get(`journey/journey-assets/${name}`)
    if (!file) throw notFound('File', name.slice(0, 200))
    // Asset names are content hashes, so assets are cached forever.
    reply.headers({
      'cache-control': `public, max-age=${yearSeconds}, immutable`,
      'content-security-policy': assetPolicy,
    })
    return sendWebFile(request, reply, file)
  })

  server.get('/journey.js', hidden, async (request, reply) => {
    if (!script) throw notFound('File', 'journey.js')
    reply.headers({
      'cache-control': 'public, max-age=300',
      'content-security-policy': assetPolicy,
      // Pages that embed the script have other origins. Subresource integrity requires CORS.
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
<body><p>The journey pages have not been built. Run npm run build, then restart the API.</p></body>
</html>
`

type JourneyPage = Awaited<ReturnType<typeof findJourneyPage>>

/** Returns the initial data that every journey page embeds. None of it is secret. */
function bootData(
  { environment, sendsTexts }: Pick<JourneyPageDeps, 'environment' | 'sendsTexts'>,
  journeyPage: JourneyPage,
) {
  return {
    link: journeyPage?.isOpen ? 'open' : 'expired',
    // Also of an expired link: it opens nothing, and a one-time code can be requested with it.
    journey_id: journeyPage?.journeyId ?? null,
    environment,
    sends_texts: sendsTexts,
    at: new Date().toISOString(),
    client: journeyPage?.brand ? presentClient(journeyPage.brand, journeyPage.journeyId) : null,
    frame_origins: journeyPage?.brand?.frame_origins ?? [],
  }
}

/**
 * Embeds the initial data in an attribute, because the content security policy forbids inline scripts, and shows the
 * client before the script has loaded.
 */
const fillPage = ({ plain }: WebFile, boot: ReturnType<typeof bootData> & { journey: unknown }) =>
  plain
    .toString()
    .replace('data-boot=""', () => `data-boot="${escapeHtml(JSON.stringify(boot))}"`)
    .replace(emptyRoot, () => (boot.link === 'open' ? renderSkeleton(boot.client) : emptyRoot))

const emptyRoot = '<div id="journey"></div>'

const contentSecurityPolicy = (frameOrigins: readonly string[], storeOrigin: string) =>
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

import type { Environment } from '../../platform/environment.ts'
import { publicAccess } from '../../platform/http/caller.ts'
import { assetPolicy } from '../../platform/http/response-headers.ts'
import type { Server } from '../../platform/http/server.ts'
import { sendWebFile, type WebFiles } from '../../platform/http/static-files.ts'
import { notFound } from '../../platform/problem.ts'

type ConsoleRouteDeps = { environment: Environment; files: WebFiles; sendsTexts: boolean }

const hidden = { config: { access: publicAccess }, schema: { hide: true } } as const

const yearSeconds = 31_536_000

/** Serves the console's single-page app at every URL below /console, and its assets. The app contains no secrets. */
export async function consoleRoutes(server: Server, { environment, files, sendsTexts }: ConsoleRouteDeps) {
  const page = files
    .get('console/index.html')
    ?.plain.toString()
    .replace('data-environment=""', `data-environment="${environment}"`)
    .replace('data-texts=""', `data-texts="${sendsTexts ? 'on' : 'off'}"`)

  for (const url of ['/console', '/console/*']) {
    server.get(url, hidden, async (_request, reply) =>
      reply
        .code(page ? 200 : 503)
        .headers(pageHeaders)
        .type('text/html; charset=utf-8')
        .send(page ?? notBuilt),
    )
  }

  // A static preview of the journey, without a user, link or API calls. It is built separately from the journey.
  const preview = files.get('journey-preview/index.html')?.plain
  server.get('/console/journey-preview', hidden, async (_request, reply) =>
    reply
      .code(preview ? 200 : 503)
      .headers({ ...pageHeaders, 'content-security-policy': previewSecurityPolicy })
      .type('text/html; charset=utf-8')
      .send(preview ?? notBuilt),
  )

  for (const [url, folder] of [
    ['/console/assets/*', 'console/assets'],
    ['/console/journey-preview/assets/*', 'journey-preview/assets'],
  ] as const) {
    server.get(url, hidden, async (request, reply) => {
      const name = (request.params as { '*': string })['*']
      const file = files.get(`${folder}/${name}`)
      if (!file) throw notFound('File', name.slice(0, 200))
      // Asset names are content hashes, so assets are cached forever.
      reply.headers({
        'cache-control': `public, max-age=${yearSeconds}, immutable`,
        'content-security-policy': assetPolicy,
      })
      return sendWebFile(request, reply, file)
    })
  }
}

const notBuilt = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Not built</title></head>
<body><p>The console pages have not been built. Run npm run build, then restart the API.</p></body>
</html>
`

// Only our own origin is allowed. Documents are also served by the API, which authorises each request.
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "worker-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob: data:",
  "connect-src 'self'",
  // Allows the preview of the journey.
  "frame-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/**
 * Allows the console to embed the preview in a frame. The preview cannot send requests anywhere, not even to our API.
 */
const previewSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob: data:",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
].join('; ')

const pageHeaders = {
  'content-security-policy': contentSecurityPolicy,
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy':
    'camera=(), microphone=(), geolocation=(), payment=(), usb=(), display-capture=(), clipboard-write=(self)',
  'x-robots-tag': 'noindex',
}

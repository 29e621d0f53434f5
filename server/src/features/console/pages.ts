import type { Environment } from '../../platform/environment.ts'
import type { Server } from '../../platform/http/server.ts'
import { sendWebFile, type WebFiles } from '../../platform/http/static-files.ts'
import { notFound } from '../../platform/problem.ts'

type Parts = { environment: Environment; files: WebFiles }

const hidden = { config: { caller: 'public' }, schema: { hide: true } } as const

const yearSeconds = 31_536_000

/** The console's one page, at every address below /console, and the files that it is made of. It holds no secret. */
export async function consoleRoutes(server: Server, { environment, files }: Parts) {
  const page = files
    .get('console/index.html')
    ?.plain.toString()
    .replace('data-environment=""', `data-environment="${environment}"`)

  for (const url of ['/console', '/console/*']) {
    server.get(url, hidden, async (_request, reply) =>
      reply
        .code(page ? 200 : 503)
        .headers(pageHeaders)
        .type('text/html; charset=utf-8')
        .send(page ?? notBuilt),
    )
  }

  // The journey as a picture of itself: no person, no link, no call. The journey's own pages stay where they are.
  const preview = files.get('journey-preview/index.html')?.plain
  server.get('/console/journey-preview', hidden, async (_request, reply) =>
    reply
      .code(preview ? 200 : 503)
      .headers({ ...pageHeaders, 'content-security-policy': previewPolicy })
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
      // The name of such a file is its content.
      reply.header('cache-control', `public, max-age=${yearSeconds}, immutable`)
      return sendWebFile(request, reply, file)
    })
  }
}

const notBuilt = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Not built</title></head>
<body><p>The pages of the console are not built. Run: npm run build, then start the API again.</p></body>
</html>
`

// Everything is of our own origin: files of people come by the API, which checks who asks for them.
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "worker-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob: data:",
  "connect-src 'self'",
  // The preview of the journey.
  "frame-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** It may be shown by the console, and may send nothing to anybody, us included. */
const previewPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob: data:",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
].join('; ')

const pageHeaders = {
  'content-security-policy': policy,
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy':
    'camera=(), microphone=(), geolocation=(), payment=(), usb=(), display-capture=(), clipboard-write=(self)',
  'x-robots-tag': 'noindex',
}

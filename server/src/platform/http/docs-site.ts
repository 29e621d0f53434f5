import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Server } from './server.ts'
import { sendWebFile, type WebFiles } from './static-files.ts'

const hidden = { config: { caller: 'public' }, schema: { hide: true } } as const
const yearSeconds = 31_536_000

/** Serves the built documentation: pages at URLs without extension, and each page as Markdown at `.md`. */
export async function docsSiteRoutes(server: Server, { files }: { files: WebFiles }) {
  const policy = contentSecurityPolicy(files)
  const notFoundPage = files.get('docs/404.html')

  const sendPage = (request: FastifyRequest, reply: FastifyReply, name: string) => {
    const file = files.get(name) ?? files.get(`${name}.html`)
    if (name.startsWith('docs/assets/') && file) {
      // Asset names are content hashes: cache forever.
      reply.header('cache-control', `public, max-age=${yearSeconds}, immutable`)
    }
    if (!file) reply.code(notFoundPage ? 404 : 503)
    reply.header('content-security-policy', policy)
    const page = file ?? notFoundPage
    return page ? sendWebFile(request, reply, page) : reply.type('text/html; charset=utf-8').send(notBuilt)
  }

  server.get('/docs', hidden, async (_request, reply) => reply.redirect('/docs/', 301))
  server.get('/docs/*', hidden, async (request, reply) => {
    const path = (request.params as { '*': string })['*'] || 'index'
    // Links from elsewhere may carry `.html` or a trailing slash; redirect them to the canonical URL.
    const canonical = path.replace(/(\.html|\/)$/, '')
    if (canonical !== path && files.has(`docs/${canonical}.html`)) {
      return reply.redirect(`/docs/${canonical === 'index' ? '' : canonical}`, 301)
    }
    return sendPage(request, reply, `docs/${path}`)
  })
  server.get('/llms.txt', hidden, async (request, reply) => sendPage(request, reply, 'docs/llms.txt'))
}

const notBuilt = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Not built</title></head>
<body><p>The documentation is not built. Run: npm run docs:build, then start the API again.
The API reference works without it: <a href="/docs/reference/">/docs/reference/</a></p></body>
</html>
`

/** Allows our own files only, and inline scripts only by the hashes of those in the built pages. */
function contentSecurityPolicy(files: WebFiles) {
  const pages = [...files].filter(([name]) => name.startsWith('docs/') && name.endsWith('.html'))
  const scripts = new Set(pages.flatMap(([, { plain }]) => inlineScriptHashes(plain.toString())))
  return [
    "default-src 'none'",
    ['script-src', "'self'", ...scripts].join(' '),
    // Syntax highlighting uses style attributes; there are no inline style sheets.
    "style-src 'self'",
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** CSP hash sources of the inline scripts of a page. */
export const inlineScriptHashes = (html: string) =>
  [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, script = '']) => `'sha256-${hash('sha256', script, 'base64')}'`,
  )

import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { publicAccess } from './caller.ts'
import type { Server } from './server.ts'
import { sendWebFile, type WebFiles } from './static-files.ts'

const hidden = { config: { access: publicAccess }, schema: { hide: true } } as const
const yearSeconds = 31_536_000

/** Serves the built documentation: pages at URLs without extension, each page as Markdown at `.md`, and the API reference. */
export async function docsSiteRoutes(server: Server, { files }: { files: WebFiles }) {
  const policy = contentSecurityPolicy(files)
  const notFoundPage = files.get('docs/404.html')

  const sendPage = (request: FastifyRequest, reply: FastifyReply, name: string) => {
    const file = files.get(name) ?? files.get(`${name}.html`)
    if (file) {
      // Asset names are content hashes, so assets are cached forever. All other files are revalidated by their ETag.
      const isAsset = name.startsWith('docs/assets/')
      reply.header('cache-control', isAsset ? `public, max-age=${yearSeconds}, immutable` : 'no-cache')
    }
    if (!file) reply.code(notFoundPage ? 404 : 503)
    reply.header('content-security-policy', policy)
    const page = file ?? notFoundPage
    return page ? sendWebFile(request, reply, page) : reply.type('text/html; charset=utf-8').send(notBuilt)
  }

  server.get('/docs', hidden, async (_request, reply) => reply.redirect('/docs/', 301))
  server.get('/docs/*', hidden, async (request, reply) => {
    const path = (request.params as { '*': string })['*']
    const canonical = canonicalPath(path, files)
    if (canonical !== path) return reply.redirect(`/docs/${canonical}`, 301)
    return sendPage(request, reply, `docs/${/(^|\/)$/.test(path) ? `${path}index` : path}`)
  })
  for (const name of ['llms.txt', 'llms-full.txt'])
    server.get(`/${name}`, hidden, async (request, reply) => sendPage(request, reply, `docs/${name}`))
}

/**
 * Removes `.html` or a trailing slash, which external links may have. Only the index of a folder keeps its slash:
 * `reference/`.
 */
function canonicalPath(path: string, files: WebFiles) {
  const page = path.replace(/(\.html|\/)$/, '')
  if (files.has(`docs/${page}/index.html`)) return `${page}/`
  return files.has(`docs/${page}.html`) ? page.replace(/(^|\/)index$/, '$1') : path
}

const notBuilt = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Not built</title></head>
<body><p>The documentation is not built. Run: npm run docs:build, then start the API again.
The OpenAPI document does not need it: <a href="/openapi.json">/openapi.json</a></p></body>
</html>
`

/** Allows only our own files, and only those inline scripts whose hashes occur in the built pages. */
function contentSecurityPolicy(files: WebFiles) {
  const pages = [...files].filter(([name]) => name.startsWith('docs/') && name.endsWith('.html'))
  const scripts = new Set(pages.flatMap(([, { plain }]) => inlineScriptHashes(plain.toString())))
  return [
    "default-src 'none'",
    ['script-src', "'self'", ...scripts].join(' '),
    // Syntax highlighting uses style attributes. There are no inline style sheets.
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

/** Returns the CSP hash sources for the inline scripts of a page. */
const inlineScriptHashes = (html: string) =>
  [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, script = '']) => `'sha256-${hash('sha256', script, 'base64')}'`,
  )

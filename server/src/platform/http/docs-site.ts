import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Server } from './server.ts'
import { sendWebFile, type WebFiles } from './static-files.ts'

const hidden = { config: { caller: 'public' }, schema: { hide: true } } as const
const yearSeconds = 31_536_000

/** The documentation as it was built: pages at addresses without an ending, and each as Markdown with `.md`. */
export async function docsSiteRoutes(server: Server, { files }: { files: WebFiles }) {
  const policy = policyOf(files)
  const missing = files.get('docs/404.html')

  const show = (request: FastifyRequest, reply: FastifyReply, name: string) => {
    const file = files.get(name) ?? files.get(`${name}.html`)
    if (name.startsWith('docs/assets/') && file) {
      // The name of such a file is its content.
      reply.header('cache-control', `public, max-age=${yearSeconds}, immutable`)
    }
    if (!file) reply.code(missing ? 404 : 503)
    reply.header('content-security-policy', policy)
    const shown = file ?? missing
    return shown ? sendWebFile(request, reply, shown) : reply.type('text/html; charset=utf-8').send(notBuilt)
  }

  server.get('/docs', hidden, async (_request, reply) => reply.redirect('/docs/', 301))
  server.get('/docs/*', hidden, async (request, reply) => {
    const path = (request.params as { '*': string })['*'] || 'index'
    // What other servers of such files would answer to, and links therefore may say.
    const plain = path.replace(/(\.html|\/)$/, '')
    if (plain !== path && files.has(`docs/${plain}.html`)) {
      return reply.redirect(`/docs/${plain === 'index' ? '' : plain}`, 301)
    }
    return show(request, reply, `docs/${path}`)
  })
  server.get('/llms.txt', hidden, async (request, reply) => show(request, reply, 'docs/llms.txt'))
}

const notBuilt = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Not built</title></head>
<body><p>The documentation is not built. Run: npm run docs:build, then start the API again.
The reference of the API is there without it: <a href="/docs/reference/">/docs/reference/</a></p></body>
</html>
`

/** Only our own files, and of the scripts inside pages those that the build left there. */
function policyOf(files: WebFiles) {
  const pages = [...files].filter(([name]) => name.startsWith('docs/') && name.endsWith('.html'))
  const scripts = new Set(pages.flatMap(([, { plain }]) => inlineScripts(plain.toString())))
  return [
    "default-src 'none'",
    ['script-src', "'self'", ...scripts].join(' '),
    // Colours of code are attributes; nothing brings a sheet of its own.
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

/** How a policy names each script that stands in a page. */
export const inlineScripts = (html: string) =>
  [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, script = '']) => `'sha256-${hash('sha256', script, 'base64')}'`,
  )

import type { FastifyInstance } from 'fastify'

const mostBytes = 64 * 2 ** 10

/** Lets the routes of a scope take what a page's form sends; the fields come as texts, of two alike the last. */
export function readForms(server: FastifyInstance) {
  server.removeAllContentTypeParsers()
  server.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: mostBytes },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )
}

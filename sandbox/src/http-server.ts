import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import { isLoopback, type Settings } from './config.ts'
import { html, page, pageHeaders } from './pages.ts'
import { Refusal, toRefusal } from './http-error.ts'

const mostBytes = 2 ** 20

/** A server with what holds for every path: limits, errors in plain words, and a log that knows nobody. */
export function openHttp({ host, baseUrl }: Pick<Settings, 'host' | 'baseUrl'>): FastifyInstance {
  const server = Fastify({
    bodyLimit: mostBytes,
    forceCloseConnections: true,
    // For a request to come in; answers may take longer, where that is asked for.
    requestTimeout: 30_000,
    frameworkErrors: (error, request, reply) => refuse(toRefusal(error), request, reply),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
  })
  if (isLoopback(host)) server.addHook('onRequest', refuseOtherNames(baseUrl))
  server.setErrorHandler((error: FastifyError, request, reply) => {
    const refusal = toRefusal(error)
    if (refusal.status >= 500) tellOf(error, request)
    return refuse(refusal, request, reply)
  })
  server.setNotFoundHandler((request, reply) =>
    refuse(new Refusal(404, 'There is nothing at this address'), request, reply),
  )
  return server
}

/** A page elsewhere could give its own name our address, and would then be same-origin with us. */
function refuseOtherNames(baseUrl: string | undefined) {
  const own = baseUrl && new URL(baseUrl).hostname
  return async ({ hostname }: FastifyRequest) => {
    if (!isLoopback(hostname) && hostname !== own)
      throw new Refusal(421, 'The sandbox is not known by this name')
  }
}

function refuse({ status, errors }: Refusal, { headers }: FastifyRequest, reply: FastifyReply) {
  reply.code(status)
  if (!headers.accept?.includes('text/html')) return reply.send({ errors })
  const body = html`<header class="bar"><a href="/">Payproof sandbox</a></header><main class="narrow">
<h1>${status}</h1>${errors.map((error) => html`<p class="error">${error}.</p>`)}<p><a href="/">To the start</a></p></main>`
  return reply.headers(pageHeaders).send(page({ title: `Error ${status}`, body }))
}

/** Where, and by its code, but never what it says: that may quote what somebody typed. */
function tellOf(error: FastifyError, { method, routeOptions }: FastifyRequest) {
  const frames = error.stack?.split('\n').filter((line) => /^\s+at /.test(line)) ?? []
  const name = error.code ?? error.name
  process.stderr.write(`${[`${name} in ${method} ${routeOptions.url}`, ...frames.slice(0, 6)].join('\n')}\n`)
}

import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import { isLoopback, type SandboxSettings } from './config.ts'
import { SandboxHttpError, toSandboxHttpError } from './http-error.ts'
import { html, page, pageHeaders } from './pages.ts'
import { separateTenants, withoutTenant } from './tenants.ts'

const maxBodyBytes = 2 ** 20

/** Creates the HTTP server with body and time limits, plain-language errors, and logs without personal data. */
export function openHttp({ host, baseUrl }: Pick<SandboxSettings, 'host' | 'baseUrl'>): FastifyInstance {
  const server = Fastify({
    bodyLimit: maxBodyBytes,
    forceCloseConnections: true,
    // This limits only receiving the request; simulated slow replies may take longer.
    requestTimeout: 30_000,
    frameworkErrors: (error, request, reply) => sendRefusal(toSandboxHttpError(error), request, reply),
    rewriteUrl: ({ url = '/' }) => withoutTenant(url),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
  })
  separateTenants(server)
  if (isLoopback(host)) server.addHook('onRequest', rejectUnknownHosts(baseUrl))
  server.setErrorHandler((error: FastifyError, request, reply) => {
    const refusal = toSandboxHttpError(error)
    if (refusal.status >= 500) logError(error, request)
    return sendRefusal(refusal, request, reply)
  })
  server.setNotFoundHandler((request, reply) =>
    sendRefusal(new SandboxHttpError(404, 'There is nothing at this address'), request, reply),
  )
  return server
}

/**
 * Rejects unknown host names, because with DNS rebinding a hostile page could become same-origin with the sandbox.
 */
function rejectUnknownHosts(baseUrl: string | undefined) {
  const ownHostname = baseUrl && new URL(baseUrl).hostname
  return async ({ hostname }: FastifyRequest) => {
    if (!isLoopback(hostname) && hostname !== ownHostname)
      throw new SandboxHttpError(421, 'The sandbox does not serve this host name')
  }
}

function sendRefusal({ status, errors }: SandboxHttpError, { headers }: FastifyRequest, reply: FastifyReply) {
  reply.code(status)
  if (!headers.accept?.includes('text/html')) return reply.send({ errors })
  const body = html`<header class="bar"><a href="/">Payproof sandbox</a></header><main class="narrow">
<h1>${status}</h1>${errors.map((error) => html`<p class="error">${error}.</p>`)}<p><a href="/">Go to the start page</a></p></main>`
  return reply.headers(pageHeaders).send(page({ title: `Error ${status}`, body }))
}

/** Logs route, error code and stack frames, but not the error message, which may quote user input. */
function logError(error: FastifyError, { method, routeOptions }: FastifyRequest) {
  const frames = error.stack?.split('\n').filter((line) => /^\s+at /.test(line)) ?? []
  const name = error.code ?? error.name
  process.stderr.write(`${[`${name} in ${method} ${routeOptions.url}`, ...frames.slice(0, 6)].join('\n')}\n`)
}

import { hash, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { type FastifyBaseLogger, fastify, LogController } from 'fastify'
import manifest from '../../../package.json' with { type: 'json' }
import type { Tenancy } from '../database/tenancy.ts'
import type { Environment } from '../environment.ts'
import { unauthorised } from '../problem.ts'
import type { Log } from '../telemetry/log.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import { publicAccess } from './caller.ts'
import { docsSiteRoutes } from './docs-site.ts'
import { replyNotFound, replyWithErrors } from './errors.ts'
import { describeApi, type WebhookDescription } from './openapi.ts'
import { openReadiness } from './readiness.ts'
import type { Server } from './server.ts'
import { sendWebFile, type WebFile, type WebFiles } from './static-files.ts'

const hidden = { config: { access: publicAccess }, schema: { hide: true } } as const

type DocumentationOptions = {
  environment: Environment
  sections: Record<string, string>
  events: readonly WebhookDescription[]
  /** The built guides and the API reference. */
  files: WebFiles
  baseUrl: string
  /** URL for vulnerability reports. Without it, security.txt is not served. */
  securityContact: string | undefined
}

/** Serves openapi.json, the built documentation and security.txt. All assets are served by this server. */
export async function documentationRoutes(server: Server, info: DocumentationOptions) {
  server.get('/', hidden, async () => ({
    name: 'Payproof',
    version: manifest.version,
    environment: info.environment,
    links: {
      documentation: `${info.baseUrl}/docs/`,
      reference: `${info.baseUrl}/docs/reference/`,
      openapi: `${info.baseUrl}/openapi.json`,
      console: `${info.baseUrl}/console`,
      status: `${info.baseUrl}/readyz`,
    },
  }))
  let document: Promise<WebFile> | undefined
  server.get('/openapi.json', hidden, async (request, reply) => {
    document ??= compressJson(describeApi(server.operations, info))
    reply.header('cache-control', 'no-cache')
    return sendWebFile(request, reply, await document)
  })
  const { baseUrl, securityContact } = info
  if (securityContact) {
    server.get('/.well-known/security.txt', hidden, async (_request, reply) =>
      reply.type('text/plain; charset=utf-8').send(securityText(baseUrl, securityContact)),
    )
  }
  await server.register(docsSiteRoutes, { files: info.files })
}

// openapi.json is compressed once per process, at the first request, so a fast level is enough: it reduces 680 kB to
// 40 kB.
const brotliQuality = 5

async function compressJson(value: object): Promise<WebFile> {
  const plain = Buffer.from(JSON.stringify(value))
  const [br, compressed] = await Promise.all([
    promisify(brotliCompress)(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } }),
    promisify(gzip)(plain),
  ])
  return { type: 'application/json; charset=utf-8', plain, br, gzip: compressed }
}

const dayMs = 86_400_000
// RFC 9116 recommends an expiry within a year. The file is generated for each request, so it never expires while it
// is served.
const securityTextDays = 90

/** Returns the content of security.txt (RFC 9116). */
function securityText(baseUrl: string, contact: string) {
  const expires = new Date(Math.floor(Date.now() / dayMs + securityTextDays) * dayMs)
  return [
    `Contact: ${contact}`,
    `Expires: ${expires.toISOString().replace('.000Z', 'Z')}`,
    'Preferred-Languages: en',
    `Canonical: ${baseUrl}/.well-known/security.txt`,
    `Policy: ${baseUrl}/docs/security`,
    '',
  ].join('\n')
}

type ProbeDeps = {
  database: Tenancy
  metrics: Metrics
  metricsToken: string | undefined
  isDraining(): boolean
}

/**
 * Serves health probes and metrics. Liveness ignores the database: an unreachable database must not restart the
 * process.
 */
export async function probeRoutes(
  server: Server,
  { database, metrics, metricsToken, isDraining }: ProbeDeps,
) {
  const readiness = await openReadiness(database)

  server.get('/livez', hidden, async () => ({ status: 'alive' }))

  server.get('/readyz', hidden, async (_request, reply) => {
    if (isDraining()) return reply.code(503).send({ errors: ['This process is stopping'] })
    const verdict = await readiness.read()
    if (!verdict.isReady) return reply.code(503).send({ errors: [verdict.reason] })
    return { status: 'ready' }
  })

  server.get('/metrics', hidden, async (request, reply) => {
    if (
      metricsToken &&
      !isEqualInConstantTime(request.headers.authorization ?? '', `Bearer ${metricsToken}`)
    ) {
      throw unauthorised('No bearer authorisation was provided or its value is wrong')
    }
    return reply.type(metrics.contentType).send(await metrics.text())
  })
}

/** Serves only the probes, for processes without the API role. */
export async function openProbeServer({ log, ...deps }: ProbeDeps & { log: Log }) {
  const server = fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: true,
  }) as unknown as Server
  server.setErrorHandler(replyWithErrors)
  server.setNotFoundHandler(replyNotFound)
  await server.register(probeRoutes, deps)
  return server
}

// timingSafeEqual needs equal lengths; comparing hashes hides the length as well as the content.
function isEqualInConstantTime(actual: string, expected: string) {
  return timingSafeEqual(hash('sha256', actual, 'buffer'), hash('sha256', expected, 'buffer'))
}

import { hash, timingSafeEqual } from 'node:crypto'
import scalar from '@scalar/fastify-api-reference'
import { type FastifyBaseLogger, fastify, LogController } from 'fastify'
import { sql } from 'kysely'
import { listMigrations } from '../database/migrate.ts'
import type { Tenancy } from '../database/tenancy.ts'
import type { Environment } from '../environment.ts'
import { unauthorised, unavailable } from '../problem.ts'
import type { Log } from '../telemetry/log.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import { replyNotFound, replyWithErrors } from './errors.ts'
import { type Described, describeApi } from './openapi.ts'
import type { Server } from './server.ts'

const hidden = { config: { caller: 'public' }, schema: { hide: true } } as const

type Documentation = {
  environment: Environment
  sections: Record<string, string>
  events: readonly Described[]
}

/** The description of the API and the pages that show it. Every asset comes from this server. */
export async function documentationRoutes(server: Server, info: Documentation) {
  let document: string | undefined
  server.get('/openapi.json', hidden, async (_request, reply) => {
    document ??= JSON.stringify(describeApi(server.operations, info))
    return reply.type('application/json; charset=utf-8').send(document)
  })

  await server.register(async (pages) => {
    pages.isPublicPages = true
    pages.addHook('onRequest', async (_request, reply) => {
      reply.header(
        'content-security-policy',
        "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'; worker-src blob:; frame-ancestors 'none'; base-uri 'none'",
      )
    })
    await pages.register(scalar, {
      routePrefix: '/docs',
      configuration: {
        url: '/openapi.json',
        pageTitle: 'Payproof API',
        withDefaultFonts: false,
        telemetry: false,
        hideClientButton: true,
        // Its maker's own services: each would leave this server.
        showDeveloperTools: 'never',
        agent: { disabled: true },
        mcp: { disabled: true },
        authentication: { preferredSecurityScheme: 'apiKey' },
      } as object,
    })
  })
}

type Health = {
  database: Tenancy
  metrics: Metrics
  metricsToken: string | undefined
  isDraining(): boolean
}

/** Probes for the operator. Liveness asks only the process: a database that is away must not restart it. */
export async function probeRoutes(server: Server, { database, metrics, metricsToken, isDraining }: Health) {
  const newest = (await listMigrations()).at(-1)?.name

  server.get('/livez', hidden, async () => ({ status: 'alive' }))

  server.get('/readyz', hidden, async (_request, reply) => {
    if (isDraining()) return reply.code(503).send({ errors: ['This process is stopping'] })
    const { rows } = await database
      .system((tx) => sql<{ name: string }>`select max(name) as name from migrations`.execute(tx))
      .catch((cause) => {
        throw unavailable(cause)
      })
    if (rows[0]?.name !== newest) {
      return reply
        .code(503)
        .send({ errors: [`The database is at ${rows[0]?.name}, this process needs ${newest}`] })
    }
    return { status: 'ready' }
  })

  server.get('/metrics', hidden, async (request, reply) => {
    if (metricsToken && !isSame(request.headers.authorization ?? '', `Bearer ${metricsToken}`)) {
      throw unauthorised('No bearer authorisation was provided or its value is wrong')
    }
    return reply.type(metrics.contentType).send(await metrics.text())
  })
}

/** The probes alone, for processes that answer no requests. */
export async function openProbeServer({ log, ...health }: Health & { log: Log }) {
  const server = fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: true,
  }) as unknown as Server
  server.setErrorHandler(replyWithErrors)
  server.setNotFoundHandler(replyNotFound)
  await server.register(probeRoutes, health)
  return server
}

// Compared as hashes, so that the time taken tells neither length nor content.
function isSame(given: string, wanted: string) {
  return timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', wanted, 'buffer'))
}

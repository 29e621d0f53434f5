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
import { docsSiteRoutes, inlineScripts } from './docs-site.ts'
import { replyNotFound, replyWithErrors } from './errors.ts'
import { type Described, describeApi } from './openapi.ts'
import type { Server } from './server.ts'
import type { WebFiles } from './static-files.ts'

const hidden = { config: { caller: 'public' }, schema: { hide: true } } as const

type Documentation = {
  environment: Environment
  sections: Record<string, string>
  events: readonly Described[]
  /** What the build made of the guides. */
  files: WebFiles
}

/** The description of the API and the pages that show it. Every asset comes from this server. */
export async function documentationRoutes(server: Server, info: Documentation) {
  let document: string | undefined
  server.get('/openapi.json', hidden, async (_request, reply) => {
    document ??= JSON.stringify(describeApi(server.operations, info))
    return reply.type('application/json; charset=utf-8').send(document)
  })

  const ourLook = info.files.has('docs/reference.css') ? lookLinks : ''
  await server.register(async (pages) => {
    pages.isPublicPages = true
    pages.addHook('onSend', async (_request, reply, payload) => {
      if (typeof payload !== 'string' || !payload.startsWith('<!doctype html>')) return payload
      reply.header(
        'content-security-policy',
        `default-src 'none'; script-src 'self' ${inlineScripts(payload).join(' ')}; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'; worker-src blob:; frame-ancestors 'none'; base-uri 'none'`,
      )
      return payload
        .replace('<html>', '<html lang="en-GB">')
        .replace('</head>', `${ourLook}</head>`)
        .replace('<body>', `<body>${wayBack}`)
    })
    await pages.register(scalar, {
      routePrefix: '/docs/reference',
      configuration: {
        url: '/openapi.json',
        pageTitle: 'API reference · Payproof docs',
        withDefaultFonts: false,
        telemetry: false,
        hideClientButton: true,
        // As the reader's machine has it, like every other page.
        hideDarkModeToggle: true,
        // Its maker's own services: each would leave this server.
        showDeveloperTools: 'never',
        agent: { disabled: true },
        mcp: { disabled: true },
        authentication: { preferredSecurityScheme: 'apiKey' },
      } as object,
    })
  })
  await server.register(docsSiteRoutes, { files: info.files })
}

const lookLinks = '<link rel="stylesheet" href="/docs/reference.css"><link rel="icon" href="/docs/icon.svg">'
const wayBack = '<nav class="way-back" aria-label="Documentation"><a href="/docs/">← Payproof docs</a></nav>'

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
    // Newer ones may be there as well: while a release is rolled out, and after it was taken back.
    const { rows } = await database
      .system((tx) =>
        sql<{ name: string; has_ours: boolean }>`
          select max(name) as name, bool_or(name = ${newest}) as has_ours from migrations`.execute(tx),
      )
      .catch((cause) => {
        throw unavailable(cause)
      })
    if (!rows[0]?.has_ours) {
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

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
import { docsSiteRoutes, inlineScriptHashes } from './docs-site.ts'
import { replyNotFound, replyWithErrors } from './errors.ts'
import { describeApi, type WebhookDescription } from './openapi.ts'
import type { Server } from './server.ts'
import type { WebFiles } from './static-files.ts'

const hidden = { config: { caller: 'public' }, schema: { hide: true } } as const

type DocumentationOptions = {
  environment: Environment
  sections: Record<string, string>
  events: readonly WebhookDescription[]
  /** The built guides. */
  files: WebFiles
}

/** Serves openapi.json, the API reference and the guides. Every asset comes from this server. */
export async function documentationRoutes(server: Server, info: DocumentationOptions) {
  let document: string | undefined
  server.get('/openapi.json', hidden, async (_request, reply) => {
    document ??= JSON.stringify(describeApi(server.operations, info))
    return reply.type('application/json; charset=utf-8').send(document)
  })

  const styleLinks = info.files.has('docs/reference.css') ? referenceStyleLinks : ''
  await server.register(async (pages) => {
    pages.isPublicPages = true
    pages.addHook('onSend', async (_request, reply, payload) => {
      if (typeof payload !== 'string' || !payload.startsWith('<!doctype html>')) return payload
      reply.header(
        'content-security-policy',
        `default-src 'none'; script-src 'self' ${inlineScriptHashes(payload).join(' ')}; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'; worker-src blob:; frame-ancestors 'none'; base-uri 'none'`,
      )
      return payload
        .replace('<html>', '<html lang="en-GB">')
        .replace('</head>', `${styleLinks}</head>`)
        .replace('<body>', `<body>${backToDocsNav}`)
    })
    await pages.register(scalar, {
      routePrefix: '/docs/reference',
      configuration: {
        url: '/openapi.json',
        pageTitle: 'API reference · Payproof docs',
        withDefaultFonts: false,
        telemetry: false,
        hideClientButton: true,
        // Follow the reader's system theme, like every other page.
        hideDarkModeToggle: true,
        // These features call Scalar's own services.
        showDeveloperTools: 'never',
        agent: { disabled: true },
        mcp: { disabled: true },
        authentication: { preferredSecurityScheme: 'apiKey' },
      } as object,
    })
  })
  await server.register(docsSiteRoutes, { files: info.files })
}

const referenceStyleLinks =
  '<link rel="stylesheet" href="/docs/reference.css"><link rel="icon" href="/docs/icon.svg">'
const backToDocsNav =
  '<nav class="way-back" aria-label="Documentation"><a href="/docs/">← Payproof docs</a></nav>'

type ProbeDeps = {
  database: Tenancy
  metrics: Metrics
  metricsToken: string | undefined
  isDraining(): boolean
}

/** Health probes and metrics. Liveness ignores the database: an unreachable database must not restart the process. */
export async function probeRoutes(
  server: Server,
  { database, metrics, metricsToken, isDraining }: ProbeDeps,
) {
  const newestMigration = (await listMigrations()).at(-1)?.name

  server.get('/livez', hidden, async () => ({ status: 'alive' }))

  server.get('/readyz', hidden, async (_request, reply) => {
    if (isDraining()) return reply.code(503).send({ errors: ['This process is stopping'] })
    // Newer migrations are fine: during a rolling release, and after a rollback.
    const { rows } = await database
      .system((tx) =>
        sql<{ name: string; has_ours: boolean }>`
          select max(name) as name, bool_or(name = ${newestMigration}) as has_ours from migrations`.execute(
          tx,
        ),
      )
      .catch((cause) => {
        throw unavailable(cause)
      })
    if (!rows[0]?.has_ours) {
      return reply
        .code(503)
        .send({ errors: [`The database is at ${rows[0]?.name}, this process needs ${newestMigration}`] })
    }
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

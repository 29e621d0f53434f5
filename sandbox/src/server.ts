import type { FastifyInstance, FastifyRequest } from 'fastify'
import { openClock } from './clock.ts'
import type { SandboxSettings } from './config.ts'
import { controlRoutes } from './controls/routes.ts'
import { demoRoutes } from './demo/routes.ts'
import { openDocuments } from './documents/documents.ts'
import { guideRoutes } from './guide/routes.ts'
import { openHttp } from './http-server.ts'
import { openInboxes } from './inbox/inboxes.ts'
import { inboxRoutes } from './inbox/routes.ts'
import { logoRoutes } from './logos.ts'
import { truelayer } from './open-banking/truelayer.ts'
import { yapily } from './open-banking/yapily.ts'
import { openWorld } from './people/world.ts'
import { bureau } from './providers/bureau/provider.ts'
import { providerIds, providers } from './providers/catalogue.ts'
import { cloud } from './providers/cloud/provider.ts'
import { employmentHero } from './providers/employment-hero/provider.ts'
import { freeagent } from './providers/freeagent/provider.ts'
import { payroll } from './providers/payroll/provider.ts'
import { portal } from './providers/portal/provider.ts'
import { staffology } from './providers/staffology/provider.ts'
import { openSwitches } from './providers/switches.ts'
import { taxauth } from './providers/taxauth/provider.ts'
import type { ProviderId, ProviderPlugin } from './providers/types.ts'
import { xero } from './providers/xero/provider.ts'
import { type ReceivedText, smsRoutes } from './sms/routes.ts'

const providerPlugins: Record<ProviderId, ProviderPlugin> = {
  'sandbox-cloud': cloud,
  'sandbox-payroll': payroll,
  'sandbox-portal': portal,
  'sandbox-bureau': bureau,
  taxauth,
  freeagent,
  xero,
  staffology,
  'employment-hero': employmentHero,
  'sandbox-bank': yapily,
}

export type RunningSandbox = { server: FastifyInstance; url: string; close(): Promise<void> }

/** Starts the simulated outside world: providers, controls, webhook inboxes, SMS gateway and guide pages. */
export async function openSandbox(settings: SandboxSettings): Promise<RunningSandbox> {
  const { host, port, seed, startsAt, controlKey, baseUrl, redirectUris, serviceUrls } = settings
  const { taxRequestsPerSecond, payrollApiLimits, optedInEmployers } = settings
  const world = openWorld({ seed })
  const clock = openClock(startsAt)
  const switches = openSwitches(clock)
  const documents = openDocuments({ world })
  const inboxes = openInboxes()
  const texts: ReceivedText[] = []
  const limits = { taxRequestsPerSecond, payrollApiLimits, optedInEmployers }
  const shared = { world, clock, switches, documents, redirectUris, baseUrl, ...limits }
  const addressOf = (request: FastifyRequest) => baseUrl ?? `${request.protocol}://${request.host}`

  const server = openHttp(settings)
  server.addHook('onClose', () => documents.close())
  for (const id of providerIds)
    await server.register(providerPlugins[id], { prefix: providers[id].path, ...shared })
  // A second aggregator of the bank `sandbox-bank`.
  await server.register(truelayer, { prefix: '/truelayer', ...shared })
  await server.register(controlRoutes, {
    prefix: '/controls',
    ...shared,
    controlKey,
    resetOthers() {
      inboxes.reset()
      texts.splice(0)
    },
  })
  await server.register(inboxRoutes, { inboxes, controlKey, addressOf })
  await server.register(smsRoutes, { messages: texts, controlKey })
  await server.register(logoRoutes)
  await server.register(demoRoutes, { serviceUrls, addressOf })
  await server.register(guideRoutes, { ...shared, needsKey: controlKey !== undefined, addressOf })
  const url = await server.listen({ host, port })
  return { server, url, close: () => server.close() }
}

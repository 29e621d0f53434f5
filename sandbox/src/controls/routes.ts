import type { FastifyInstance } from 'fastify'
import type { ProviderDeps } from '../providers/types.ts'
import { currentTenant, installation } from '../tenants.ts'
import { clockRoutes } from './clock.ts'
import { documentRoutes } from './documents.ts'
import { requireControlKey, requireJson } from './guard.ts'
import { peopleRoutes } from './people.ts'
import { providerRoutes } from './providers.ts'
import { openScenarios, scenarioRoutes } from './scenarios.ts'

type ControlDeps = ProviderDeps & {
  controlKey: string | undefined
  /** Resets state outside the controls, e.g. the inboxes. */
  resetOthers(): void
}

/** Adds the JSON API that inspects and controls the sandbox. */
export async function controlRoutes(server: FastifyInstance, deps: ControlDeps) {
  const { world, clock, switches, controlKey, resetOthers } = deps
  const scenarios = openScenarios(world, switches)
  server.addHook('onRequest', requireControlKey(controlKey))
  server.addHook('onRequest', requireJson)
  readJsonOrNothing(server)

  clockRoutes(server, deps)
  providerRoutes(server, deps)
  peopleRoutes(server, deps)
  documentRoutes(server, deps)
  scenarioRoutes(server, scenarios)

  server.post('/reset', async (_request, reply) => {
    if (currentTenant() !== installation) {
      clock.reset()
      switches.reset()
      return reply.code(204).send()
    }
    clock.resetAll()
    switches.resetAll()
    scenarios.clear()
    resetOthers()
    return reply.code(204).send()
  })
}

/** Accepts empty bodies, but only with the content type application/json. */
function readJsonOrNothing(server: FastifyInstance) {
  const readJson = server.getDefaultJsonParser('error', 'error')
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) =>
    body === '' ? done(null, undefined) : readJson(request, String(body), done),
  )
}

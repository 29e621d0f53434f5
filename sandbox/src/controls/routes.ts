import type { FastifyInstance } from 'fastify'
import type { Surroundings } from '../providers/types.ts'
import { clockRoutes } from './clock.ts'
import { documentRoutes } from './documents.ts'
import { guardWith, requireJson } from './guard.ts'
import { peopleRoutes } from './people.ts'
import { providerRoutes } from './providers.ts'
import { openScenarios, scenarioRoutes } from './scenarios.ts'

type Parts = Surroundings & {
  controlKey: string | undefined
  /** The time as at the start. */
  restartClock(): void
  /** What else has to be as at the start. */
  resetOthers(): void
}

/** Everything that can be looked at and turned from outside, as JSON. */
export async function controlRoutes(server: FastifyInstance, parts: Parts) {
  const { world, switches, controlKey, restartClock, resetOthers } = parts
  const scenarios = openScenarios(world, switches)
  server.addHook('onRequest', guardWith(controlKey))
  server.addHook('onRequest', requireJson)
  readJsonOrNothing(server)

  clockRoutes(server, parts)
  providerRoutes(server, parts)
  peopleRoutes(server, parts)
  documentRoutes(server, parts)
  scenarioRoutes(server, scenarios)

  server.post('/reset', async (_request, reply) => {
    restartClock()
    switches.reset()
    scenarios.clear()
    resetOthers()
    return reply.code(204).send()
  })
}

/** A POST without a body still has to say that it is JSON. */
function readJsonOrNothing(server: FastifyInstance) {
  const readJson = server.getDefaultJsonParser('error', 'error')
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) =>
    body === '' ? done(null, undefined) : readJson(request, String(body), done),
  )
}

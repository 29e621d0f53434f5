import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { check, SandboxHttpError } from '../http-error.ts'
import { readScenario } from '../people/scenario.ts'
import type { SimulatedPerson, SimulatedWorld } from '../people/types.ts'
import { parseBehaviourAt } from '../providers/behaviours.ts'
import { providerIds } from '../providers/catalogue.ts'
import type { Switches } from '../providers/types.ts'
import { paged } from './paging.ts'
import { presentSummary } from './presentation.ts'

const maxScenarios = 200
const maxBodyBytes = 256 * 2 ** 10

const UserName = z.object({ user_name: z.string().max(120) })

type LoadedScenario = { person: SimulatedPerson; behaviour: string | undefined; source: unknown }
type Scenarios = ReturnType<typeof openScenarios>

/** Manages people defined by scenario JSON. Adding a person with an existing user name replaces the earlier one. */
export function openScenarios(world: SimulatedWorld, switches: Switches) {
  const scenarios = new Map<string, LoadedScenario>()

  function remove(userName: string) {
    world.remove(userName)
    for (const provider of providerIds) {
      switches.behave(provider, userName, null)
      switches.endSessions(provider, userName)
    }
    return scenarios.delete(userName)
  }

  return {
    list: () => [...scenarios.values()],
    find: (userName: string) => scenarios.get(userName),
    remove,
    clear() {
      for (const userName of scenarios.keys()) remove(userName)
    },
    add(source: unknown): LoadedScenario {
      const { person, runs, behaviour } = readScenario(source)
      const { userName } = person
      const isReplacement = scenarios.has(userName)
      if (!isReplacement && scenarios.size >= maxScenarios)
        throw new SandboxHttpError(409, `There are already ${maxScenarios} scenarios; delete one first`)
      const supporting =
        behaviour === undefined ? [] : providerIds.filter((id) => parseBehaviourAt(id, behaviour))
      if (behaviour !== undefined && supporting.length === 0)
        throw new SandboxHttpError(400, '[behaviour] is not supported by any provider')
      if (isReplacement) remove(userName)
      world.put(person, runs)
      for (const provider of supporting) switches.behave(provider, userName, behaviour ?? null)
      const scenario = { person, behaviour, source }
      scenarios.set(userName, scenario)
      return scenario
    },
  }
}

export function scenarioRoutes(server: FastifyInstance, scenarios: Scenarios) {
  server.get('/scenarios', async ({ query }) => {
    const page = paged('scenarios', scenarios.list(), query)
    return { ...page, scenarios: page.scenarios.map(present) }
  })

  server.post('/scenarios', { bodyLimit: maxBodyBytes }, async (request, reply) =>
    reply.code(201).send(present(scenarios.add(request.body))),
  )

  server.delete('/scenarios', async (_request, reply) => {
    scenarios.clear()
    return reply.code(204).send()
  })

  server.get('/scenarios/:user_name', async (request) => {
    const scenario = scenarios.find(userNameIn(request))
    if (!scenario) throw new SandboxHttpError(404, 'There is no scenario with this user name')
    return scenario.source
  })

  server.delete('/scenarios/:user_name', async (request, reply) => {
    if (!scenarios.remove(userNameIn(request)))
      throw new SandboxHttpError(404, 'There is no scenario with this user name')
    return reply.code(204).send()
  })
}

const userNameIn = ({ params }: FastifyRequest) => check(UserName, params).user_name
const present = ({ person, behaviour }: LoadedScenario) => ({
  ...presentSummary(person),
  behaviour: behaviour ?? null,
})

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { readScenario } from '../people/scenario.ts'
import type { Person, World } from '../people/types.ts'
import { behaviourAt } from '../providers/behaviours.ts'
import { providerIds } from '../providers/catalogue.ts'
import type { Switches } from '../providers/types.ts'
import { check, Refusal } from '../http-error.ts'
import { paged } from './paging.ts'
import { presentBriefly } from './presentation.ts'

const mostScenarios = 200
const mostBytes = 256 * 2 ** 10

const UserName = z.object({ user_name: z.string().max(120) })

type Scenario = { person: Person; behaviour: string | undefined; told: unknown }
type Scenarios = ReturnType<typeof openScenarios>

/** People whom somebody has told us about. One told again replaces the one before. */
export function openScenarios(world: World, switches: Switches) {
  const scenarios = new Map<string, Scenario>()

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
    add(told: unknown): Scenario {
      const { person, runs, behaviour } = readScenario(told)
      const { userName } = person
      const isKnown = scenarios.has(userName)
      if (!isKnown && scenarios.size >= mostScenarios)
        throw new Refusal(409, `There are ${mostScenarios} scenarios already; delete one first`)
      const obeying = behaviour === undefined ? [] : providerIds.filter((id) => behaviourAt(id, behaviour))
      if (behaviour !== undefined && obeying.length === 0)
        throw new Refusal(400, '[behaviour] is none that a provider knows')
      if (isKnown) remove(userName)
      world.put(person, runs)
      for (const provider of obeying) switches.behave(provider, userName, behaviour ?? null)
      const scenario = { person, behaviour, told }
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

  server.post('/scenarios', { bodyLimit: mostBytes }, async (request, reply) =>
    reply.code(201).send(present(scenarios.add(request.body))),
  )

  server.delete('/scenarios', async (_request, reply) => {
    scenarios.clear()
    return reply.code(204).send()
  })

  server.get('/scenarios/:user_name', async (request) => {
    const scenario = scenarios.find(userNameIn(request))
    if (!scenario) throw new Refusal(404, 'There is no scenario of this user name')
    return scenario.told
  })

  server.delete('/scenarios/:user_name', async (request, reply) => {
    if (!scenarios.remove(userNameIn(request)))
      throw new Refusal(404, 'There is no scenario of this user name')
    return reply.code(204).send()
  })
}

const userNameIn = ({ params }: FastifyRequest) => check(UserName, params).user_name
const present = ({ person, behaviour }: Scenario) => ({
  ...presentBriefly(person),
  behaviour: behaviour ?? null,
})

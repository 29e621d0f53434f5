import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { check, SandboxHttpError } from '../http-error.ts'
import type { SimulatedWorld } from '../people/types.ts'
import { parseBehaviourAt } from '../providers/behaviours.ts'
import { type ProviderId, providerIds, providers } from '../providers/catalogue.ts'
import type { Switches } from '../providers/types.ts'

const ProviderChange = z.strictObject({
  is_down: z.boolean().optional(),
  slow_seconds: z.number().min(0).max(60).optional(),
})
const Id = z.object({ id: z.string() })
// Providers accept user names in any case.
const normalisedUserName = z.string().max(120).trim().toLowerCase()
const UserName = z.object({ user_name: normalisedUserName })
const OptionalUserName = z.strictObject({ user_name: normalisedUserName.optional() })
const BehaviourBody = z.strictObject({ behaviour: z.string().max(200) })

export function providerRoutes(
  server: FastifyInstance,
  { switches, world }: { switches: Switches; world: SimulatedWorld },
) {
  const present = (id: ProviderId) => {
    const { name, path, maxLoginAttempts, steps } = providers[id]
    const { isDown, slowMs, lockedUserNames, overriddenUserNames, isOwn } = switches.state(id)
    return {
      id,
      name,
      path,
      max_login_attempts: maxLoginAttempts,
      steps,
      is_down: isDown,
      slow_seconds: slowMs / 1_000,
      locked_user_names: lockedUserNames,
      overridden_user_names: overriddenUserNames,
      is_own: isOwn,
    }
  }

  server.get('/providers', async () => ({ providers: providerIds.map(present) }))

  server.get('/providers/:id', async (request) => present(providerIdOf(request)))

  server.patch('/providers/:id', async (request) => {
    const id = providerIdOf(request)
    const { is_down: isDown, slow_seconds: slowSeconds } = check(ProviderChange, request.body)
    switches.change(id, {
      ...(isDown !== undefined && { isDown }),
      ...(slowSeconds !== undefined && { slowMs: slowSeconds * 1_000 }),
    })
    return present(id)
  })

  server.delete('/providers/:id/sessions', async (request) => {
    const id = providerIdOf(request)
    const { user_name: userName } = check(OptionalUserName, request.query)
    return { ended: switches.endSessions(id, userName) }
  })

  server.post('/providers/:id/unlock', async (request) => {
    const id = providerIdOf(request)
    switches.unlock(id, check(OptionalUserName, request.body ?? {}).user_name)
    return present(id)
  })

  server.post('/providers/:id/reset', async (request) => {
    const id = providerIdOf(request)
    switches.reset(id)
    return present(id)
  })

  server.put('/providers/:id/behaviours/:user_name', async (request) => {
    const { id, userName } = targetOf(request)
    const { behaviour } = check(BehaviourBody, request.body)
    if (!parseBehaviourAt(id, behaviour))
      throw new SandboxHttpError(400, `[behaviour] is not supported by ${id}`)
    switches.behave(id, userName, behaviour)
    return { provider: id, user_name: userName, behaviour }
  })

  server.delete('/providers/:id/behaviours/:user_name', async (request, reply) => {
    const { id, userName } = targetOf(request)
    switches.behave(id, userName, null)
    return reply.code(204).send()
  })

  function targetOf(request: FastifyRequest) {
    const id = providerIdOf(request)
    const { user_name: userName } = check(UserName, request.params)
    if (!world.find(userName))
      throw new SandboxHttpError(404, `There is no person with the user name ${userName}`)
    return { id, userName }
  }
}

function providerIdOf(request: FastifyRequest): ProviderId {
  const { id } = check(Id, request.params)
  const provider = providerIds.find((one) => one === id)
  if (!provider)
    throw new SandboxHttpError(404, `There is no provider ${id}; use one of ${providerIds.join(', ')}`)
  return provider
}

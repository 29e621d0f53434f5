import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { World } from '../people/types.ts'
import { behaviourAt } from '../providers/behaviours.ts'
import { type ProviderId, providerIds, providers } from '../providers/catalogue.ts'
import type { Switches } from '../providers/types.ts'
import { check, Refusal } from '../http-error.ts'

const Change = z.strictObject({
  is_down: z.boolean().optional(),
  slow_seconds: z.number().min(0).max(60).optional(),
})
const Id = z.object({ id: z.string() })
// Providers take user names in any case.
const aUserName = z.string().max(120).trim().toLowerCase()
const UserName = z.object({ user_name: aUserName })
const MaybeUserName = z.strictObject({ user_name: aUserName.optional() })
const BehaviourBody = z.strictObject({ behaviour: z.string().max(200) })

export function providerRoutes(
  server: FastifyInstance,
  { switches, world }: { switches: Switches; world: World },
) {
  const present = (id: ProviderId) => {
    const { name, path, maxLoginAttempts, steps } = providers[id]
    const { isDown, slowMs, lockedUserNames } = switches.state(id)
    return {
      id,
      name,
      path,
      max_login_attempts: maxLoginAttempts,
      steps,
      is_down: isDown,
      slow_seconds: slowMs / 1_000,
      locked_user_names: lockedUserNames,
    }
  }

  server.get('/providers', async () => ({ providers: providerIds.map(present) }))

  server.get('/providers/:id', async (request) => present(idIn(request)))

  server.patch('/providers/:id', async (request) => {
    const id = idIn(request)
    const { is_down: isDown, slow_seconds: slowSeconds } = check(Change, request.body)
    switches.change(id, {
      ...(isDown !== undefined && { isDown }),
      ...(slowSeconds !== undefined && { slowMs: slowSeconds * 1_000 }),
    })
    return present(id)
  })

  server.delete('/providers/:id/sessions', async (request) => {
    const id = idIn(request)
    const { user_name: userName } = check(MaybeUserName, request.query)
    return { ended: switches.endSessions(id, userName) }
  })

  server.post('/providers/:id/unlock', async (request) => {
    const id = idIn(request)
    switches.unlock(id, check(MaybeUserName, request.body ?? {}).user_name)
    return present(id)
  })

  server.put('/providers/:id/behaviours/:user_name', async (request) => {
    const { id, userName } = placeIn(request)
    const { behaviour } = check(BehaviourBody, request.body)
    if (!behaviourAt(id, behaviour)) throw new Refusal(400, `[behaviour] is none that ${id} knows`)
    switches.behave(id, userName, behaviour)
    return { provider: id, user_name: userName, behaviour }
  })

  server.delete('/providers/:id/behaviours/:user_name', async (request, reply) => {
    const { id, userName } = placeIn(request)
    switches.behave(id, userName, null)
    return reply.code(204).send()
  })

  function placeIn(request: FastifyRequest) {
    const id = idIn(request)
    const { user_name: userName } = check(UserName, request.params)
    if (!world.find(userName)) throw new Refusal(404, `Nobody has the user name ${userName}`)
    return { id, userName }
  }
}

function idIn(request: FastifyRequest): ProviderId {
  const { id } = check(Id, request.params)
  const known = providerIds.find((one) => one === id)
  if (!known) throw new Refusal(404, `There is no provider ${id}; there are ${providerIds.join(', ')}`)
  return known
}

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { requirePerson } from '../controls/people.ts'
import { check } from '../http-error.ts'
import { pageHeaders } from '../pages.ts'
import { listPayRecords } from '../providers/pay-records.ts'
import type { ProviderDeps } from '../providers/types.ts'
import { indexPage } from './index-page.ts'
import { personPage } from './person-page.ts'

const UserName = z.object({ user_name: z.string().max(120) })

type GuideDeps = ProviderDeps & { needsKey: boolean; addressOf(request: FastifyRequest): string }

export async function guideRoutes(server: FastifyInstance, deps: GuideDeps) {
  const { world, clock, switches, needsKey, addressOf } = deps

  server.get('/', async (request, reply) => {
    const { startDate, endDate } = world
    const data = {
      address: addressOf(request),
      now: clock.now(),
      worldDates: { startDate, endDate },
      people: world.named(),
    }
    return reply.headers(pageHeaders).send(indexPage({ ...data, switches, needsKey }))
  })

  server.get('/people/:user_name', async (request, reply) => {
    const person = requirePerson(world, check(UserName, request.params).user_name)
    const today = clock.today()
    const records = listPayRecords(deps, 'sandbox-cloud', person)
    const statements = world.statements(person, today).toReversed()
    return reply.headers(pageHeaders).send(personPage({ person, today, records, statements }))
  })
}

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { personNamed } from '../controls/people.ts'
import { pageHeaders } from '../pages.ts'
import { payRecords } from '../providers/pay-records.ts'
import type { Surroundings } from '../providers/types.ts'
import { check } from '../http-error.ts'
import { indexPage } from './index-page.ts'
import { personPage } from './person-page.ts'

const UserName = z.object({ user_name: z.string().max(120) })

type Parts = Surroundings & { needsKey: boolean; addressOf(request: FastifyRequest): string }

/** Pages for whoever looks around. */
export async function guideRoutes(server: FastifyInstance, parts: Parts) {
  const { world, clock, switches, needsKey, addressOf } = parts

  server.get('/', async (request, reply) => {
    const { begins, ends } = world
    const matter = {
      address: addressOf(request),
      now: clock.now(),
      span: { begins, ends },
      people: world.named(),
    }
    return reply.headers(pageHeaders).send(indexPage({ ...matter, switches, needsKey }))
  })

  server.get('/people/:user_name', async (request, reply) => {
    const person = personNamed(world, check(UserName, request.params).user_name)
    const today = clock.today()
    const records = payRecords(parts, 'sandbox-cloud', person)
    const statements = world.statements(person, today).toReversed()
    return reply.headers(pageHeaders).send(personPage({ person, today, records, statements }))
  })
}

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Clock } from '../clock.ts'
import type { Person, World } from '../people/types.ts'
import { cloudPayslip } from '../providers/payslip-json.ts'
import { payRecords } from '../providers/pay-records.ts'
import { check, Refusal } from '../http-error.ts'
import { paged } from './paging.ts'
import { presentBriefly, presentPerson, presentStatement } from './presentation.ts'

const UserName = z.object({ user_name: z.string().max(120) })
const Search = z.object({ search: z.string().max(120).toLowerCase().default('') })

export function personNamed(world: World, userName: string): Person {
  const person = world.find(userName)
  if (!person) throw new Refusal(404, `Nobody has the user name ${userName}`)
  return person
}

export function peopleRoutes(server: FastifyInstance, { world, clock }: { world: World; clock: Clock }) {
  /** The first that is still to come, over all jobs; null for somebody who is not paid any more. */
  function nextPayDay({ jobs }: Person) {
    const today = clock.today()
    const days = jobs.flatMap((job) => world.payslips(job, world.ends).map(({ payDate }) => payDate))
    return days.filter((day) => day > today).sort()[0] ?? null
  }

  const personIn = ({ params }: FastifyRequest) => personNamed(world, check(UserName, params).user_name)

  server.get('/people', async ({ query }) => {
    const { search } = check(Search, query)
    const found = world.named().filter((person) => wordsOf(person).includes(search))
    const page = paged('people', found, query)
    return { ...page, people: page.people.map(presentBriefly) }
  })

  server.get('/people/:user_name', async (request) => {
    const person = personIn(request)
    return { ...presentPerson(person), next_pay_day: nextPayDay(person) }
  })

  // In the words of sandbox-cloud, which says the most.
  server.get('/people/:user_name/payslips', async (request) => {
    const records = payRecords({ world, clock }, 'sandbox-cloud', personIn(request))
    const page = paged('payslips', records, request.query)
    return { ...page, payslips: page.payslips.map(cloudPayslip) }
  })

  server.get('/people/:user_name/statements', async (request) => {
    const statements = world.statements(personIn(request), clock.today()).toReversed()
    const page = paged('statements', statements, request.query)
    return { ...page, statements: page.statements.map(presentStatement) }
  })
}

const wordsOf = (person: Person) => {
  const { user_name, name, about } = presentBriefly(person)
  return `${user_name} ${name} ${about}`.toLowerCase()
}

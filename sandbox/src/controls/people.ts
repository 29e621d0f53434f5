import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { WorldClock } from '../clock.ts'
import { check, SandboxHttpError } from '../http-error.ts'
import type { SimulatedPerson, SimulatedWorld } from '../people/types.ts'
import { listPayRecords } from '../providers/pay-records.ts'
import { cloudPayslip } from '../providers/payslip-json.ts'
import { paged } from './paging.ts'
import { presentPerson, presentStatement, presentSummary } from './presentation.ts'

const UserName = z.object({ user_name: z.string().max(120) })
const Search = z.object({ search: z.string().max(120).toLowerCase().default('') })

export function requirePerson(world: SimulatedWorld, userName: string): SimulatedPerson {
  const person = world.find(userName)
  if (!person) throw new SandboxHttpError(404, `There is no person with the user name ${userName}`)
  return person
}

export function peopleRoutes(
  server: FastifyInstance,
  { world, clock }: { world: SimulatedWorld; clock: WorldClock },
) {
  /** Returns the earliest pay date after today across all jobs, or null if there is none. */
  function nextPayDay({ jobs }: SimulatedPerson) {
    const today = clock.today()
    const days = jobs.flatMap((job) => world.payslips(job, world.endDate).map(({ payDate }) => payDate))
    return days.filter((day) => day > today).sort()[0] ?? null
  }

  const personIn = ({ params }: FastifyRequest) => requirePerson(world, check(UserName, params).user_name)

  server.get('/people', async ({ query }) => {
    const { search } = check(Search, query)
    const matches = world.named().filter((person) => searchTextOf(person).includes(search))
    const page = paged('people', matches, query)
    return { ...page, people: page.people.map(presentSummary) }
  })

  server.get('/people/:user_name', async (request) => {
    const person = personIn(request)
    return { ...presentPerson(person), next_pay_day: nextPayDay(person) }
  })

  // Uses the format of sandbox-cloud, the most detailed of all providers.
  server.get('/people/:user_name/payslips', async (request) => {
    const records = listPayRecords({ world, clock }, 'sandbox-cloud', personIn(request))
    const page = paged('payslips', records, request.query)
    return { ...page, payslips: page.payslips.map(cloudPayslip) }
  })

  server.get('/people/:user_name/statements', async (request) => {
    const statements = world.statements(personIn(request), clock.today()).toReversed()
    const page = paged('statements', statements, request.query)
    return { ...page, statements: page.statements.map(presentStatement) }
  })
}

const searchTextOf = (person: SimulatedPerson) => {
  const { user_name, name, about } = presentSummary(person)
  return `${user_name} ${name} ${about}`.toLowerCase()
}

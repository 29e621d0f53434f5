import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Clock } from '../clock.ts'
import { payslipLayouts } from '../documents/payslips/layouts.ts'
import { statementLayouts } from '../documents/statements/layouts.ts'
import { tamperKinds } from '../documents/tampering/tamper-kinds.ts'
import type { Documents, Made, Making } from '../documents/types.ts'
import type { World } from '../people/types.ts'
import { randomFor } from '../random.ts'
import { check, Refusal } from '../http-error.ts'
import { personNamed } from './people.ts'

const mostUnderWay = 8

const ids = (layouts: { id: string }[]) => layouts.map(({ id }) => id)

const How = z.object({
  user_name: z.string().max(120),
  producer: z.enum(['library', 'chromium']).optional(),
  /** Dots per inch of the scanner. */
  scan: z.coerce.number().int().min(72).max(300).optional(),
  tamper: z.enum(tamperKinds).optional(),
})
const PayslipQuery = z.strictObject({
  ...How.shape,
  job: z.coerce.number().int().min(1).max(20).optional(),
  pay_date: z.iso.date('must be a day such as 2026-04-30').optional(),
  layout: z.enum(ids(payslipLayouts)).optional(),
})
const StatementQuery = z.strictObject({
  ...How.shape,
  month: z
    .string()
    .regex(/^\d{4}-\d\d$/, 'must be a month such as 2026-04')
    .optional(),
  layout: z.enum(ids(statementLayouts)).optional(),
})

type Parts = { world: World; clock: Clock; documents: Documents }

/** Papers to look at and to upload, each with the right answer beside it. */
export function documentRoutes(server: FastifyInstance, { world, clock, documents }: Parts) {
  let underWay = 0

  const makers = {
    payslip: async (query: unknown): Promise<Made<unknown>> => {
      const { user_name, job: number, pay_date: payDate, ...how } = check(PayslipQuery, query)
      const person = personNamed(world, user_name)
      const found = person.jobs
        .filter((_job, n) => number === undefined || n === number - 1)
        .flatMap((job) => world.payslips(job, clock.today()).map((payslip) => ({ job, payslip })))
        .filter(({ payslip }) => payDate === undefined || payslip.payDate === payDate)
        .sort((one, other) => one.payslip.payDate.localeCompare(other.payslip.payDate))
        .at(-1)
      if (!found)
        throw new Refusal(
          404,
          `${user_name} has no such payslip yet; see /controls/people/${user_name}/payslips`,
        )
      const address = world.address(person, found.payslip.payDate)
      return documents.payslip({ person, ...found, address }, makingOf(how, user_name))
    },
    statement: async (query: unknown): Promise<Made<unknown>> => {
      const { user_name, month, ...how } = check(StatementQuery, query)
      const found = world
        .statements(personNamed(world, user_name), clock.today())
        .findLast(({ end }) => month === undefined || end.startsWith(month))
      if (!found)
        throw new Refusal(
          404,
          `${user_name} has no such statement yet; see /controls/people/${user_name}/statements`,
        )
      return documents.statement(found, makingOf(how, user_name))
    },
  }

  async function make(kind: keyof typeof makers, { query }: FastifyRequest): Promise<Made<unknown>> {
    if (underWay >= mostUnderWay)
      throw new Refusal(503, 'Too many documents are being made at once; try again')
    underWay += 1
    try {
      return await makers[kind](query)
    } catch (error) {
      // Not every forgery can be done to every document; the maker says why.
      if (error instanceof Refusal || !(query as { tamper?: string }).tamper) throw error
      throw new Refusal(409, (error as Error).message)
    } finally {
      underWay -= 1
    }
  }

  for (const kind of ['payslip', 'statement'] as const) {
    server.get(`/documents/${kind}`, async (request, reply) => {
      const made = await make(kind, request)
      const wantsJson = request.headers.accept?.includes('application/json')
      return wantsJson ? present(made) : sendInline(reply, made)
    })
    server.get(`/documents/${kind}.json`, async (request) => present(await make(kind, request)))
  }

  server.get('/layouts', async () => ({
    payslips: payslipLayouts.map(({ id, name, about }) => ({ id, name, about })),
    statements: statementLayouts.map(({ id, bank, about }) => ({ id, bank, about })),
    tampers: tamperKinds,
  }))
}

const present = ({ fileName, truth, tampering }: Made<unknown>) => ({ file_name: fileName, truth, tampering })

function sendInline(reply: FastifyReply, { bytes, fileName }: Made<unknown>) {
  const headers = { 'content-disposition': `inline; filename="${fileName}"`, 'cache-control': 'no-store' }
  return reply.type('application/pdf').headers(headers).send(bytes)
}

type Asked = { producer?: Making['producer']; scan?: number; tamper?: Making['tamper']; layout?: string }

/** A scan lies on the glass as chance has it, and for the same request always the same. */
function makingOf(
  { scan: dpi, ...rest }: { [Key in keyof Asked]: Asked[Key] | undefined },
  userName: string,
): Making {
  const random = randomFor('scan', userName, dpi ?? 0)
  const scan = dpi && {
    dpi,
    skewDegrees: random.whole(-15, 15) / 10,
    noise: random.whole(3, 8),
    seed: userName,
  }
  return { ...rest, ...(scan && { scan }) } as Making
}

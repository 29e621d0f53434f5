import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { WorldClock } from '../clock.ts'
import { payslipLayouts } from '../documents/payslips/layouts.ts'
import { statementLayouts } from '../documents/statements/layouts.ts'
import { tamperKinds } from '../documents/tampering/tamper-kinds.ts'
import type { DocumentGenerator, RenderedDocument, RenderOptions } from '../documents/types.ts'
import { type PhotoDifficulty, photoDifficulties } from '../documents/types.ts'
import { check, SandboxHttpError } from '../http-error.ts'
import type { SimulatedWorld } from '../people/types.ts'
import { randomFor } from '../random.ts'
import { requirePerson } from './people.ts'

const maxConcurrent = 8

const ids = (layouts: { id: string }[]) => layouts.map(({ id }) => id)

const CommonQuery = z.object({
  user_name: z.string().max(120),
  producer: z.enum(['library', 'chromium']).optional(),
  /** Scanner resolution in dots per inch. */
  scan: z.coerce.number().int().min(72).max(300).optional(),
  /** A phone photo of each page, taken with more or less care. */
  photo: z.enum(photoDifficulties).optional(),
  tamper: z.enum(tamperKinds).optional(),
})
const PayslipQuery = z.strictObject({
  ...CommonQuery.shape,
  job: z.coerce.number().int().min(1).max(20).optional(),
  pay_date: z.iso.date('must be a day such as 2026-04-30').optional(),
  layout: z.enum(ids(payslipLayouts)).optional(),
})
const StatementQuery = z.strictObject({
  ...CommonQuery.shape,
  month: z
    .string()
    .regex(/^\d{4}-\d\d$/, 'must be a month such as 2026-04')
    .optional(),
  layout: z.enum(ids(statementLayouts)).optional(),
})

type DocumentDeps = { world: SimulatedWorld; clock: WorldClock; documents: DocumentGenerator }

/** Adds routes that generate payslips and bank statements as PDF, with their ground truth as JSON. */
export function documentRoutes(server: FastifyInstance, { world, clock, documents }: DocumentDeps) {
  let inProgress = 0

  const generators = {
    payslip: async (query: unknown): Promise<RenderedDocument<unknown>> => {
      const { user_name, job: number, pay_date: payDate, ...options } = check(PayslipQuery, query)
      const person = requirePerson(world, user_name)
      const match = person.jobs
        .filter((_job, n) => number === undefined || n === number - 1)
        .flatMap((job) => world.payslips(job, clock.today()).map((payslip) => ({ job, payslip })))
        .filter(({ payslip }) => payDate === undefined || payslip.payDate === payDate)
        .sort((one, other) => one.payslip.payDate.localeCompare(other.payslip.payDate))
        .at(-1)
      if (!match)
        throw new SandboxHttpError(
          404,
          `${user_name} has no such payslip yet; see /controls/people/${user_name}/payslips`,
        )
      const address = world.address(person, match.payslip.payDate)
      return documents.payslip({ person, ...match, address }, renderOptionsOf(options, user_name))
    },
    statement: async (query: unknown): Promise<RenderedDocument<unknown>> => {
      const { user_name, month, ...options } = check(StatementQuery, query)
      const match = world
        .statements(requirePerson(world, user_name), clock.today())
        .findLast(({ end }) => month === undefined || end.startsWith(month))
      if (!match)
        throw new SandboxHttpError(
          404,
          `${user_name} has no such statement yet; see /controls/people/${user_name}/statements`,
        )
      return documents.statement(match, renderOptionsOf(options, user_name))
    },
  }

  async function generate(
    kind: keyof typeof generators,
    { query }: FastifyRequest,
  ): Promise<RenderedDocument<unknown>> {
    if (inProgress >= maxConcurrent)
      throw new SandboxHttpError(503, 'Too many documents are being generated; try again later')
    inProgress += 1
    try {
      return await generators[kind](query)
    } catch (error) {
      // Not every kind of tampering is possible for every document; the error message explains why.
      if (error instanceof SandboxHttpError || !(query as { tamper?: string }).tamper) throw error
      throw new SandboxHttpError(409, (error as Error).message)
    } finally {
      inProgress -= 1
    }
  }

  for (const kind of ['payslip', 'statement'] as const) {
    server.get(`/documents/${kind}`, async (request, reply) => {
      const made = await generate(kind, request)
      const wantsJson = request.headers.accept?.includes('application/json')
      return wantsJson ? present(made) : sendInline(reply, made)
    })
    server.get(`/documents/${kind}.json`, async (request) => present(await generate(kind, request)))
  }

  server.get('/layouts', async () => ({
    payslips: payslipLayouts.map(({ id, name, about }) => ({ id, name, about })),
    statements: statementLayouts.map(({ id, bank, about }) => ({ id, bank, about })),
    tampers: tamperKinds,
  }))
}

const present = ({ fileName, truth, tampering }: RenderedDocument<unknown>) => ({
  file_name: fileName,
  truth,
  tampering,
})

function sendInline(reply: FastifyReply, { bytes, fileName }: RenderedDocument<unknown>) {
  const headers = { 'content-disposition': `inline; filename="${fileName}"`, 'cache-control': 'no-store' }
  return reply.type('application/pdf').headers(headers).send(bytes)
}

type DocumentOptions = {
  producer?: RenderOptions['producer']
  scan?: number
  photo?: PhotoDifficulty
  tamper?: RenderOptions['tamper']
  layout?: string
}

/** Seeds the skew and noise of a scan from the request, so that identical requests return identical scans. */
function renderOptionsOf(
  {
    scan: dpi,
    photo: difficulty,
    ...rest
  }: { [Key in keyof DocumentOptions]: DocumentOptions[Key] | undefined },
  userName: string,
): RenderOptions {
  const random = randomFor('scan', userName, dpi ?? 0)
  const scan = dpi && {
    dpi,
    skewDegrees: random.integer(-15, 15) / 10,
    noise: random.integer(3, 8),
    seed: userName,
  }
  const photo = difficulty && { difficulty, seed: userName }
  return { ...rest, ...(scan && { scan }), ...(photo && { photo }) } as RenderOptions
}

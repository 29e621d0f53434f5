import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Step } from '../catalogue.ts'
import { addOAuth, oauthErrorBody } from '../oauth/provider.ts'
import { cloudEmployment, cloudPayslip, cloudPerson, cloudSummary } from '../payslip-json.ts'
import { aDay, anId, byId, check, prepare, sendPdf } from '../provider-http.ts'
import { jobsOf, pageAfter, payRecord, payRecords } from '../pay-records.ts'
import type { Provider } from '../types.ts'

const minuteMs = 60_000
const mostPerPage = 25

const scopes = {
  identity: 'your name, date of birth, address and National Insurance number',
  payslips: 'where you work, and your payslips',
}

const listQuery = z.strictObject({
  employment_id: anId.optional(),
  paid_from: aDay.optional(),
  paid_to: aDay.optional(),
  limit: z
    .string()
    .regex(/^\d{1,2}$/)
    .default(String(mostPerPage))
    .transform(Number)
    .pipe(z.number().min(1).max(mostPerPage)),
  cursor: anId.optional(),
})

/** (a): OAuth2 with PKCE, refresh tokens that rotate, and payslips by cursor. */
export const cloud: Provider = async (server, surroundings) => {
  const { clock, documents, world } = surroundings
  const provider = 'sandbox-cloud'
  prepare(server, provider, { ...surroundings, errorBody: oauthErrorBody })
  const { enter: enterWith, attend } = addOAuth(server, surroundings, {
    provider,
    scopes,
    isPkceRequired: true,
    accessLifeMs: 10 * minuteMs,
    grantLifeMs: 90 * 24 * 60 * minuteMs,
    // Enough for all the payslips of two weekly paid jobs, one by one, but not for asking again and again.
    mostRequestsPerMinute: 300,
  })

  server.get('/v1/me', async (request) => {
    const person = await enter(request, 'identity', 'list')
    return cloudPerson(person, world.address(person, clock.today()))
  })

  server.get('/v1/employments', async (request) => {
    const person = await enter(request, 'payslips', 'list')
    return { employments: jobsOf(surroundings, person).map((job) => cloudEmployment(job, clock.today())) }
  })

  server.get('/v1/payslips', async (request) => {
    const person = await enter(request, 'payslips', 'list')
    const { employment_id, paid_from, paid_to, limit, cursor } = check(listQuery, request.query)
    const wanted = { employmentId: employment_id, from: paid_from, to: paid_to }
    const { page, nextCursor } = pageAfter(payRecords(surroundings, provider, person, wanted), cursor, limit)
    return { payslips: page.map(cloudSummary), next_cursor: nextCursor }
  })

  server.get('/v1/payslips/:id', async (request) => cloudPayslip(await find(request)))

  server.get('/v1/payslips/:id/pdf', async (request, reply) =>
    sendPdf(reply, await documents.payslip(await find(request))),
  )

  async function find(request: FastifyRequest) {
    const person = await enter(request, 'payslips', 'payslip')
    const { id } = check(byId, request.params)
    return payRecord(surroundings, provider, person, id)
  }

  async function enter(request: FastifyRequest, scope: keyof typeof scopes, step: Step) {
    const session = enterWith(request, scope)
    await attend(request, step, session)
    return session.person
  }
}

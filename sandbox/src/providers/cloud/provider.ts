import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { ProviderStep } from '../catalogue.ts'
import { addOAuth, oauthErrorBody } from '../oauth/provider.ts'
import { listPayRecords, pageAfter, requirePayRecord, startedJobs } from '../pay-records.ts'
import { cloudEmployment, cloudPayslip, cloudPerson, cloudSummary } from '../payslip-json.ts'
import { check, configureProviderServer, dateSchema, idParams, idSchema, sendPdf } from '../provider-http.ts'
import type { ProviderPlugin } from '../types.ts'

const minuteMs = 60_000
const maxPerPage = 25

const scopes = {
  identity: 'your name, date of birth, address and National Insurance number',
  payslips: 'where you work, and your payslips',
}

const listQuery = z.strictObject({
  employment_id: idSchema.optional(),
  paid_from: dateSchema.optional(),
  paid_to: dateSchema.optional(),
  limit: z
    .string()
    .regex(/^\d{1,2}$/)
    .default(String(maxPerPage))
    .transform(Number)
    .pipe(z.number().min(1).max(maxPerPage)),
  cursor: idSchema.optional(),
})

/** Cloud payroll: OAuth2 with PKCE, rotating refresh tokens and cursor pagination. */
export const cloud: ProviderPlugin = async (server, deps) => {
  const { clock, documents, world } = deps
  const provider = 'sandbox-cloud'
  configureProviderServer(server, provider, { ...deps, errorBody: oauthErrorBody })
  const { authorise: enterWith, applyBehaviour } = addOAuth(server, deps, {
    provider,
    scopes,
    isPkceRequired: true,
    issuer: 'https://cirrusfold.example',
    accessTokenTtlMs: 10 * minuteMs,
    grantTtlMs: 90 * 24 * 60 * minuteMs,
    // Enough to fetch every payslip of two weekly paid jobs once, but not enough for polling.
    maxRequestsPerMinute: 300,
  })

  server.get('/v1/me', async (request) => {
    const person = await enter(request, 'identity', 'list')
    return cloudPerson(person, world.address(person, clock.today()))
  })

  server.get('/v1/employments', async (request) => {
    const person = await enter(request, 'payslips', 'list')
    return { employments: startedJobs(deps, person).map((job) => cloudEmployment(job, clock.today())) }
  })

  server.get('/v1/payslips', async (request) => {
    const person = await enter(request, 'payslips', 'list')
    const { employment_id, paid_from, paid_to, limit, cursor } = check(listQuery, request.query)
    const filter = { employmentId: employment_id, from: paid_from, to: paid_to }
    const { page, nextCursor } = pageAfter(listPayRecords(deps, provider, person, filter), cursor, limit)
    return { payslips: page.map(cloudSummary), next_cursor: nextCursor }
  })

  server.get('/v1/payslips/:id', async (request) => cloudPayslip(await find(request)))

  server.get('/v1/payslips/:id/pdf', async (request, reply) =>
    sendPdf(reply, await documents.payslip(await find(request))),
  )

  async function find(request: FastifyRequest) {
    const person = await enter(request, 'payslips', 'payslip')
    const { id } = check(idParams, request.params)
    return requirePayRecord(deps, provider, person, id)
  }

  async function enter(request: FastifyRequest, scope: keyof typeof scopes, step: ProviderStep) {
    const session = enterWith(request, scope)
    await applyBehaviour(request, step, session)
    return session.person
  }
}

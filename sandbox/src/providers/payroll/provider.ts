import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { SimulatedPerson } from '../../people/types.ts'
import { createAuthenticator, type SignedInPerson } from '../authentication.ts'
import type { ProviderStep } from '../catalogue.ts'
import { ProviderFault } from '../errors.ts'
import { listPayRecords, requirePayRecord, startedJobs } from '../pay-records.ts'
import { payrollEmployment, payrollPayslip, payrollSummary } from '../payslip-json.ts'
import {
  answerSchema,
  bearerToken,
  check,
  configureProviderServer,
  idParams,
  idSchema,
  passwordSchema,
  sendPdf,
  userNameSchema,
} from '../provider-http.ts'
import { addResetPage } from '../reset-page.ts'
import { isToken } from '../token-store.ts'
import type { ProviderPlugin } from '../types.ts'

const minuteMs = 60_000
const sessionTtlMs = 30 * minuteMs
const longSessionTtlMs = 90 * 24 * 60 * minuteMs
const pageSize = 10

/** Whether the session lasts longer, for clients that reconnect automatically and must not store the password. */
const stay_signed_in = z.boolean().default(false)
const credentials = z.strictObject({
  user_name: userNameSchema,
  password: passwordSchema,
  /** Employee number, which restricts the session to one employment. */
  employee_number: z.string().trim().min(1).max(20).optional(),
  stay_signed_in,
})
const secondStep = z.strictObject({ challenge_id: z.string().max(100), answer: answerSchema, stay_signed_in })
/** This provider's date format, e.g. 28/02/2026. */
const britishDay = z
  .string()
  .regex(/^\d\d\/\d\d\/\d{4}$/)
  .transform((text) => text.split('/').reverse().join('-'))
  .pipe(z.iso.date())
const listQuery = z.strictObject({
  employment_id: idSchema.optional(),
  from: britishDay.optional(),
  to: britishDay.optional(),
  page: z
    .string()
    .regex(/^[1-9]\d{0,4}$/)
    .default('1')
    .transform(Number),
})

/** Payroll API: password login with session tokens, and payslip lists with page numbers. */
export const payroll: ProviderPlugin = async (server, deps) => {
  const { clock, documents } = deps
  const provider = 'sandbox-payroll'
  const authenticator = createAuthenticator(provider, deps)
  configureProviderServer(server, provider, { ...deps, errorBody })
  addResetPage(server, authenticator)

  server.post('/session', async (request) => {
    const login = check(credentials, request.body)
    const {
      user_name: userName,
      password,
      employee_number: employeeNumber,
      stay_signed_in: staysSignedIn,
    } = login
    const signIn = await authenticator.signIn(request, { userName, password, employeeNumber })
    if ('person' in signIn) return signedIn(signIn, staysSignedIn)
    return { status: 'second_factor', challenge_id: signIn.challengeId, method: signIn.method }
  })

  server.post('/session/second-factor', async (request) => {
    const { challenge_id, answer, stay_signed_in: staysSignedIn } = check(secondStep, request.body)
    return signedIn(await authenticator.answerChallenge(request, challenge_id, answer), staysSignedIn)
  })

  server.delete('/session', (request, reply) => {
    authenticator.endSession(bearerToken(request))
    return reply.code(204).send()
  })

  server.get('/employments', async (request) => {
    const { person } = await enter(request, 'list')
    return { employments: startedJobs(deps, person).map((job) => payrollEmployment(job, clock.today())) }
  })

  server.get('/payslips', async (request) => {
    const { person } = await enter(request, 'list')
    const { employment_id, from, to, page } = check(listQuery, request.query)
    const records = listPayRecords(deps, provider, person, { employmentId: employment_id, from, to })
    return {
      page,
      pageSize,
      total: records.length,
      payslips: records.slice((page - 1) * pageSize, page * pageSize).map(payrollSummary),
    }
  })

  server.get('/payslips/:id', async (request) => payrollPayslip(await find(request)))

  server.get('/payslips/:id/pdf', async (request, reply) =>
    sendPdf(reply, await documents.payslip(await find(request))),
  )

  function signedIn(signIn: SignedInPerson, staysSignedIn: boolean) {
    const { token, ttlMs } = authenticator.openSession(
      signIn,
      staysSignedIn ? longSessionTtlMs : sessionTtlMs,
    )
    return { status: 'signed_in', session_token: token, expires_in_seconds: ttlMs / 1_000 }
  }

  async function find(request: FastifyRequest) {
    const { person } = await enter(request, 'payslip')
    const { id } = check(idParams, request.params)
    return requirePayRecord(deps, provider, person, id)
  }

  async function enter(request: FastifyRequest, step: ProviderStep) {
    const token = bearerToken(request)
    if (!isToken(token)) throw new ProviderFault('invalid_token')
    const session = authenticator.session(token)
    if (!session) throw new ProviderFault('session_expired')
    await authenticator.applyBehaviour(request, step, session)
    return { person: visiblePerson(session) }
  }
}

/** Returns the person with only the employment they signed in for, if they named one. */
const visiblePerson = ({ person, employeeNumber }: SignedInPerson): SimulatedPerson =>
  employeeNumber === undefined
    ? person
    : { ...person, jobs: person.jobs.filter(({ payrollNumber }) => payrollNumber === employeeNumber) }

const errorBody = ({ code, message, attemptsLeft }: ProviderFault) => ({
  code,
  message,
  ...(attemptsLeft !== undefined && { attempts_left: attemptsLeft }),
})

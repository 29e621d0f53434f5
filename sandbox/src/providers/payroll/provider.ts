import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Person } from '../../people/types.ts'
import type { Step } from '../catalogue.ts'
import { Fault } from '../errors.ts'
import { openFrontDoor, type SignedIn } from '../authentication.ts'
import { payrollEmployment, payrollPayslip, payrollSummary } from '../payslip-json.ts'
import {
  anAnswer,
  anId,
  aPassword,
  aUserName,
  bearerToken,
  byId,
  check,
  prepare,
  sendPdf,
} from '../provider-http.ts'
import { jobsOf, payRecord, payRecords } from '../pay-records.ts'
import { addResetPage } from '../reset-page.ts'
import { isToken } from '../token-store.ts'
import type { Provider } from '../types.ts'

const minuteMs = 60_000
const sessionLifeMs = 30 * minuteMs
const longSessionLifeMs = 90 * 24 * 60 * minuteMs
const pageSize = 10

/** For programs that come back by themselves and may not keep the password. */
const stay_signed_in = z.boolean().default(false)
const credentials = z.strictObject({
  user_name: aUserName,
  password: aPassword,
  /** For those who want to show one of their employments only. */
  employee_number: z.string().trim().min(1).max(20).optional(),
  stay_signed_in,
})
const secondStep = z.strictObject({ challenge_id: z.string().max(100), answer: anAnswer, stay_signed_in })
/** 28/02/2026, as this provider writes days everywhere. */
const britishDay = z
  .string()
  .regex(/^\d\d\/\d\d\/\d{4}$/)
  .transform((text) => text.split('/').reverse().join('-'))
  .pipe(z.iso.date())
const listQuery = z.strictObject({
  employment_id: anId.optional(),
  from: britishDay.optional(),
  to: britishDay.optional(),
  page: z
    .string()
    .regex(/^[1-9]\d{0,4}$/)
    .default('1')
    .transform(Number),
})

/** (b): a login over HTTP with a session, and payslips by page number. */
export const payroll: Provider = async (server, surroundings) => {
  const { clock, documents } = surroundings
  const provider = 'sandbox-payroll'
  const door = openFrontDoor(provider, surroundings)
  prepare(server, provider, { ...surroundings, errorBody })
  addResetPage(server, door)

  server.post('/session', async (request) => {
    const wanted = check(credentials, request.body)
    const { user_name: userName, password, employee_number: employeeNumber, stay_signed_in: isLong } = wanted
    const outcome = await door.signIn(request, { userName, password, employeeNumber })
    if ('person' in outcome) return signedIn(outcome, isLong)
    return { status: 'second_factor', challenge_id: outcome.challengeId, method: outcome.method }
  })

  server.post('/session/second-factor', async (request) => {
    const { challenge_id, answer, stay_signed_in: isLong } = check(secondStep, request.body)
    return signedIn(await door.answer(request, challenge_id, answer), isLong)
  })

  server.delete('/session', (request, reply) => {
    door.endSession(bearerToken(request))
    return reply.code(204).send()
  })

  server.get('/employments', async (request) => {
    const { person } = await enter(request, 'list')
    return { employments: jobsOf(surroundings, person).map((job) => payrollEmployment(job, clock.today())) }
  })

  server.get('/payslips', async (request) => {
    const { person } = await enter(request, 'list')
    const { employment_id, from, to, page } = check(listQuery, request.query)
    const records = payRecords(surroundings, provider, person, { employmentId: employment_id, from, to })
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

  function signedIn(outcome: SignedIn, isLong: boolean) {
    const { token, lifeMs } = door.openSession(outcome, isLong ? longSessionLifeMs : sessionLifeMs)
    return { status: 'signed_in', session_token: token, expires_in_seconds: lifeMs / 1_000 }
  }

  async function find(request: FastifyRequest) {
    const { person } = await enter(request, 'payslip')
    const { id } = check(byId, request.params)
    return payRecord(surroundings, provider, person, id)
  }

  async function enter(request: FastifyRequest, step: Step) {
    const token = bearerToken(request)
    if (!isToken(token)) throw new Fault('invalid_token')
    const session = door.session(token)
    if (!session) throw new Fault('session_expired')
    await door.attend(request, step, session)
    return { person: showing(session) }
  }
}

/** The person, with no other employment than the one that they signed in for. */
const showing = ({ person, employeeNumber }: SignedIn): Person =>
  employeeNumber === undefined
    ? person
    : { ...person, jobs: person.jobs.filter(({ payrollNumber }) => payrollNumber === employeeNumber) }

const errorBody = ({ code, message, attemptsLeft }: Fault) => ({
  code,
  message,
  ...(attemptsLeft !== undefined && { attempts_left: attemptsLeft }),
})

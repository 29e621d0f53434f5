import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { SafeHtml } from '../../pages.ts'
import type { SimulatedPerson } from '../../people/types.ts'
import { tenantPath } from '../../tenants.ts'
import { createAuthenticator, type PendingChallenge, type SignedInPerson } from '../authentication.ts'
import type { ProviderStep } from '../catalogue.ts'
import { ProviderFault } from '../errors.ts'
import { employmentIdOf, listPayRecords, type PayRecord, startedJobs } from '../pay-records.ts'
import {
  check,
  configureProviderServer,
  idSchema,
  passwordSchema,
  sendPdf,
  userNameSchema,
} from '../provider-http.ts'
import { addResetPage } from '../reset-page.ts'
import { createTokenStore } from '../token-store.ts'
import type { ProviderDeps, ProviderPlugin, ProviderSession } from '../types.ts'
import { send, sendError, sendSecondStep, sendSignedOut, sendSignIn, sendTerms } from './pages.ts'
import { detailsPage, noPayslips, payslipList, payslipPage } from './payslip-pages.ts'
import { createVisits, type PortalVisit, staySignedInTtlMs } from './visit-cookie.ts'

const provider = 'sandbox-portal'
const sessionTtlMs = 30 * 60_000
const termsTtlMs = 5 * 60_000

const Form = z.record(z.string(), z.string().max(500))
const Credentials = z.object({
  user_name: userNameSchema,
  password: passwordSchema,
  /** Value that the browser sends for a ticked checkbox. */
  stay_signed_in: z.literal('on').optional(),
})
const ById = z.object({ id: idSchema })
const ListQuery = z.object({
  employment: z.coerce.number().int().min(1).max(20).default(1),
  tax_year: z.enum(['2024-25', '2025-26', '2026-27']).optional(),
  page: z.coerce.number().int().min(1).max(1_000).default(1),
})

/** Staff portal with HTML pages and cookies, without an API. */
export const portal: ProviderPlugin = async (server, deps) => {
  configureProviderServer(server, provider, {
    switches: deps.switches,
    errorBody: ({ code }) => ({ code }),
    isPageAlways: true,
  })
  await server.register(async (scope) => {
    scope.setErrorHandler((error, _request, reply) => {
      // Dropped connections, truncated replies and internal errors are left to the common handler.
      if (!(error instanceof ProviderFault) || error.code === 'bad_response') throw error
      return sendError(reply, error)
    })
    addPages(scope, deps)
    scope.all('/*', () => {
      throw new ProviderFault('not_found')
    })
  })
}

type Staff = ProviderSession & { person: SimulatedPerson; visit: PortalVisit }
type PendingLogin = { userName: string; password: string; staysSignedIn: boolean }

function addPages(server: FastifyInstance, deps: ProviderDeps) {
  const { world, clock, switches, documents } = deps
  const authenticator = createAuthenticator(provider, deps)
  const visits = createVisits()
  /** Logins waiting for the person to accept new terms. */
  const awaitingTerms = createTokenStore<PendingLogin>(clock)
  addResetPage(server, authenticator)

  server.get('/', async (request, reply) => {
    if (staffOf(request)) return reply.redirect(`${tenantPath()}/portal/payslips`, 303)
    return showSignIn(request, reply)
  })

  server.post('/sign-in', async (request, reply) => {
    requireForm(request)
    const { user_name: userName, password, stay_signed_in: box } = check(Credentials, request.body)
    return enter(request, reply, { userName, password, staysSignedIn: box === 'on' })
  })

  server.post('/terms', async (request, reply) => {
    const { stage, token } = requireForm(request)
    const login = stage === 'terms' ? awaitingTerms.take(token) : undefined
    if (!login) throw new ProviderFault('form_expired')
    // The person has accepted the terms, so stop requesting them through the password or the override.
    if (switches.store(provider).behaviourOverride(login.userName).error === 'terms_not_accepted')
      switches.behave(provider, login.userName, null)
    const rest = login.password.split('+').filter((part) => part !== 'error:terms_not_accepted')
    return enter(request, reply, { ...login, password: rest.join('+') || 'pass' })
  })

  server.get('/second-step', async (request, reply) => {
    const visit = visits.read(request)
    if (visit?.stage !== 'step') return reply.redirect(`${tenantPath()}/portal/`, 303)
    const challenge = authenticator.pendingChallenge(visit.token)
    if (!challenge) throw new ProviderFault('mfa_timeout')
    return sendSecondStep(reply, { challenge, formToken: visits.formToken(visit) })
  })

  server.post('/second-step', async (request, reply) => {
    const visit = requireForm(request)
    const challenge = visit.stage === 'step' ? authenticator.pendingChallenge(visit.token) : undefined
    if (!challenge) throw new ProviderFault('mfa_timeout')
    try {
      const signedIn = await authenticator.answerChallenge(
        request,
        visit.token,
        answerIn(check(Form, request.body), challenge),
      )
      return startSession(reply, signedIn, visit)
    } catch (fault) {
      const retryChallenge = authenticator.pendingChallenge(visit.token)
      if (!(fault instanceof ProviderFault) || fault.code !== 'mfa_failed' || !retryChallenge) throw fault
      reply.code(401)
      return sendSecondStep(reply, { challenge: retryChallenge, formToken: visits.formToken(visit), fault })
    }
  })

  server.get('/payslips', async (request, reply) => {
    const staff = await requireStaff(request, 'list')
    if (!staff) return reply.redirect(`${tenantPath()}/portal/`, 303)
    const { employment, tax_year: taxYear, page: number } = check(ListQuery, request.query)
    const jobs = startedJobs(deps, staff.person)
    const job = jobs[employment - 1]
    if (!job && employment > 1) throw new ProviderFault('not_found')
    if (!job) return show(reply, staff, 'Payslips', noPayslips)
    const only = { employmentId: employmentIdOf(provider, job) }
    const records = listPayRecords(deps, provider, staff.person, only)
    return show(reply, staff, 'Payslips', payslipList({ jobs, job, records, taxYear, number }))
  })

  server.get('/payslips/:id', async (request, reply) => {
    const staff = await requireStaff(request, 'payslip')
    if (!staff) return reply.redirect(`${tenantPath()}/portal/`, 303)
    return show(reply, staff, 'Payslip', payslipPage(findRecord(request, staff)))
  })

  server.get('/payslips/:id.pdf', async (request, reply) => {
    let isComplete = true
    const staff = await requireStaff(request, 'payslip').catch((fault: unknown) => {
      if (!(fault instanceof ProviderFault) || fault.code !== 'bad_response') throw fault
      isComplete = false
      return staffOf(request)
    })
    if (!staff) return reply.redirect(`${tenantPath()}/portal/`, 303)
    const made = await documents.payslip(findRecord(request, staff))
    return sendPdf(
      reply,
      isComplete ? made : { ...made, bytes: made.bytes.subarray(0, made.bytes.length / 2) },
    )
  })

  server.get('/details', async (request, reply) => {
    const staff = await requireStaff(request, 'list')
    if (!staff) return reply.redirect(`${tenantPath()}/portal/`, 303)
    const { person } = staff
    const today = clock.today()
    const home = world.address(person, today)
    return show(reply, staff, 'My details', detailsPage(person, startedJobs(deps, person), home, today))
  })

  server.post('/sign-out', async (request, reply) => {
    const { stage, token } = requireForm(request)
    if (stage === 'staff') authenticator.endSession(token)
    visits.clear(reply)
    return sendSignedOut(reply)
  })

  function requireForm(request: FastifyRequest): PortalVisit {
    const { csrf_token } = check(Form, request.body)
    return visits.requireForm(visits.read(request), csrf_token)
  }

  function showSignIn(
    request: FastifyRequest,
    reply: FastifyReply,
    more: { fault?: ProviderFault; userName?: string } = {},
  ) {
    const known = visits.read(request)
    const visit = known?.stage === 'visit' ? known : visits.write(reply, visits.begin())
    return sendSignIn(reply, { formToken: visits.formToken(visit), ...more })
  }

  async function enter(request: FastifyRequest, reply: FastifyReply, login: PendingLogin) {
    const { userName, staysSignedIn } = login
    try {
      const signIn = await authenticator.signIn(request, login)
      if ('person' in signIn) return startSession(reply, signIn, login)
      visits.write(reply, { stage: 'step', token: signIn.challengeId, staysSignedIn })
      return reply.redirect(`${tenantPath()}/portal/second-step`, 303)
    } catch (fault) {
      if (!(fault instanceof ProviderFault)) throw fault
      if (fault.code === 'terms_not_accepted') {
        const token = awaitingTerms.put({ ...login, userName: userName.trim().toLowerCase() }, termsTtlMs)
        reply.code(403)
        return sendTerms(
          reply,
          visits.formToken(visits.write(reply, { stage: 'terms', token, staysSignedIn })),
        )
      }
      if (fault.code !== 'invalid_credentials') throw fault
      reply.code(401)
      return showSignIn(request, reply, { fault, userName })
    }
  }

  function startSession(
    reply: FastifyReply,
    signedIn: SignedInPerson,
    { staysSignedIn }: { staysSignedIn: boolean },
  ) {
    const { token } = authenticator.openSession(signedIn, staysSignedIn ? staySignedInTtlMs : sessionTtlMs)
    visits.write(reply, { stage: 'staff', token, staysSignedIn })
    return reply.redirect(`${tenantPath()}/portal/payslips`, 303)
  }

  function staffOf(request: FastifyRequest): Staff | undefined {
    const visit = visits.read(request)
    const session = visit?.stage === 'staff' ? authenticator.session(visit.token) : undefined
    return visit && session && { ...session, visit }
  }

  /** Returns undefined without a session cookie; throws session_expired if the session has ended. */
  async function requireStaff(request: FastifyRequest, step: ProviderStep): Promise<Staff | undefined> {
    const staff = staffOf(request)
    if (!staff && visits.read(request)?.stage !== 'staff') return undefined
    if (!staff) throw new ProviderFault('session_expired')
    await authenticator.applyBehaviour(request, step, staff)
    return staff
  }

  function findRecord(request: FastifyRequest, { person }: Staff): PayRecord {
    const { id } = check(ById, request.params)
    const record = listPayRecords(deps, provider, person).find((one) => one.id === id)
    if (!record) throw new ProviderFault('not_found')
    return record
  }

  function show(reply: FastifyReply, { person, visit }: Staff, title: string, body: SafeHtml) {
    const staff = { name: `${person.forename} ${person.surname}`, formToken: visits.formToken(visit) }
    return send(reply, { title, body, staff })
  }
}

/** Combines the form fields into one answer in the requested format. */
function answerIn(fields: Record<string, string>, { method }: PendingChallenge): string {
  switch (method.type) {
    case 'Code':
      return fields.code ?? ''
    case 'Date': {
      const parts = { DD: fields.day, MM: fields.month, YYYY: fields.year }
      const padded = (part: string) =>
        (parts[part as keyof typeof parts] ?? '').trim().padStart(part.length, '0')
      return method.format.replace(/DD|MM|YYYY/g, padded)
    }
    case 'PasswordWithPositions':
      return method.positions.map((position) => fields[`character_${position}`] ?? '').join('')
  }
}

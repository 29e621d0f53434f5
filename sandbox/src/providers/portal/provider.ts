import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Html } from '../../pages.ts'
import type { Person } from '../../people/types.ts'
import type { Step } from '../catalogue.ts'
import { Fault } from '../errors.ts'
import { type Asked, openFrontDoor, type SignedIn } from '../authentication.ts'
import { anId, aPassword, aUserName, check, prepare, sendPdf } from '../provider-http.ts'
import { employmentIdOf, jobsOf, type PayRecord, payRecords } from '../pay-records.ts'
import { addResetPage } from '../reset-page.ts'
import { openShelf } from '../token-store.ts'
import type { Provider, Session, Surroundings } from '../types.ts'
import { send, sendError, sendSecondStep, sendSignedOut, sendSignIn, sendTerms } from './pages.ts'
import { detailsPage, noPayslips, payslipList, payslipPage } from './payslip-pages.ts'
import { openVisits, stayingLifeMs, type Visit } from './visit-cookie.ts'

const provider = 'sandbox-portal'
const sessionLifeMs = 30 * 60_000
const termsLifeMs = 5 * 60_000

const Form = z.record(z.string(), z.string().max(500))
const Credentials = z.object({
  user_name: aUserName,
  password: aPassword,
  /** A ticked box. */
  stay_signed_in: z.literal('on').optional(),
})
const ById = z.object({ id: anId })
const ListQuery = z.object({
  employment: z.coerce.number().int().min(1).max(20).default(1),
  tax_year: z.enum(['2024-25', '2025-26', '2026-27']).optional(),
  page: z.coerce.number().int().min(1).max(1_000).default(1),
})

/** (c) A staff portal of pages and cookies only, as a person with a browser sees it. It has no interface for programs. */
export const portal: Provider = async (server, surroundings) => {
  prepare(server, provider, {
    switches: surroundings.switches,
    errorBody: ({ code }) => ({ code }),
    isPageAlways: true,
  })
  await server.register(async (scope) => {
    scope.setErrorHandler((error, _request, reply) => {
      // Cut connections, broken pages and our own bugs are treated as everywhere.
      if (!(error instanceof Fault) || error.code === 'bad_response') throw error
      return sendError(reply, error)
    })
    addPages(scope, surroundings)
    scope.all('/*', () => {
      throw new Fault('not_found')
    })
  })
}

type Staff = Session & { person: Person; visit: Visit }
type Entering = { userName: string; password: string; isStaying: boolean }

function addPages(server: FastifyInstance, surroundings: Surroundings) {
  const { world, clock, switches, documents } = surroundings
  const door = openFrontDoor(provider, surroundings)
  const visits = openVisits()
  /** People who are asked to accept new terms, and what they wanted to sign in with. */
  const undecided = openShelf<Entering>(clock)
  addResetPage(server, door)

  server.get('/', async (request, reply) => {
    if (staffOf(request)) return reply.redirect('/portal/payslips', 303)
    return showSignIn(request, reply)
  })

  server.post('/sign-in', async (request, reply) => {
    requireForm(request)
    const { user_name: userName, password, stay_signed_in: box } = check(Credentials, request.body)
    return enter(request, reply, { userName, password, isStaying: box === 'on' })
  })

  server.post('/terms', async (request, reply) => {
    const { stage, token } = requireForm(request)
    const entering = stage === 'terms' ? undecided.take(token) : undefined
    if (!entering) throw new Fault('form_expired')
    // The person has done what was asked for: neither the password nor a switch asks for it again.
    if (switches.desk(provider).imposed(entering.userName).error === 'terms_not_accepted')
      switches.behave(provider, entering.userName, null)
    const rest = entering.password.split('+').filter((part) => part !== 'error:terms_not_accepted')
    return enter(request, reply, { ...entering, password: rest.join('+') || 'pass' })
  })

  server.get('/second-step', async (request, reply) => {
    const visit = visits.read(request)
    if (visit?.stage !== 'step') return reply.redirect('/portal/', 303)
    const asked = door.asked(visit.token)
    if (!asked) throw new Fault('mfa_timeout')
    return sendSecondStep(reply, { asked, formToken: visits.formToken(visit) })
  })

  server.post('/second-step', async (request, reply) => {
    const visit = requireForm(request)
    const asked = visit.stage === 'step' ? door.asked(visit.token) : undefined
    if (!asked) throw new Fault('mfa_timeout')
    try {
      const signedIn = await door.answer(request, visit.token, answerIn(check(Form, request.body), asked))
      return welcome(reply, signedIn, visit)
    } catch (fault) {
      const again = door.asked(visit.token)
      if (!(fault instanceof Fault) || fault.code !== 'mfa_failed' || !again) throw fault
      reply.code(401)
      return sendSecondStep(reply, { asked: again, formToken: visits.formToken(visit), fault })
    }
  })

  server.get('/payslips', async (request, reply) => {
    const staff = await requireStaff(request, 'list')
    if (!staff) return reply.redirect('/portal/', 303)
    const { employment, tax_year: taxYear, page: number } = check(ListQuery, request.query)
    const jobs = jobsOf(surroundings, staff.person)
    const job = jobs[employment - 1]
    if (!job && employment > 1) throw new Fault('not_found')
    if (!job) return show(reply, staff, 'Payslips', noPayslips)
    const only = { employmentId: employmentIdOf(provider, job) }
    const records = payRecords(surroundings, provider, staff.person, only)
    return show(reply, staff, 'Payslips', payslipList({ jobs, job, records, taxYear, number }))
  })

  server.get('/payslips/:id', async (request, reply) => {
    const staff = await requireStaff(request, 'payslip')
    if (!staff) return reply.redirect('/portal/', 303)
    return show(reply, staff, 'Payslip', payslipPage(findRecord(request, staff)))
  })

  server.get('/payslips/:id.pdf', async (request, reply) => {
    let isWhole = true
    const staff = await requireStaff(request, 'payslip').catch((fault: unknown) => {
      if (!(fault instanceof Fault) || fault.code !== 'bad_response') throw fault
      isWhole = false
      return staffOf(request)
    })
    if (!staff) return reply.redirect('/portal/', 303)
    const made = await documents.payslip(findRecord(request, staff))
    return sendPdf(reply, isWhole ? made : { ...made, bytes: made.bytes.subarray(0, made.bytes.length / 2) })
  })

  server.get('/details', async (request, reply) => {
    const staff = await requireStaff(request, 'list')
    if (!staff) return reply.redirect('/portal/', 303)
    const { person } = staff
    const today = clock.today()
    const home = world.address(person, today)
    return show(reply, staff, 'My details', detailsPage(person, jobsOf(surroundings, person), home, today))
  })

  server.post('/sign-out', async (request, reply) => {
    const { stage, token } = requireForm(request)
    if (stage === 'staff') door.endSession(token)
    visits.clear(reply)
    return sendSignedOut(reply)
  })

  function requireForm(request: FastifyRequest): Visit {
    const { csrf_token } = check(Form, request.body)
    return visits.requireForm(visits.read(request), csrf_token)
  }

  function showSignIn(
    request: FastifyRequest,
    reply: FastifyReply,
    more: { fault?: Fault; userName?: string } = {},
  ) {
    const known = visits.read(request)
    const visit = known?.stage === 'visit' ? known : visits.write(reply, visits.begin())
    return sendSignIn(reply, { formToken: visits.formToken(visit), ...more })
  }

  async function enter(request: FastifyRequest, reply: FastifyReply, entering: Entering) {
    const { userName, isStaying } = entering
    try {
      const outcome = await door.signIn(request, entering)
      if ('person' in outcome) return welcome(reply, outcome, entering)
      visits.write(reply, { stage: 'step', token: outcome.challengeId, isStaying })
      return reply.redirect('/portal/second-step', 303)
    } catch (fault) {
      if (!(fault instanceof Fault)) throw fault
      if (fault.code === 'terms_not_accepted') {
        const token = undecided.put({ ...entering, userName: userName.trim().toLowerCase() }, termsLifeMs)
        reply.code(403)
        return sendTerms(reply, visits.formToken(visits.write(reply, { stage: 'terms', token, isStaying })))
      }
      if (fault.code !== 'invalid_credentials') throw fault
      reply.code(401)
      return showSignIn(request, reply, { fault, userName })
    }
  }

  function welcome(reply: FastifyReply, signedIn: SignedIn, { isStaying }: { isStaying: boolean }) {
    const { token } = door.openSession(signedIn, isStaying ? stayingLifeMs : sessionLifeMs)
    visits.write(reply, { stage: 'staff', token, isStaying })
    return reply.redirect('/portal/payslips', 303)
  }

  function staffOf(request: FastifyRequest): Staff | undefined {
    const visit = visits.read(request)
    const session = visit?.stage === 'staff' ? door.session(visit.token) : undefined
    return visit && session && { ...session, visit }
  }

  /** Undefined: has never signed in. Whoever has, and is not any more, is told so. */
  async function requireStaff(request: FastifyRequest, step: Step): Promise<Staff | undefined> {
    const staff = staffOf(request)
    if (!staff && visits.read(request)?.stage !== 'staff') return undefined
    if (!staff) throw new Fault('session_expired')
    await door.attend(request, step, staff)
    return staff
  }

  function findRecord(request: FastifyRequest, { person }: Staff): PayRecord {
    const { id } = check(ById, request.params)
    const record = payRecords(surroundings, provider, person).find((one) => one.id === id)
    if (!record) throw new Fault('not_found')
    return record
  }

  function show(reply: FastifyReply, { person, visit }: Staff, title: string, body: Html) {
    const staff = { name: `${person.forename} ${person.surname}`, formToken: visits.formToken(visit) }
    return send(reply, { title, body, staff })
  }
}

/** The boxes of the page as one answer, in the form that was asked for. */
function answerIn(fields: Record<string, string>, { method }: Asked): string {
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

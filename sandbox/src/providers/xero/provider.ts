import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { IsoDate } from '../../calendar.ts'
import { totalOf } from '../../money.ts'
import type { PayrollFrequency } from '../../payroll/types.ts'
import type { Employer, PersonJob, SimulatedPerson } from '../../people/types.ts'
import {
  companiesOf,
  isPaid,
  jobsOf,
  payslipsOf,
  type StaffMember,
  type StaffPayslip,
  staffOf,
} from '../employer-payroll/company.ts'
import { createRequestWindows } from '../employer-payroll/request-windows.ts'
import { ProviderFault } from '../errors.ts'
import { addOAuth } from '../oauth/provider.ts'
import { leaveDateOn } from '../payslip-json.ts'
import { check, configureProviderServer } from '../provider-http.ts'
import type { ProviderDeps, ProviderPlugin } from '../types.ts'
import { envelope, xeroErrorBody } from './errors.ts'
import { issueIdToken } from './id-token.ts'
import { deductionTypesOf, earningsRatesOf, pounds, xeroId, xeroPayslip } from './payslip.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
const pageSize = 100
const maxPerMinute = 60
const maxPerDay = 5_000
const maxConcurrent = 5
const maxPerMinuteOfApp = 10_000

const scopes = {
  offline_access: 'your data while you are away',
  openid: 'who you are',
  profile: 'your name',
  email: 'your e-mail address',
  'payroll.employees.read': 'the employees of your organisations',
  'payroll.payruns.read': 'the pay runs of your organisations',
  'payroll.payslip.read': 'the payslips of your organisations',
  'payroll.settings.read': 'the payroll settings of your organisations',
  'accounting.settings.read': 'the settings of your organisations',
}
type Scope = keyof typeof scopes

const PageQuery = z.strictObject({ page: z.coerce.number().int().min(1).default(1) })
const EmployeesQuery = PageQuery.extend({ filter: z.string().max(500).optional() })
const PayRunsQuery = PageQuery.extend({ status: z.enum(['Draft', 'Posted']).optional() })
const PayslipsQuery = PageQuery.extend({ PayRunID: z.uuid() })
const IdParams = z.object({ id: z.uuid() })

const base = '/payroll.xro/2.0'

/**
 * Xero: the OAuth2 flow of a user, the organisations that they connect, and Payroll UK 2.0. `protocol-facts.ts` lists
 * the documented rules that it follows.
 */
export const xero: ProviderPlugin = async (server, deps) => {
  const { clock } = deps
  configureProviderServer(server, 'xero', { ...deps, errorBody: xeroErrorBody })
  const limits = createLimits(deps)
  /** Organisations that were disconnected, by user and organisation. A new consent connects them again. */
  const disconnected = new Set<string>()
  const tokens = addOAuth(server, deps, {
    provider: 'xero',
    scopes,
    isScopeRequired: true,
    isPkceRequired: false,
    paths: { authorize: '/identity/connect/authorize', token: '/connect/token' },
    accessTokenTtlMs: 30 * minuteMs,
    grantTtlMs: 3_650 * dayMs,
    codeTtlMs: 5 * minuteMs,
    tokenRules: {
      hasRevocation: false,
      acceptsForm: false,
      refreshReuseMs: 30 * minuteMs,
      refreshReuseEndsGrant: false,
      refreshIdleMs: 60 * dayMs,
    },
    tokenReply: ({ refresh_token, ...reply }, { person, scopes: granted }) => ({
      ...(granted.includes('openid') && {
        id_token: issueIdToken(person, granted, 'payproof-sandbox', clock.now()),
      }),
      ...reply,
      token_type: 'Bearer',
      ...(granted.includes('offline_access') && { refresh_token }),
    }),
    onTokenRequest: (userName, grantType) => {
      if (grantType !== 'authorization_code') return
      for (const key of disconnected) if (key.startsWith(`${userName} `)) disconnected.delete(key)
    },
  })
  server.addHook('onSend', async (_request, reply) => {
    if (reply.statusCode === 429 && !reply.hasHeader('x-rate-limit-problem'))
      reply.header('x-rate-limit-problem', 'minute')
  })
  server.addHook('onResponse', async (request) => limits.release(request))

  const connectionsOf = (person: SimulatedPerson) =>
    companiesOf(person).filter(({ id }) => !disconnected.has(`${person.userName} ${id}`))

  function authenticate(request: FastifyRequest, scope?: Scope) {
    const granted = tokens.scopesOf(request)
    const session = tokens.authorise(request, granted[0] ?? 'openid')
    if (scope !== undefined && !granted.includes(scope)) throw new ProviderFault('unauthorized')
    return session
  }

  async function signedIn(request: FastifyRequest) {
    const session = authenticate(request)
    await tokens.applyBehaviour(request, 'list', session)
    return session.person
  }

  /** Authenticates a request and loads the organisation of `Xero-Tenant-Id`. */
  async function open(
    request: FastifyRequest,
    reply: FastifyReply,
    scope: Scope,
    step: 'list' | 'payslip' = 'list',
  ): Promise<Organisation> {
    if (request.headers.accept !== 'application/json') throw new ProviderFault('accept_header_invalid')
    const session = authenticate(request, scope)
    const { person } = session
    const tenantId = request.headers['xero-tenant-id']
    const employer = connectionsOf(person).find((one) => tenantIdOf(one) === tenantId)
    if (!employer) throw new ProviderFault('forbidden')
    limits.count(request, reply, employer)
    await tokens.applyBehaviour(request, step, session)
    return { employer, person, staff: staffOf(deps, employer, person), today: clock.today() }
  }

  const wrap = (request: FastifyRequest, data: object) => ({
    ...envelope(clock.now().toISOString(), xeroId('request', request.id)),
    ...data,
  })

  server.get('/connections', async (request) => {
    const person = await signedIn(request)
    return connectionsOf(person).map((employer) => ({
      id: connectionIdOf(person, employer),
      authEventId: xeroId('event', person.userName),
      tenantId: tenantIdOf(employer),
      tenantType: 'ORGANISATION',
      tenantName: employer.name,
      createdDateUtc: '2026-01-05T09:00:00.0000000',
      updatedDateUtc: '2026-01-05T09:00:00.0000000',
    }))
  })

  server.delete('/connections/:id', async (request, reply) => {
    const person = await signedIn(request)
    const { id } = check(IdParams, request.params)
    const employer = connectionsOf(person).find((one) => connectionIdOf(person, one) === id)
    if (!employer) throw new ProviderFault('not_found')
    disconnected.add(`${person.userName} ${employer.id}`)
    return reply.code(204).send()
  })

  server.get(`${base}/Employees`, async (request, reply) => {
    const organisation = await open(request, reply, 'payroll.employees.read')
    const { page, filter } = check(EmployeesQuery, request.query)
    const matches = filter === undefined ? () => true : parseFilter(filter)
    const people = peopleOf(organisation).filter(matches)
    const { items, pagination } = paginate(people, page)
    return wrap(request, {
      pagination,
      employees: items.map((person) => describeEmployee(deps, organisation, person)),
    })
  })

  server.get(`${base}/Employees/:id`, async (request, reply) => {
    const organisation = await open(request, reply, 'payroll.employees.read')
    const person = requireEmployee(organisation, request)
    return wrap(request, { employee: describeEmployee(deps, organisation, person) })
  })

  server.get(`${base}/Employees/:id/Tax`, async (request, reply) => {
    const organisation = await open(request, reply, 'payroll.employees.read')
    const person = requireEmployee(organisation, request)
    return wrap(request, { employeeTax: describeTax(organisation, person) })
  })

  server.get(`${base}/PayRuns`, async (request, reply) => {
    const organisation = await open(request, reply, 'payroll.payruns.read')
    const { page, status } = check(PayRunsQuery, request.query)
    const runs = payRunsOf(deps, organisation).filter(
      ({ run }) => status === undefined || run.payRunStatus === status,
    )
    const { items, pagination } = paginate(runs, page)
    return wrap(request, { pagination, payRuns: items.map(({ run }) => run) })
  })

  server.get(`${base}/Payslips`, async (request, reply) => {
    const organisation = await open(request, reply, 'payroll.payslip.read', 'payslip')
    const { page, PayRunID } = check(PayslipsQuery, request.query)
    const found = payRunsOf(deps, organisation).find(({ run }) => run.payRunID === PayRunID)
    if (!found) throw new ProviderFault('not_found')
    const { items, pagination } = paginate(found.payslips, page)
    return wrap(request, {
      pagination,
      paySlips: items.map((one) => describePayslip(organisation, one, PayRunID)),
    })
  })

  server.get(`${base}/Payslips/:id`, async (request, reply) => {
    const organisation = await open(request, reply, 'payroll.payslip.read', 'payslip')
    const { id } = check(IdParams, request.params)
    const all = payRunsOf(deps, organisation).flatMap(({ run, payslips }) =>
      payslips.map((one) => describePayslip(organisation, one, run.payRunID)),
    )
    const paySlip = all.find(({ paySlipID }) => paySlipID === id)
    if (!paySlip) throw new ProviderFault('not_found')
    return wrap(request, { paySlip })
  })

  server.get(`${base}/EarningsRates`, async (request, reply) => {
    const { employer } = await open(request, reply, 'payroll.settings.read')
    const { page } = check(PageQuery, request.query)
    const { items, pagination } = paginate(earningsRatesOf(employer), page)
    return wrap(request, { pagination, earningsRates: items })
  })

  server.get(`${base}/Deductions`, async (request, reply) => {
    const { employer, staff } = await open(request, reply, 'payroll.settings.read')
    const { page } = check(PageQuery, request.query)
    const { items, pagination } = paginate(deductionTypesOf(employer, payslipsOf(deps, staff)), page)
    return wrap(request, { pagination, deductions: items })
  })
}

type Organisation = { employer: Employer; person: SimulatedPerson; staff: StaffMember[]; today: IsoDate }

const tenantIdOf = ({ id }: Employer) => xeroId('tenant', id)
const connectionIdOf = ({ userName }: SimulatedPerson, { id }: Employer) => xeroId('connection', userName, id)
const employeeIdOf = ({ employer }: Pick<Organisation, 'employer'>, { userName }: SimulatedPerson) =>
  xeroId('employee', employer.id, userName)
const midnight = (day: IsoDate) => `${day}T00:00:00`

/** Counts requests by organisation and by application, and requests in progress. */
function createLimits({ clock, payrollApiLimits }: ProviderDeps) {
  const minute = createRequestWindows(clock, { max: maxPerMinute, windowMs: minuteMs })
  const day = createRequestWindows(clock, { max: maxPerDay, windowMs: dayMs })
  const app = createRequestWindows(clock, { max: maxPerMinuteOfApp, windowMs: minuteMs })
  const inProgress = new Map<string, number>()
  const counted = new WeakMap<FastifyRequest, string>()
  const add = (key: string, change: number) => {
    const count = (inProgress.get(key) ?? 0) + change
    inProgress.set(key, count)
    return count
  }
  return {
    count(request: FastifyRequest, reply: FastifyReply, { id }: Employer) {
      counted.set(request, id)
      const concurrent = add(id, 1)
      const counts = { minute: minute.count(id), day: day.count(id), appminute: app.count('app') }
      reply.headers({
        'x-minlimit-remaining': counts.minute.remaining,
        'x-daylimit-remaining': counts.day.remaining,
        'x-appminlimit-remaining': counts.appminute.remaining,
      })
      if (!payrollApiLimits) return
      for (const [problem, { retryAfterSeconds }] of Object.entries(counts)) {
        if (retryAfterSeconds === undefined) continue
        reply.header('x-rate-limit-problem', problem)
        throw new ProviderFault('rate_limited', { retryAfterSeconds })
      }
      if (concurrent <= maxConcurrent) return
      reply.header('x-rate-limit-problem', 'concurrent')
      throw new ProviderFault('rate_limited', { retryAfterSeconds: 1 })
    },
    release(request: FastifyRequest) {
      const id = counted.get(request)
      if (id !== undefined) add(id, -1)
    },
  }
}

const peopleOf = ({ staff }: Organisation) =>
  [...new Map(staff.map(({ person }) => [person.userName, person])).values()].toSorted((one, other) =>
    one.surname.localeCompare(other.surname),
  )

function requireEmployee(organisation: Organisation, { params }: FastifyRequest) {
  const { id } = check(IdParams, params)
  const person = peopleOf(organisation).find((one) => employeeIdOf(organisation, one) === id)
  if (!person) throw new ProviderFault('not_found')
  return person
}

/** Parses filters such as `firstName==John,lastName==Smith`. Names are compared without regard to case. */
function parseFilter(filter: string): (person: SimulatedPerson) => boolean {
  const tests = filter.split(',').map((part) => {
    const [, field = '', value = ''] = /^(firstName|lastName|isOffPayrollWorker)==(.+)$/.exec(part) ?? []
    if (field === '') throw new ProviderFault('invalid_request', { message: 'Not right: filter.' })
    return (person: SimulatedPerson) => {
      if (field === 'isOffPayrollWorker') return value === 'false'
      const name = field === 'firstName' ? person.forename : person.surname
      return name.toLowerCase() === value.toLowerCase()
    }
  })
  return (person) => tests.every((test) => test(person))
}

const contractTypes: Record<PersonJob['type'], { contractType: string; isFixedTerm: boolean }> = {
  full_time: { contractType: 'FullTime', isFixedTerm: false },
  part_time: { contractType: 'PartTime', isFixedTerm: false },
  zero_hours: { contractType: 'ZeroHour', isFixedTerm: false },
  temporary: { contractType: 'FullTime', isFixedTerm: true },
  contract: { contractType: 'FullTime', isFixedTerm: true },
  other: { contractType: 'Unspecified', isFixedTerm: false },
}

function describeEmployee({ world }: ProviderDeps, organisation: Organisation, person: SimulatedPerson) {
  const { today, employer } = organisation
  const job = currentJobOf(organisation, person)
  const address = world.address(person, today)
  const leaveDate = leaveDateOn(job, today)
  const niCategory = job.employment.niLetters.findLast(({ from }) => from <= today)?.letter ?? 'A'
  return {
    employeeID: employeeIdOf(organisation, person),
    title: person.title,
    firstName: person.forename,
    lastName: person.surname,
    dateOfBirth: midnight(person.dateOfBirth),
    address: {
      addressLine1: address.street,
      city: address.city,
      postCode: address.postCode,
      countryName: address.country,
    },
    email: person.email,
    gender: person.gender === 'female' ? 'F' : 'M',
    phoneNumber: `+${person.phone}`,
    startDate: midnight(job.startDate),
    endDate: leaveDate === null ? null : midnight(leaveDate),
    payrollCalendarID: calendarIdOf(employer, job.employment.frequency),
    createdDateUTC: midnight(job.startDate),
    updatedDateUTC: midnight(job.startDate),
    niCategory,
    nationalInsuranceNumber: person.niNumber,
    isOffPayrollWorker: false,
    employeeNumber: job.payrollNumber,
    contracts: [
      { startDate: midnight(job.startDate), employmentStatus: 'Employee', ...contractTypes[job.type] },
    ],
  }
}

function currentJobOf({ staff }: Organisation, person: SimulatedPerson): PersonJob {
  const job = jobsOf(staff, person)
    .toSorted((one, other) => one.startDate.localeCompare(other.startDate))
    .at(-1)
  if (!job) throw new ProviderFault('not_found')
  return job
}

/** The current tax details. They say nothing about earlier payslips. */
function describeTax(organisation: Organisation, person: SimulatedPerson) {
  const { employment, startDate } = currentJobOf(organisation, person)
  const current = employment.taxCodes.findLast(({ from }) => from <= organisation.today)
  return {
    starterType: 'New Employee with P45',
    starterDeclaration: 'B.) This is currently their only job',
    taxCode: current?.code ?? employment.taxCodes[0]?.code ?? null,
    w1M1: current ? !current.isCumulative : false,
    previousTaxablePay: 0,
    previousTaxPaid: 0,
    studentLoanDeduction: null,
    hasPostGraduateLoans: false,
    isDirector: employment.isDirector,
    directorshipStartDate: employment.isDirector ? midnight(startDate) : null,
    nicCalculationMethod: employment.isDirector ? 'Annualized' : null,
  }
}

const calendarTypes: Record<PayrollFrequency, string> = {
  weekly: 'Weekly',
  fortnightly: 'Fortnightly',
  four_weekly: 'FourWeekly',
  monthly: 'Monthly',
}
const calendarIdOf = ({ id }: Employer, frequency: PayrollFrequency) => xeroId('calendar', id, frequency)

/** The pay runs of an organisation, newest first. A run that is not paid yet is a draft. */
function payRunsOf(deps: ProviderDeps, { employer, staff }: Organisation) {
  const runs = Map.groupBy(payslipsOf(deps, staff), ({ payslip }) =>
    [payslip.frequency, payslip.start, payslip.end, payslip.payDate].join(' '),
  )
  return [...runs]
    .map(([key, payslips]) => ({ run: describePayRun(deps, employer, key, payslips), payslips }))
    .toSorted((one, other) => other.run.paymentDate.localeCompare(one.run.paymentDate))
}

function describePayRun(deps: ProviderDeps, employer: Employer, key: string, payslips: StaffPayslip[]) {
  const { payslip } = payslips[0] as StaffPayslip
  const total = (amount: (one: StaffPayslip) => number) => pounds(totalOf(payslips.map(amount)))
  const posted = isPaid(deps, payslip.payDate)
  return {
    payRunID: xeroId('run', employer.id, key),
    payrollCalendarID: calendarIdOf(employer, payslip.frequency),
    periodStartDate: midnight(payslip.start),
    periodEndDate: midnight(payslip.end),
    paymentDate: midnight(payslip.payDate),
    totalCost: total((one) => one.payslip.grossPay + one.payslip.employerNi),
    totalPay: total((one) => one.payslip.netPay),
    payRunStatus: posted ? 'Posted' : 'Draft',
    payRunType: 'Scheduled',
    calendarType: calendarTypes[payslip.frequency],
    postedDateTime: posted ? midnight(payslip.payDate) : null,
    payslipMessage: null,
  }
}

const describePayslip = (organisation: Organisation, one: StaffPayslip, payRunID: string) =>
  xeroPayslip(organisation.employer, one, {
    payRunID,
    employeeID: employeeIdOf(organisation, one.person),
  })

function paginate<T>(all: readonly T[], page: number) {
  return {
    items: all.slice((page - 1) * pageSize, page * pageSize),
    pagination: {
      page,
      pageSize,
      pageCount: Math.max(1, Math.ceil(all.length / pageSize)),
      itemCount: all.length,
    },
  }
}

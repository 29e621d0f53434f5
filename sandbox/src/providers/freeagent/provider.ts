import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { datePartsOf, type IsoDate } from '../../calendar.ts'
import type { Employer, SimulatedPerson } from '../../people/types.ts'
import { tenantPath } from '../../tenants.ts'
import {
  companiesOf,
  digestOf,
  isPaid,
  jobsOf,
  payslipsOf,
  type StaffMember,
  type StaffPayslip,
  staffOf,
} from '../employer-payroll/company.ts'
import { createRequestWindows } from '../employer-payroll/request-windows.ts'
import { ProviderFault } from '../errors.ts'
import { addOAuth, oauthErrorBody } from '../oauth/provider.ts'
import { check, configureProviderServer } from '../provider-http.ts'
import type { ProviderDeps, ProviderPlugin } from '../types.ts'
import { freeagentPayslip } from './payslip.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
/** The figure of FreeAgent's documents: about 20 years. */
const refreshTtlSeconds = 631_151_957
const maxPerMinute = 120
const maxPerHour = 3_600
const maxRefreshesPerMinute = 15
/** The limit while the header `X-RateLimit-Test: true` is sent. */
const maxPerMinuteInTest = 5
const defaultPerPage = 25
const maxPerPage = 100

const Page = z.object({
  page: z.coerce.number().int().min(1).default(1),
  per_page: z.coerce.number().int().min(1).max(maxPerPage).default(defaultPerPage),
})
const UsersQuery = Page.extend({
  view: z.enum(['all', 'staff', 'active_staff', 'advisors', 'active_advisors']).default('all'),
})
const YearParams = z.object({
  year: z
    .string()
    .regex(/^20\d\d$/)
    .transform(Number),
})
const PeriodParams = YearParams.extend({
  period: z
    .string()
    .regex(/^\d{1,2}$/)
    .transform(Number),
})
const ProfilesQuery = z.object({ user: z.url().optional() })

/** Permission level of users who may see the payroll, from 0 (none) to 8 (full access). */
const payrollLevel = 7

/**
 * FreeAgent: the OAuth2 flow of a company's user, and the payroll of that company. `protocol-facts.ts` lists the
 * documented rules that it follows.
 */
export const freeagent: ProviderPlugin = async (server, deps) => {
  const { clock } = deps
  configureProviderServer(server, 'freeagent', { ...deps, errorBody })
  const limits = createLimits(deps)
  const tokens = addOAuth(server, deps, {
    provider: 'freeagent',
    scopes: { company: 'your company, its users and its payroll' },
    isPkceRequired: false,
    paths: { authorize: '/v2/approve_app', token: '/v2/token_endpoint' },
    accessTokenTtlMs: hourMs,
    grantTtlMs: refreshTtlSeconds * 1_000,
    codeTtlMs: 15 * minuteMs,
    tokenRules: {
      hasRevocation: false,
      acceptsForm: false,
      hasScopeInRefreshReply: false,
      refreshReuseMs: Number.POSITIVE_INFINITY,
    },
    tokenReply: ({ access_token, token_type, expires_in, refresh_token }) => ({
      access_token,
      token_type,
      expires_in,
      refresh_token,
      refresh_token_expires_in: refreshTtlSeconds,
    }),
    onTokenRequest: (userName, grantType) => {
      if (grantType === 'refresh_token') limits.countRefresh(userName ?? '')
    },
  })

  /** Authenticates a request and loads the company of the signed-in user. */
  async function open(request: FastifyRequest, step: 'list' | 'payslip') {
    if (!request.headers['user-agent'])
      throw new ProviderFault('invalid_request', { message: 'No User-Agent' })
    const session = tokens.authorise(request, 'company')
    limits.count(session.userName, request)
    await tokens.applyBehaviour(request, step, session)
    const [employer] = companiesOf(session.person)
    if (!employer) throw new ProviderFault('not_found')
    const staff = staffOf(deps, employer, session.person)
    const baseUrl = `${deps.baseUrl ?? `${request.protocol}://${request.host}`}${tenantPath()}${server.prefix}/v2`
    return { person: session.person, employer, staff, baseUrl, today: clock.today() }
  }

  server.get('/v2/users/me', async (request) => {
    const company = await open(request, 'list')
    return { user: userOf(company, company.person) }
  })

  server.get('/v2/users', async (request, reply) => {
    const company = await open(request, 'list')
    const { view, ...page } = check(UsersQuery, request.query)
    const people = view.endsWith('advisors') ? [] : peopleOf(company.staff)
    const users = people.map((person) => userOf(company, person))
    return { users: paginate(reply, `${company.baseUrl}/users?view=${view}`, users, page) }
  })

  server.get<{ Params: { id: string } }>('/v2/users/:id', async (request) => {
    const company = await open(request, 'list')
    const person = peopleOf(company.staff).find((one) => userIdOf(one) === request.params.id)
    if (!person) throw new ProviderFault('not_found')
    return { user: userOf(company, person) }
  })

  server.get('/v2/company', async (request) => {
    const { employer, baseUrl } = await open(request, 'list')
    return { company: describeCompany(employer, baseUrl) }
  })

  server.get('/v2/payroll/:year', async (request) => {
    const company = await open(request, 'list')
    const { year } = check(YearParams, request.params)
    const periods = periodsOf(deps, company, year).map(({ payslips, ...period }) => period)
    return { periods, payments: [] }
  })

  server.get('/v2/payroll/:year/:period', async (request) => {
    const company = await open(request, 'payslip')
    const { year, period: number } = check(PeriodParams, request.params)
    const found = periodsOf(deps, company, year).find(({ period }) => period === number)
    if (!found) throw new ProviderFault('not_found')
    const timestamp = `${found.dated_on}T09:00:00.000Z`
    return {
      period: {
        ...found,
        payslips: found.payslips.map((one) =>
          freeagentPayslip(one, { userUrl: userUrlOf(company, one.person), timestamp }),
        ),
      },
    }
  })

  server.get('/v2/payroll_profiles/:year', async (request) => {
    const company = await open(request, 'list')
    const { year } = check(YearParams, request.params)
    const { user } = check(ProfilesQuery, request.query)
    const people = peopleOf(company.staff).filter(
      (person) => user === undefined || userUrlOf(company, person) === user,
    )
    return { profiles: people.map((person) => profileOf(deps, company, person, year)) }
  })
}

type Company = {
  person: SimulatedPerson
  employer: Employer
  staff: StaffMember[]
  baseUrl: string
  today: IsoDate
}

function createLimits({ clock, payrollApiLimits }: ProviderDeps) {
  const minute = createRequestWindows(clock, { max: maxPerMinute, windowMs: minuteMs })
  const hour = createRequestWindows(clock, { max: maxPerHour, windowMs: hourMs })
  const refreshes = createRequestWindows(clock, { max: maxRefreshesPerMinute, windowMs: minuteMs })
  const refuse = (retryAfterSeconds: number | undefined) => {
    if (retryAfterSeconds !== undefined && payrollApiLimits)
      throw new ProviderFault('rate_limited', { retryAfterSeconds })
  }
  return {
    /** Counts a request of a user; the limits hold for all tokens of the user together. */
    count(userName: string, { headers }: FastifyRequest) {
      const isTest = headers['x-ratelimit-test'] === 'true'
      refuse(minute.count(userName, isTest ? maxPerMinuteInTest : maxPerMinute).retryAfterSeconds)
      refuse(hour.count(userName).retryAfterSeconds)
    },
    countRefresh: (userName: string) => refuse(refreshes.count(userName).retryAfterSeconds),
  }
}

/** FreeAgent answers 429 with plain text, and errors of the token endpoint as RFC 6749. */
function errorBody(fault: ProviderFault, { url }: FastifyRequest): object | string {
  if (fault.code === 'rate_limited') return 'Too many requests'
  if (url.includes('/v2/token_endpoint')) return oauthErrorBody(fault)
  return { errors: { error: { message: fault.message } } }
}

const peopleOf = (staff: readonly StaffMember[]) => [
  ...new Map(staff.map(({ person }) => [person.userName, person])).values(),
]

const userIdOf = ({ userName }: SimulatedPerson) =>
  String(Number.parseInt(digestOf('freeagent', 'user', userName).slice(0, 7), 16))

const userUrlOf = ({ baseUrl }: Pick<Company, 'baseUrl'>, person: SimulatedPerson) =>
  `${baseUrl}/users/${userIdOf(person)}`

function userOf(company: Company, person: SimulatedPerson) {
  const isDirector = jobsOf(company.staff, person).some(({ employment }) => employment.isDirector)
  return {
    url: userUrlOf(company, person),
    first_name: person.forename,
    last_name: person.surname,
    email: person.email,
    role: isDirector ? 'Director' : 'Employee',
    permission_level: person.userName === company.person.userName ? payrollLevel + 1 : 1,
    ni_number: person.niNumber,
    unique_tax_reference: person.uniqueTaxReference,
    opening_mileage: 0,
    hidden: false,
    created_at: '2024-04-06T09:00:00.000Z',
    updated_at: '2024-04-06T09:00:00.000Z',
  }
}

const describeCompany = ({ id, name, address }: Employer, baseUrl: string) => ({
  url: `${baseUrl}/company`,
  id: Number.parseInt(digestOf('freeagent', 'company', id).slice(0, 7), 16),
  name,
  subdomain: id,
  type: 'UkLimitedCompany',
  currency: 'GBP',
  company_registration_number: digestOf('registration', id).replace(/\D/g, '').slice(0, 8),
  address1: address.street,
  town: address.city,
  region: address.county,
  postcode: address.postCode,
  country: address.country,
})

/**
 * The pay periods of a tax year, named by the year in which it ends. A company has one pay frequency, that of the
 * person who signed in; FreeAgent knows monthly and weekly pay only.
 */
function periodsOf(deps: ProviderDeps, company: Company, year: number) {
  const [job] = jobsOf(company.staff, company.person)
  const frequency = job?.employment.frequency
  const inYear = payslipsOf(deps, company.staff).filter(
    ({ payslip }) =>
      payslip.frequency === frequency &&
      (frequency === 'monthly' || frequency === 'weekly') &&
      Number(payslip.taxYear.slice(0, 4)) + 1 === year,
  )
  return [...Map.groupBy(inYear, ({ payslip }) => payslip.taxPeriod - 1)]
    .toSorted(([one], [other]) => one - other)
    .map(([period, all]) => describePeriod(deps, { company, year, period, all }))
}

/** A period is filed when its first payslip is paid. Payslips that are not paid yet appear in unfiled periods only. */
function describePeriod(
  deps: ProviderDeps,
  { company, year, period, all }: { company: Company; year: number; period: number; all: StaffPayslip[] },
) {
  const paid = all.filter(({ payslip }) => isPaid(deps, payslip.payDate))
  const payslips = paid.length > 0 ? paid : all
  const [dated_on = ''] = payslips.map(({ payslip }) => payslip.payDate).sort()
  return {
    url: `${company.baseUrl}/payroll/${year}/${period}`,
    period,
    frequency: payslips[0]?.payslip.frequency === 'weekly' ? 'Weekly' : 'Monthly',
    dated_on,
    status: paid.length > 0 ? 'filed' : 'unfiled',
    employment_allowance_amount: '0.0',
    construction_industry_scheme_deduction: '0.0',
    payslips,
  }
}

const ukCountries = ['England', 'Scotland', 'Wales', 'Northern Ireland', 'United Kingdom']

/** The start date is there only if the employment started in that tax year; a UK address has no country. */
function profileOf({ world }: ProviderDeps, company: Company, person: SimulatedPerson, year: number) {
  const { street, city, county, postCode, country } = world.address(person, company.today)
  const [job] = jobsOf(company.staff, person)
  return {
    user: userUrlOf(company, person),
    address_line_1: street,
    address_line_3: city,
    address_line_4: county,
    postcode: postCode,
    ...(!ukCountries.includes(country) && { country }),
    title: person.title,
    gender: person.gender === 'female' ? 'Female' : 'Male',
    date_of_birth: person.dateOfBirth,
    total_pay_in_previous_employment: '0.0',
    total_tax_in_previous_employment: '0.0',
    ...(job && taxYearEndOf(job.startDate) === year && { employment_starts_on: job.startDate }),
  }
}

/** The year in which the tax year of a day ends. */
function taxYearEndOf(day: IsoDate) {
  const { year } = datePartsOf(day)
  return day.slice(5) < '04-06' ? year : year + 1
}

/** Returns one page of a list, with FreeAgent's `Link` and `X-Total-Count` headers. */
function paginate<T>(
  reply: FastifyReply,
  url: string,
  items: T[],
  { page, per_page }: z.output<typeof Page>,
): T[] {
  const lastPage = Math.max(1, Math.ceil(items.length / per_page))
  const link = (rel: string, number: number) => `<${url}&page=${number}&per_page=${per_page}>; rel='${rel}'`
  const links = [
    ...(page > 1 ? [link('prev', page - 1), link('first', 1)] : []),
    ...(page < lastPage ? [link('next', page + 1), link('last', lastPage)] : []),
  ]
  reply.header('x-total-count', items.length)
  if (links.length > 0) reply.header('link', links.join(', '))
  return items.slice((page - 1) * per_page, page * per_page)
}

import type { z } from 'zod'
import { dayOf, taxYearOf } from '../../../vocabulary/days.ts'
import type { ConnectorContext, PayDateRange, PersonToFind } from '../../connector.ts'
import { ConnectionFailure } from '../../failure.ts'
import { fetchAllPages, fetchEach } from '../../fetch-all.ts'
import { niNumberOf, textOrNull } from '../../identity.ts'
import { type ProviderRequest, sendRequest } from '../../transport.ts'
import { chooseCompany } from '../choose-company.ts'
import { withYearToDate } from '../computed-figures.ts'
import { findEmployee, hasSameName } from '../find-employee.ts'
import { isUnauthorised, type PayrollSystem, requireData } from '../payroll-system.ts'
import { Company, FreeagentPayslip, Me, Period, Profiles, type User, Users, Year } from './replies.ts'
import { type FreeagentEmployee, transform } from './transform.ts'

/** FreeAgent refuses requests without a User-Agent. */
const headers = { 'user-agent': 'Payproof' }
/** Permission level from which a user sees the payroll. */
const payrollLevel = 7
const administratorRoles = ['Owner', 'Director', 'Partner', 'Company Secretary']
const usersPerPage = 100
/** Years searched if no first pay date is given. FreeAgent's payroll began in 2011. */
const maxYears = 20
/** Payslips of other periods may still change. */
const finalStatus = 'filed'

/** FreeAgent: one company, its users and their payslips by tax year. */
export function freeagent(address: string): PayrollSystem {
  const send = <Schema extends z.ZodType>(
    bearer: string,
    path: string,
    schema: Schema,
    context: ConnectorContext,
    more: Pick<ProviderRequest, 'ids' | 'query'> = {},
  ) => sendRequest(context, { method: 'GET', url: `${address}/v2${path}`, bearer, headers, ...more }, schema)

  return {
    scope: null,

    async connect({ access_token: token }, { companyName, person }, context) {
      const { user: me } = requireData(await send(token, '/users/me', Me, context))
      const { company } = requireData(await send(token, '/company', Company, context))
      const { name } = chooseCompany([company], companyName)
      const { url } = await findUser(token, person, context)
      return {
        employee: { company_name: name, company_id: null, connection_id: null, employee_id: url },
        user_name: textOrNull(me.email),
        self_administered: me.url === url && administersPayroll(me),
      }
    },

    async isAccepted(token, _employee, context) {
      const reply = await send(token, '/users/me', Me, context)
      if (isUnauthorised(reply)) return false
      requireData(reply)
      return true
    },

    async fetchPayslips(token, { employee_id: url, company_name: company }, period, context) {
      const years = await listPeriods(token, period, context)
      const requests = years.flatMap(({ year, periods }) => periods.map((number) => `${year}/${number}`))
      const payslips = await fetchEach(requests, (path) => fetchOwn(token, path, url, context), context)
      const employee = await loadEmployee(
        token,
        { url, company, years: years.map(({ year }) => year) },
        context,
      )
      return withYearToDate(payslips.flat().map((one) => transform(one, employee)))
    },
  }

  /** Finds the user by NI number, or by name and the date of birth in the payroll profile. */
  async function findUser(token: string, person: PersonToFind, context: ConnectorContext) {
    const staff = await fetchAllPages(1, async (page) => {
      const query = { view: 'staff', page: String(page), per_page: String(usersPerPage) }
      const { users } = requireData(await send(token, '/users', Users, context, { query }))
      return { items: users, next: users.length < usersPerPage ? null : page + 1 }
    })
    const candidates = staff
      .map(({ url, first_name, last_name, ni_number }) => ({
        url,
        forename: textOrNull(first_name),
        surname: textOrNull(last_name),
        ni_number: niNumberOf(ni_number),
        date_of_birth: null as string | null,
      }))
      .filter((user) => isNumberOf(user, person) || hasSameName(user, person))
    for (const candidate of candidates) {
      if (isNumberOf(candidate, person)) continue
      const year = taxYearOf(dayOf(context.now())) + 1
      const profile = await loadProfile(token, { url: candidate.url, year }, context)
      candidate.date_of_birth = profile?.date_of_birth ?? null
    }
    return findEmployee(candidates, person)
  }

  /** The filed periods of every tax year that the range touches, whole years because of the year to date. */
  async function listPeriods(token: string, { from, to }: PayDateRange, context: ConnectorContext) {
    const last = taxYearOf(to ?? dayOf(context.now())) + 1
    const first = from === null ? last - maxYears : taxYearOf(from) + 1
    const years: { year: number; periods: number[] }[] = []
    for (let year = last; year >= first; year--) {
      const ids = { year: String(year) }
      const { periods } = requireData(await send(token, '/payroll/{year}', Year, context, { ids }))
      // Before the first year of the payroll there is nothing more to find.
      if (periods.length === 0 && from === null && year < last) break
      const filed = periods.filter(({ status }) => status === finalStatus)
      years.push({ year, periods: filed.map(({ period }) => period) })
    }
    return years
  }

  /** The person's payslips of one period. Those of other employees are dropped unread. */
  async function fetchOwn(token: string, path: string, url: string, context: ConnectorContext) {
    const [year = '', period = ''] = path.split('/')
    const ids = { year, period }
    const reply = requireData(await send(token, '/payroll/{year}/{period}', Period, context, { ids }))
    return reply.period.payslips.filter(({ user }) => user === url).map(parsePayslip)
  }

  async function loadEmployee(
    token: string,
    { url, company, years }: { url: string; company: string; years: number[] },
    context: ConnectorContext,
  ): Promise<FreeagentEmployee> {
    const ids = { id: new URL(url).pathname.split('/').at(-1) ?? '' }
    const { user } = requireData(await send(token, '/users/{id}', Me, context, { ids }))
    const profiles = await fetchEach(
      years.map(String),
      (year) => loadProfile(token, { url, year: Number(year) }, context),
      context,
    )
    const [newest = null] = profiles.filter((profile) => profile !== null)
    const start = profiles.find((profile) => profile?.employment_starts_on)?.employment_starts_on
    return { company, user, profile: newest && { ...newest, employment_starts_on: start } }
  }

  async function loadProfile(
    token: string,
    { url, year }: { url: string; year: number },
    context: ConnectorContext,
  ) {
    const more = { ids: { year: String(year) }, query: { user: url } }
    const { profiles } = requireData(await send(token, '/payroll_profiles/{year}', Profiles, context, more))
    return profiles.find(({ user }) => user === url) ?? null
  }
}

const isNumberOf = ({ ni_number }: { ni_number: string | null }, person: PersonToFind) =>
  ni_number !== null && ni_number === niNumberOf(person.ni_number)

const administersPayroll = ({ permission_level, role }: User) =>
  (permission_level ?? 0) >= payrollLevel || administratorRoles.includes(role ?? '')

function parsePayslip(theirs: object): FreeagentPayslip {
  const parsed = FreeagentPayslip.safeParse(theirs)
  if (parsed.success) return parsed.data
  const field = parsed.error.issues[0]?.path.join('.')
  throw new ConnectionFailure('provider-changed', {
    detail: `a payslip does not match the schema at [${field}]`,
  })
}

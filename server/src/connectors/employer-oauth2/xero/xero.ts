import type { z } from 'zod'
import { taxYearOf, taxYearStart } from '../../../vocabulary/days.ts'
import type { ConnectorContext, PayDateRange, PersonToFind } from '../../connector.ts'
import { ConnectionFailure } from '../../failure.ts'
import { fetchAllPages, fetchEach } from '../../fetch-all.ts'
import { textOrNull } from '../../identity.ts'
import { type ProviderRequest, sendRequest } from '../../transport.ts'
import { chooseCompany } from '../choose-company.ts'
import { withYearToDate } from '../computed-figures.ts'
import { findEmployee, hasSameName } from '../find-employee.ts'
import { type ConnectedEmployee, isUnauthorised, type PayrollSystem, requireData } from '../payroll-system.ts'
import {
  Connections,
  Deductions,
  EarningsRates,
  EmployeeReply,
  Employees,
  PayRuns,
  Payslips,
  TaxReply,
  UserClaims,
  type XeroPayRun,
  XeroPayslip,
} from './replies.ts'
import { transform, type XeroEmployment } from './transform.ts'

/** The payroll scopes, and those that name the user who gives the consent. */
const scope = [
  'openid profile email offline_access',
  'payroll.employees.read payroll.payruns.read payroll.payslip.read payroll.settings.read',
].join(' ')
/** Corrections of an earlier year are no payments. */
const paidRunTypes = ['Scheduled', 'Unscheduled']

type Tenant = Pick<ConnectedEmployee, 'company_id'>
type Paged = { pagination?: { page: number; pageCount: number } | null | undefined }

/** Xero Payroll UK: organisations, their employees and pay runs. */
export function xero(address: string): PayrollSystem {
  const send = <Schema extends z.ZodType>(
    bearer: string,
    { company_id }: Tenant,
    path: string,
    schema: Schema,
    context: ConnectorContext,
    more: Pick<ProviderRequest, 'ids' | 'query'> = {},
  ) => {
    const headers = { 'xero-tenant-id': company_id ?? '' }
    const url = `${address}/payroll.xro/2.0${path}`
    return sendRequest(context, { method: 'GET', url, bearer, headers, ...more }, schema)
  }

  const requestConnections = (bearer: string, context: ConnectorContext) =>
    sendRequest(context, { method: 'GET', url: `${address}/connections`, bearer }, Connections)

  return {
    scope,

    async connect({ access_token: token, id_token }, { companyName, person }, context) {
      const connections = requireData(await requestConnections(token, context))
      const companies = connections
        .filter(({ tenantType }) => tenantType === 'ORGANISATION')
        .map(({ id, tenantId, tenantName }) => ({ id, tenantId, name: tenantName ?? '' }))
      const company = chooseCompany(companies, companyName)
      const tenant = { company_id: company.tenantId }
      const employee = await findPerson(token, tenant, person, context)
      const user = parseClaims(id_token)
      return {
        employee: {
          company_name: company.name,
          company_id: company.tenantId,
          connection_id: company.id,
          employee_id: employee.id,
        },
        user_name: textOrNull(user?.email),
        // Only payroll administrators can give this consent.
        self_administered: user && isSameUser(user, employee),
      }
    },

    async isAccepted(token, { connection_id }, context) {
      const reply = await requestConnections(token, context)
      if (isUnauthorised(reply)) return false
      if (!requireData(reply).some(({ id }) => id === connection_id))
        throw new ConnectionFailure('consent-ended')
      return true
    },

    async fetchPayslips(token, employee, period, context) {
      const employment = await loadEmployment(token, employee, context)
      const runs = await listRuns(token, employee, period, context)
      const byId = new Map(runs.map((run) => [run.payRunID, run]))
      const found = await fetchEach(
        [...byId.keys()],
        async (id) => ({ id, own: await fetchOwn(token, employee, id, context) }),
        context,
      )
      const paid = found.flatMap(({ id, own }) =>
        own.map((payslip) => ({ payslip, run: byId.get(id) as XeroPayRun })),
      )
      const newest = paid
        .map(({ run }) => run.paymentDate)
        .sort()
        .at(-1)
      return withYearToDate(
        paid.map(({ payslip, run }) =>
          transform(payslip, run, employment, { isNewest: run.paymentDate === newest }),
        ),
      )
    },

    async abandon(token, context) {
      const connections = requireData(await requestConnections(token, context))
      for (const { id } of connections) await endConnection(token, id, context)
    },

    disconnect: (token, { connection_id }, context) => endConnection(token, connection_id ?? '', context),
  }

  async function endConnection(bearer: string, id: string, context: ConnectorContext) {
    const url = `${address}/connections/{id}`
    await sendRequest(context, { method: 'DELETE', url, ids: { id }, bearer }, UserClaims.optional())
  }

  /** Fetches all pages of a payroll list. */
  function fetchList<Reply extends Paged, Item>(
    token: string,
    tenant: Tenant,
    { path, schema, query = {} }: { path: string; schema: z.ZodType<Reply>; query?: Record<string, string> },
    itemsOf: (reply: Reply) => Item[],
    context: ConnectorContext,
  ): Promise<Item[]> {
    return fetchAllPages(1, async (page) => {
      const more = { query: { ...query, page: String(page) } }
      const reply = requireData(await send(token, tenant, path, schema, context, more))
      const isLast = !reply.pagination || reply.pagination.page >= reply.pagination.pageCount
      return { items: itemsOf(reply), next: isLast ? null : page + 1 }
    })
  }

  /** Looks among employees of the same name first, and among all only if the NI number is known. */
  async function findPerson(token: string, tenant: Tenant, person: PersonToFind, context: ConnectorContext) {
    const filter = nameFilter(person)
    const namesakes = filter === null ? [] : await listEmployees(token, tenant, { filter }, context)
    try {
      return findEmployee(namesakes, person)
    } catch (failure) {
      const isMissing = failure instanceof ConnectionFailure && failure.code === 'employee-not-found'
      if (!isMissing || person.ni_number === null) throw failure
      return findEmployee(await listEmployees(token, tenant, {}, context), person)
    }
  }

  async function listEmployees(
    token: string,
    tenant: Tenant,
    query: Record<string, string>,
    context: ConnectorContext,
  ) {
    const list = { path: '/Employees', schema: Employees, query }
    const employees = await fetchList(token, tenant, list, (reply) => reply.employees, context)
    return employees.map((one) => ({
      id: one.employeeID,
      forename: textOrNull(one.firstName),
      surname: textOrNull(one.lastName),
      ni_number: textOrNull(one.nationalInsuranceNumber),
      date_of_birth: one.dateOfBirth ?? null,
      email: textOrNull(one.email),
    }))
  }

  async function loadEmployment(
    token: string,
    { employee_id, company_name: company, company_id }: ConnectedEmployee,
    context: ConnectorContext,
  ): Promise<XeroEmployment> {
    const tenant = { company_id }
    const more = { ids: { id: employee_id } }
    const { employee } = requireData(
      await send(token, tenant, '/Employees/{id}', EmployeeReply, context, more),
    )
    const { employeeTax: tax } = requireData(
      await send(token, tenant, '/Employees/{id}/Tax', TaxReply, context, more),
    )
    const rates = await fetchList(
      token,
      tenant,
      { path: '/EarningsRates', schema: EarningsRates },
      (reply) => reply.earningsRates,
      context,
    )
    const types = await fetchList(
      token,
      tenant,
      { path: '/Deductions', schema: Deductions },
      (reply) => reply.deductions,
      context,
    )
    return {
      company,
      employee,
      tax,
      rates: new Map(rates.map((rate) => [rate.earningsRateID, rate])),
      deductionTypes: new Map(types.map((type) => [type.deductionId, type])),
    }
  }

  /** The posted runs from the start of the first tax year on, because of the year to date. */
  async function listRuns(
    token: string,
    tenant: Tenant,
    { from, to }: PayDateRange,
    context: ConnectorContext,
  ): Promise<XeroPayRun[]> {
    const list = { path: '/PayRuns', schema: PayRuns, query: { status: 'Posted' } }
    const runs = await fetchList(token, tenant, list, (reply) => reply.payRuns, context)
    const first = from === null ? '' : `${taxYearOf(from)}-${taxYearStart}`
    return runs.filter(
      ({ payRunStatus, payRunType, paymentDate }) =>
        payRunStatus === 'Posted' &&
        paidRunTypes.includes(payRunType) &&
        paymentDate >= first &&
        (to === null || paymentDate <= to),
    )
  }

  /** The person's payslips of one run. Those of other employees are dropped unread. */
  async function fetchOwn(
    token: string,
    employee: ConnectedEmployee,
    PayRunID: string,
    context: ConnectorContext,
  ): Promise<XeroPayslip[]> {
    const list = { path: '/Payslips', schema: Payslips, query: { PayRunID } }
    const isOwn = ({ employeeID }: { employeeID: string }) => employeeID === employee.employee_id
    const own = await fetchPayslipPages(token, employee, list, isOwn, context)
    return own.map(parsePayslip)
  }

  /** Keeps only the matching payslips of each page. */
  async function fetchPayslipPages(
    token: string,
    tenant: Tenant,
    list: { path: string; schema: typeof Payslips; query: Record<string, string> },
    isOwn: (payslip: { employeeID: string }) => boolean,
    context: ConnectorContext,
  ) {
    const own: object[] = []
    await fetchList(
      token,
      tenant,
      list,
      ({ paySlips }) => {
        own.push(...paySlips.filter(isOwn))
        return paySlips.map(() => null)
      },
      context,
    )
    return own
  }
}

/** A filter cannot contain commas. */
function nameFilter({ forename, surname }: PersonToFind) {
  const names = [forename, surname].map(textOrNull)
  if (names.some((name) => name === null || /[,=]/.test(name))) return null
  return `firstName==${names[0]},lastName==${names[1]}`
}

/** The token comes from the token endpoint itself, over TLS, so its signature need not be checked (OpenID Connect 3.1.3.7). */
function parseClaims(idToken: string | null): UserClaims | null {
  const [, claims = ''] = idToken?.split('.') ?? []
  try {
    return UserClaims.parse(JSON.parse(Buffer.from(claims, 'base64url').toString()))
  } catch {
    return null
  }
}

function isSameUser(
  { email, given_name, family_name }: UserClaims,
  employee: { email: string | null; forename: string | null; surname: string | null },
) {
  const address = textOrNull(email)?.toLowerCase()
  if (address !== undefined && address === employee.email?.toLowerCase()) return true
  return hasSameName(employee, {
    forename: textOrNull(given_name),
    surname: textOrNull(family_name),
    ni_number: null,
    date_of_birth: null,
  })
}

function parsePayslip(theirs: object): XeroPayslip {
  const parsed = XeroPayslip.safeParse(theirs)
  if (parsed.success) return parsed.data
  const field = parsed.error.issues[0]?.path.join('.')
  throw new ConnectionFailure('provider-changed', {
    detail: `a payslip does not match the schema at [${field}]`,
  })
}

import { z } from 'zod'
import { dayOf, taxYearOf } from '../../vocabulary/days.ts'
import type { Payslip } from '../../vocabulary/payslip.ts'
import type { CatalogueEntryOf } from '../catalogue.ts'
import type { ConnectorContext, DirectConnector, PayDateRange, PersonToMatch } from '../connector.ts'
import { isSameName } from '../employer-oauth2/find-employee.ts'
import { ConnectionFailure } from '../failure.ts'
import { fetchAllPages, fetchEach, selectPayslips } from '../fetch-all.ts'
import { niNumberOf, textOrNull } from '../identity.ts'
import { parseStored } from '../stored-session.ts'
import { type ProviderReply, type ProviderRequest, sendRequest } from '../transport.ts'
import { Employee, Employer, Items, PayslipReport, type StaffologyEmployee } from './replies.ts'
import { transform } from './transform.ts'

/** Employers a page. The specification does not name a maximum. */
const employersPerPage = 100
/** A surname that this many employees of one employer share is no search. */
const maxNamesakes = 100
/** How long the list of employers that take part is reused. Their consent is checked again before payslips are read. */
const optInCacheMs = 10 * 60_000
/** Years searched if neither the first pay date nor the start of the employment is known. */
const maxYears = 10

const EmployeeReference = z.object({ employer_id: z.string(), employee_id: z.string() })
type EmployeeReference = z.output<typeof EmployeeReference>
const StoredSession = z.object({ employments: z.array(EmployeeReference).min(1) })

/** Address of one entry in a pay run, from which the address of its payslip follows. */
const entryUrl = /\/payrun\/(Year\d{4})\/([A-Za-z]+)\/(\d{1,3})\/([\da-f-]{36})(?:\?ordinal=(\d{1,2}))?$/i

/**
 * Connector for payrolls that are read with an API key of the employer or bureau. The key sees every employee, so only
 * employers that opted in are searched, and only the person who matches all details is read.
 */
export function employerKey(entry: CatalogueEntryOf<'employer-key'>): DirectConnector {
  const { address, client_id, client_secret } = entry
  // The user name is not checked. Unlike OAuth2 credentials, the key is sent unencoded (RFC 7617).
  const authorization = `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}`
  let optedIn: { ids: string[]; readAt: number } | undefined

  const send = <Schema extends z.ZodType>(
    path: string,
    schema: Schema,
    context: ConnectorContext,
    more: Pick<ProviderRequest, 'ids' | 'query'> = {},
  ) =>
    sendRequest(
      context,
      { method: 'GET', url: `${address}${path}`, headers: { authorization }, ...more },
      schema,
    )

  return {
    authMethod: 'direct',
    dataType: 'payslips',
    entry,

    async matchPerson(person, context) {
      const employers = await listOptedIn(context)
      const employments: EmployeeReference[] = []
      // One after the other: a caller waits, so a rate limit must fail at once instead of being waited for.
      for (const id of employers) employments.push(...(await findEmployments(id, person, context)))
      if (employments.length === 0) return null
      const session = JSON.stringify({ employments } satisfies z.output<typeof StoredSession>)
      return { outcome: 'signed-in', session, expiresAt: null }
    },

    renewSession: async () => null,

    async fetchPayslips(session, period, context) {
      const { employments } = parseStored(StoredSession, session)
      const open: EmployeeReference[] = []
      for (const one of employments) if (await isOptedIn(one.employer_id, context)) open.push(one)
      if (open.length === 0) throw new ConnectionFailure('consent-ended')
      const payslips: Payslip[] = []
      for (const one of open) payslips.push(...(await fetchEmployment(one, period, context)))
      return selectPayslips(payslips, period)
    },

    // The key belongs to the employer; there is nothing of the person to end.
    endSession: async () => {},
  }

  /** Ids of the employers that take part. Asking each employer is slow for a bureau, so the result is kept a while. */
  async function listOptedIn(context: ConnectorContext): Promise<string[]> {
    const now = context.now().getTime()
    if (optedIn && Math.abs(now - optedIn.readAt) < optInCacheMs) return optedIn.ids
    const employers = await fetchAllPages(0, async (page) => {
      const query = { pageNum: String(page), pageSize: String(employersPerPage) }
      const items = requireReply(await send('/employers', Items, context, { query }))
      return { items, next: items.length < employersPerPage ? null : page + 1 }
    })
    const ids = employers.map(({ id }) => id)
    const answers = await fetchEach(ids, (id) => isOptedIn(id, context), context)
    optedIn = { ids: ids.filter((_, n) => answers[n]), readAt: now }
    return optedIn.ids
  }

  async function isOptedIn(id: string, context: ConnectorContext) {
    const reply = await send('/employers/{id}', Employer, context, { ids: { id } })
    return isMissing(reply) ? false : requireReply(reply).isOptedInToEvc
  }

  /** The person's employments at one employer: all employees who match every detail. */
  async function findEmployments(
    employer_id: string,
    person: PersonToMatch,
    context: ConnectorContext,
  ): Promise<EmployeeReference[]> {
    const more = { ids: { employer: employer_id }, query: { query: person.surname } }
    const namesakes = requireReply(await send('/employers/{employer}/employees/search', Items, context, more))
    if (namesakes.length > maxNamesakes) return []
    const employees = await fetchEach(
      namesakes.map(({ id }) => id),
      (employee_id) => loadEmployee({ employer_id, employee_id }, context),
      context,
    )
    return employees
      .filter((employee) => employee !== null && matchesAllDetails(employee, person))
      .map((employee) => ({ employer_id, employee_id: employee?.id ?? '' }))
  }

  /** Returns null if the employee was removed. */
  async function loadEmployee({ employer_id, employee_id }: EmployeeReference, context: ConnectorContext) {
    const more = { ids: { employer: employer_id, id: employee_id } }
    const reply = await send('/employers/{employer}/employees/{id}', Employee, context, more)
    return isMissing(reply) ? null : requireReply(reply)
  }

  async function fetchEmployment(
    reference: EmployeeReference,
    period: PayDateRange,
    context: ConnectorContext,
  ): Promise<Payslip[]> {
    const employee = await loadEmployee(reference, context)
    if (!employee) throw new ConnectionFailure('session-ended')
    const years = yearsOf(employee, period, dayOf(context.now()))
    const urls = await fetchEach(years, (year) => listEntries(reference, year, context), context)
    const payslips = await fetchEach(
      urls.flat(),
      (url) => fetchPayslip(reference, url, employee, context),
      context,
    )
    return payslips.filter((payslip) => payslip !== null)
  }

  async function listEntries(
    { employer_id, employee_id }: EmployeeReference,
    year: string,
    context: ConnectorContext,
  ): Promise<string[]> {
    const path = '/employers/{employer}/employees/{id}/payrunentries/{year}'
    const more = { ids: { employer: employer_id, id: employee_id, year } }
    const reply = await send(path, Items, context, more)
    return isMissing(reply) ? [] : requireReply(reply).map(({ url }) => url ?? '')
  }

  /** Returns null if the pay run is still open, because its figures may change. */
  async function fetchPayslip(
    { employer_id }: EmployeeReference,
    url: string,
    employee: StaffologyEmployee,
    context: ConnectorContext,
  ): Promise<Payslip | null> {
    const [, year, payPeriod, periodNumber, id, ordinal] = entryUrl.exec(url) ?? []
    if (!year || !payPeriod || !periodNumber || !id) throw mismatch('a pay run entry has an unknown address')
    const path = '/employers/{employer}/reports/{year}/{payPeriod}/{periodNumber}/{id}/payslip'
    const more = {
      ids: { employer: employer_id, year, payPeriod, periodNumber, id },
      query: { ordinal: ordinal ?? null },
    }
    const { model } = requireReply(await send(path, PayslipReport, context, more))
    if (niNumberOf(model.personalDetails.niNumber) !== niNumberOf(employee.personalDetails.niNumber))
      throw mismatch('a payslip is of another employee')
    return model.isClosed ? transform(model) : null
  }
}

/** Every detail must match; a shared NI number or a shared birthday alone is no proof. */
const matchesAllDetails = ({ personalDetails }: StaffologyEmployee, person: PersonToMatch) =>
  niNumberOf(personalDetails.niNumber) === niNumberOf(person.ni_number) &&
  personalDetails.dateOfBirth === person.date_of_birth &&
  isSameName(textOrNull(personalDetails.lastName), person.surname) &&
  isSameName(textOrNull(personalDetails.firstName), person.forename) &&
  livesAtOneOf(textOrNull(personalDetails.address?.postCode), person.post_codes)

/** A payroll without the postcode contradicts nothing. */
const livesAtOneOf = (postCode: string | null, registered: readonly string[]) =>
  postCode === null || registered.some((one) => compactPostCode(one) === compactPostCode(postCode))

const compactPostCode = (text: string) => text.replaceAll(/\s/g, '').toUpperCase()

/** Tax years of the range, such as `Year2026` for 2026-27, from the start of the employment on. */
function yearsOf(
  { employmentDetails }: StaffologyEmployee,
  { from, to }: PayDateRange,
  today: string,
): string[] {
  const start = employmentDetails?.starterDetails?.startDate
  const last = taxYearOf(to ?? today)
  const first = from ?? start
  const firstYear = first ? taxYearOf(first) : last - maxYears
  return Array.from({ length: Math.max(0, last - firstYear + 1) }, (_, n) => `Year${firstYear + n}`)
}

const mismatch = (detail: string) => new ConnectionFailure('provider-changed', { detail })

const isMissing = (reply: ProviderReply<unknown>) => 'refusal' in reply && reply.refusal.status === 404

/** Staffology documents no error bodies, so the status decides. A refused key is a fault of the configuration. */
function requireReply<T>(reply: ProviderReply<T>): T {
  if ('body' in reply) return reply.body
  const { status, source } = reply.refusal
  if (status === 403) throw new ConnectionFailure('payroll-not-permitted')
  throw mismatch(`${source}: status ${status}`)
}

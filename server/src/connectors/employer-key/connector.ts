import { z } from 'zod'
import { dayOf, taxYearOf } from '../../vocabulary/days.ts'
import type { Payslip } from '../../vocabulary/payslip.ts'
import type { CatalogueEntryOf } from '../catalogue.ts'
import type { ConnectorContext, DirectConnector, PayDateRange, PersonToMatch } from '../connector.ts'
import { isSameName } from '../employer-oauth2/find-employee.ts'
import { ConnectionFailure } from '../failure.ts'
import { fetchEach, selectPayslips } from '../fetch-all.ts'
import { niNumberOf, textOrNull } from '../identity.ts'
import { parseStored } from '../stored-session.ts'
import { type ProviderReply, type ProviderRequest, sendRequest } from '../transport.ts'
import { Employee, Employer, Items, PayslipReport, type StaffologyEmployee } from './replies.ts'
import { transform } from './transform.ts'

/** Employers a page. The specification does not name a maximum. */
const employersPerPage = 100
/** A surname that this many employees of one employer share is no search. */
const maxNamesakes = 100
/** Staffology returns nothing for shorter queries. */
const minQueryLetters = 3
/** Far more employers than a bureau has. A list that is longer does not end. */
const maxEmployers = 20_000
/**
 * How long an employer's opt-in is reused, so that a scan of a large bureau that timed out continues. It is checked again
 * before payslips are read.
 */
const optInCacheMs = 30 * 60_000
/** Staffology has no earlier tax years. */
const firstTaxYear = 2017

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
  const optIns = new Map<string, { isOptedIn: boolean; readAt: number }>()

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
      let isWithheld = false
      // One after the other: a caller waits, so a rate limit must fail at once instead of being waited for.
      for (const id of employers) {
        const found = await findEmployments(id, person, context)
        employments.push(...found.employments)
        isWithheld ||= found.isWithheld
      }
      if (employments.length === 0 && isWithheld) throw new ConnectionFailure('payroll-not-permitted')
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
      const payslips: (Payslip[] | null)[] = []
      for (const one of open) payslips.push(await fetchEmployment(one, period, context))
      const removed = payslips.filter((ofEmployment) => ofEmployment === null).length
      if (removed === open.length) throw new ConnectionFailure('session-ended')
      if (removed > 0) context.warn?.(`${removed} of ${open.length} employments no longer exist`)
      return selectPayslips(
        payslips.flatMap((ofEmployment) => ofEmployment ?? []),
        period,
      )
    },

    // The key belongs to the employer; there is nothing of the person to end.
    endSession: async () => {},
  }

  /** Ids of the employers that take part. Each answer is kept a while, also if a later one fails. */
  async function listOptedIn(context: ConnectorContext): Promise<string[]> {
    const ids = await listEmployers(context)
    const now = context.now().getTime()
    const isCurrent = (id: string) => Math.abs(now - (optIns.get(id)?.readAt ?? -Infinity)) < optInCacheMs
    await fetchEach(
      ids.filter((id) => !isCurrent(id)),
      async (id) => void optIns.set(id, { isOptedIn: await isOptedIn(id, context), readAt: now }),
      context,
    )
    return ids.filter((id) => optIns.get(id)?.isOptedIn)
  }

  /** Reads pages until one has nothing new, because the provider may return fewer employers a page than requested. */
  async function listEmployers(context: ConnectorContext): Promise<string[]> {
    const ids = new Set<string>()
    for (let page = 0; ; page++) {
      const query = { pageNum: String(page), pageSize: String(employersPerPage) }
      const items = requireReply(await send('/employers', Items, context, { query }))
      const count = ids.size
      for (const { id } of items) ids.add(id)
      if (ids.size === count) return [...ids]
      if (ids.size > maxEmployers) throw mismatch('the list of employers does not end')
    }
  }

  /** An employer that the key may not read does not take part. */
  async function isOptedIn(id: string, context: ConnectorContext) {
    const reply = await send('/employers/{id}', Employer, context, { ids: { id } })
    return isMissing(reply) || isForbidden(reply) ? false : requireReply(reply).isOptedInToEvc
  }

  /** The person's employments at one employer: all employees who match every detail. */
  async function findEmployments(
    employer_id: string,
    person: PersonToMatch,
    context: ConnectorContext,
  ): Promise<{ employments: EmployeeReference[]; isWithheld: boolean }> {
    const namesakes = await searchEmployees(employer_id, person, context)
    if (namesakes === null) return { employments: [], isWithheld: true }
    const employees = await fetchEach(
      namesakes,
      (employee_id) => loadEmployee({ employer_id, employee_id }, context),
      context,
    )
    const employments = employees
      .filter((employee) => typeof employee === 'object' && employee !== null)
      .filter((employee) => matchesAllDetails(employee, person))
      .map(({ id: employee_id }) => ({ employer_id, employee_id }))
    return { employments, isWithheld: employees.includes('forbidden') }
  }

  /** Ids of the employees with the person's name, or null if the key may not read this employer. */
  async function searchEmployees(
    employer: string,
    person: PersonToMatch,
    context: ConnectorContext,
  ): Promise<string[] | null> {
    for (const query of queriesFor(person)) {
      const more = { ids: { employer }, query: { query } }
      const reply = await send('/employers/{employer}/employees/search', Items, context, more)
      if (isForbidden(reply)) {
        context.warn?.('the key may not read the employees of an employer that opted in')
        return null
      }
      const ids = requireReply(reply).map(({ id }) => id)
      if (ids.length <= maxNamesakes) return ids
    }
    throw new ConnectionFailure('employee-ambiguous')
  }

  /** Returns null if the employee was removed. */
  async function loadEmployee({ employer_id, employee_id }: EmployeeReference, context: ConnectorContext) {
    const more = { ids: { employer: employer_id, id: employee_id } }
    const reply = await send('/employers/{employer}/employees/{id}', Employee, context, more)
    if (isForbidden(reply)) return 'forbidden'
    return isMissing(reply) ? null : requireReply(reply)
  }

  /** Returns null if the employee was removed. */
  async function fetchEmployment(
    reference: EmployeeReference,
    period: PayDateRange,
    context: ConnectorContext,
  ): Promise<Payslip[] | null> {
    const employee = await loadEmployee(reference, context)
    if (employee === null) return null
    if (employee === 'forbidden') throw new ConnectionFailure('payroll-not-permitted')
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

/** Searches by surname first, and by the whole name if too many share it or the surname is too short. */
const queriesFor = ({ forename, surname }: PersonToMatch) =>
  [surname, `${forename} ${surname}`].filter((query) => query.length >= minQueryLetters)

/** Tax years of the range up to today, such as `Year2026` for 2026-27, from the start of the employment on. */
function yearsOf(
  { employmentDetails }: StaffologyEmployee,
  { from, to }: PayDateRange,
  today: string,
): string[] {
  const start = employmentDetails?.starterDetails?.startDate
  const last = taxYearOf(to !== null && to < today ? to : today)
  const first = from ?? start
  const firstYear = Math.max(firstTaxYear, first ? taxYearOf(first) : firstTaxYear)
  return Array.from({ length: Math.max(0, last - firstYear + 1) }, (_, n) => `Year${firstYear + n}`)
}

const mismatch = (detail: string) => new ConnectionFailure('provider-changed', { detail })

const isMissing = (reply: ProviderReply<unknown>) => 'refusal' in reply && reply.refusal.status === 404

const isForbidden = (reply: ProviderReply<unknown>) => 'refusal' in reply && reply.refusal.status === 403

/** Staffology documents no error bodies, so the status decides. A refused key is a fault of the configuration. */
function requireReply<T>(reply: ProviderReply<T>): T {
  if ('body' in reply) return reply.body
  const { status, source } = reply.refusal
  if (status === 403) throw new ConnectionFailure('payroll-not-permitted')
  throw mismatch(`${source}: status ${status}`)
}

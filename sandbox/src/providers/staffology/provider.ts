import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { workplaces } from '../../people/employers.ts'
import type { Employer } from '../../people/types.ts'
import { isSameSecret } from '../../secret-comparison.ts'
import { tenantPath } from '../../tenants.ts'
import { createAuthenticator } from '../authentication.ts'
import {
  colleaguesOf,
  isPaid,
  payslipsOf,
  type StaffMember,
  type StaffPayslip,
} from '../employer-payroll/company.ts'
import { ProviderFault } from '../errors.ts'
import { check, configureProviderServer, sendPdf } from '../provider-http.ts'
import type { ProviderDeps, ProviderPlugin } from '../types.ts'
import {
  employmentDetailsOf,
  payOptionsOf,
  payPeriods,
  periodNumberOf,
  personalDetailsOf,
  staffologyId,
  staffologyPayslip,
  taxYearNameOf,
} from './payslip.ts'

/** The API key of the bureau's user. Like the other secrets of the sandbox, it is published in the guide. */
const apiKey = 'payproof-sandbox-secret'
/** Employers that take part unless the settings name others. No named person works there. */
const defaultOptedIn = ['copperwhistle', 'lochmarrow', 'sundrop', 'tallowmere']
/** Invented people with these numbers are on the payrolls. Those up to 100 are known to the other bureau. */
const inventedStaff = { first: 101, last: 300 }
const defaultPageSize = 100
const maxPageSize = 1_000
/** Shorter queries find no employee. */
const minQueryLetters = 3

const uuid = z.uuid()
const payPeriodNames = [
  'Custom',
  'HalfYearly',
  'Quarterly',
  'Daily',
  'Annual',
  ...Object.values(payPeriods).map(({ name }) => name),
] as const
/** The specification of July 2026 lists Year2017 to Year2026. The simulator adds later years as they begin. */
const [firstTaxYear, lastListedTaxYear] = [2017, 2026]
const taxYear = z.string().regex(/^Year20\d\d$/)
const Page = z.strictObject({
  pageNum: z.coerce.number().int().min(0).default(0),
  pageSize: z.coerce.number().int().min(1).max(maxPageSize).default(defaultPageSize),
})
const EmployersQuery = Page.extend({ searchTerm: z.string().max(100).optional() })
const EmployeesQuery = Page.extend({ status: z.enum(['Current', 'Former', 'Upcoming']).optional() })
const SearchQuery = z.strictObject({ query: z.string().min(1).max(100) })
const EmployerParams = z.object({ employer: uuid })
const EmployeeParams = EmployerParams.extend({ id: uuid })
const EntriesParams = EmployeeParams.extend({ taxYear })
const ReportParams = EmployeeParams.extend({
  taxYear,
  payPeriod: z.enum(payPeriodNames),
  periodNumber: z.coerce.number().int().min(1).max(60),
})
const ReportQuery = z.strictObject({ ordinal: z.coerce.number().int().min(1).max(9).default(1) })
const NoQuery = z.strictObject({})

/**
 * Staffology Payroll: employers of a bureau, their employees and pay runs, read with an API key. `protocol-facts.ts`
 * lists the documented rules that it follows.
 */
export const staffology: ProviderPlugin = async (server, deps) => {
  const { clock, documents, world } = deps
  const { applyBehaviour } = createAuthenticator('staffology', deps)
  // Bodies of errors are not documented.
  configureProviderServer(server, 'staffology', { ...deps, errorBody: () => '' })
  const payrolls = createPayrolls(deps)

  server.addHook('onRequest', async (request) => {
    if (!isSameSecret(passwordOf(request), apiKey)) throw new ProviderFault('invalid_client')
  })

  const baseUrlOf = (request: FastifyRequest) =>
    `${deps.baseUrl ?? `${request.protocol}://${request.host}`}${tenantPath()}${server.prefix}`
  const itemOf = (id: string, name: string, url: string) => ({ id, name, url, metadata: null })

  function requireTaxYear(name: string) {
    const year = Number(name.slice('Year'.length))
    const last = Math.max(lastListedTaxYear, startYearOf(clock.today()))
    if (year < firstTaxYear || year > last) throw new ProviderFault('invalid_request')
  }

  function requireEmployer(request: FastifyRequest) {
    const { employer: id } = check(EmployerParams, request.params)
    const employer = payrolls.employers().find((one) => employerIdOf(one) === id)
    if (!employer) throw new ProviderFault('not_found')
    return employer
  }

  /** Finds an employee and applies the behaviour that was set for this person. */
  async function requireEmployee(request: FastifyRequest, step: 'login' | 'list') {
    const employer = requireEmployer(request)
    const { id } = check(EmployeeParams, request.params)
    const employee = payrolls.staff(employer).find(({ job }) => employeeIdOf(job) === id)
    if (!employee) throw new ProviderFault('not_found')
    await applyBehaviour(request, step, { userName: employee.person.userName, behaviour: {} })
    return employee
  }

  const employeeItem = (request: FastifyRequest, { person, job }: StaffMember) => {
    const url = `${baseUrlOf(request)}/employers/${employerIdOf(job.employer)}/employees/${employeeIdOf(job)}`
    return itemOf(employeeIdOf(job), `${person.forename} ${person.surname}`, url)
  }

  server.get('/employers', async (request) => {
    const { searchTerm = '', ...page } = check(EmployersQuery, request.query)
    const found = payrolls
      .employers()
      .filter(({ name }) => name.toLowerCase().includes(searchTerm.toLowerCase()))
    return paginate(found, page).map((employer) =>
      itemOf(
        employerIdOf(employer),
        employer.name,
        `${baseUrlOf(request)}/employers/${employerIdOf(employer)}`,
      ),
    )
  })

  server.get('/employers/:employer', async (request) => {
    check(NoQuery, request.query)
    return describeEmployer(requireEmployer(request), payrolls.isOptedIn, clock.today())
  })

  server.get('/employers/:employer/employees', async (request) => {
    const employer = requireEmployer(request)
    const { status, ...page } = check(EmployeesQuery, request.query)
    const staff = payrolls
      .staff(employer)
      .filter(({ job }) => status === undefined || statusOf(job, clock.today()) === status)
    return paginate(staff, page).map((one) => employeeItem(request, one))
  })

  server.get('/employers/:employer/employees/search', async (request) => {
    const employer = requireEmployer(request)
    const query = check(SearchQuery, request.query).query.toLowerCase()
    if (query.length < minQueryLetters) return []
    return payrolls
      .staff(employer)
      .filter(({ person, job }) =>
        `${person.forename} ${person.surname} ${job.payrollNumber}`.toLowerCase().includes(query),
      )
      .map((one) => employeeItem(request, one))
  })

  server.get('/employers/:employer/employees/:id', async (request) => {
    check(NoQuery, request.query)
    const { person, job } = await requireEmployee(request, 'login')
    const today = clock.today()
    const [tax] = job.employment.taxCodes.toReversed()
    const [ni] = job.employment.niLetters.toReversed()
    return {
      id: employeeIdOf(job),
      personalDetails: personalDetailsOf(person, world.address(person, today)),
      employmentDetails: employmentDetailsOf(job, today),
      payOptions: payOptionsOf(job, {
        taxCode: tax?.code ?? '0T',
        isCumulative: tax?.isCumulative ?? false,
        niLetter: ni?.letter ?? 'A',
      }),
      bankDetails: {
        accountName: `${person.forename} ${person.surname}`,
        accountNumber: person.bank.accountNumber,
      },
      status: statusOf(job, today),
    }
  })

  server.get('/employers/:employer/employees/:id/payrunentries/:taxYear', async (request) => {
    check(NoQuery, request.query)
    const { taxYear: wanted } = check(EntriesParams, request.params)
    requireTaxYear(wanted)
    const employee = await requireEmployee(request, 'list')
    const employer = `${baseUrlOf(request)}/employers/${employerIdOf(employee.job.employer)}`
    return payslipsOf(deps, [employee])
      .filter(({ payslip }) => taxYearNameOf(payslip) === wanted)
      .map((one) => {
        const { payslip } = one
        const path = `${wanted}/${payPeriods[payslip.frequency].name}/${periodNumberOf(payslip)}`
        return itemOf(entryIdOf(one), payslip.payDate, `${employer}/payrun/${path}/${entryIdOf(one)}`)
      })
  })

  server.get(
    '/employers/:employer/reports/:taxYear/:payPeriod/:periodNumber/:id/payslip',
    async (request, reply) => {
      const employer = requireEmployer(request)
      const wanted = check(ReportParams, request.params)
      requireTaxYear(wanted.taxYear)
      check(ReportQuery, request.query)
      const entry = payslipsOf(deps, payrolls.staff(employer)).find((one) => entryIdOf(one) === wanted.id)
      if (!entry || !isInPeriod(entry, wanted)) throw new ProviderFault('not_found')
      const { person, payslip } = entry
      await applyBehaviour(request, 'payslip', { userName: person.userName, behaviour: {} })
      const address = world.address(person, payslip.payDate)
      if (request.headers.accept === 'application/pdf')
        return sendPdf(reply, await documents.payslip({ ...entry, address }))
      return staffologyPayslip(entry, { address, isClosed: isPaid(deps, payslip.payDate) })
    },
  )
}

/** The payrolls of the bureau: all employers, with named people, invented people and colleagues. */
function createPayrolls({ world, optedInEmployers = defaultOptedIn }: ProviderDeps) {
  const employers = workplaces.map(({ employer }) => employer)
  let invented: StaffMember[] | undefined

  function listInvented() {
    const count = inventedStaff.last - inventedStaff.first + 1
    invented ??= Array.from({ length: count }, (_, n) =>
      world.inventedPerson(inventedStaff.first + n),
    ).flatMap((person) => person.jobs.map((job) => ({ person, job })))
    return invented
  }

  return {
    employers: () => employers,
    isOptedIn: ({ id }: Employer) => optedInEmployers === 'all' || optedInEmployers.includes(id),
    staff(employer: Employer): StaffMember[] {
      const named = world.named().flatMap((person) => person.jobs.map((job) => ({ person, job })))
      const employed = [...named, ...listInvented()].filter(({ job }) => job.employer.id === employer.id)
      return [...employed, ...colleaguesOf({ world }, employer)]
    },
  }
}

function passwordOf({ headers }: FastifyRequest): string {
  const [, encoded = ''] = /^Basic ([\w+/=]{1,600})$/i.exec(headers.authorization ?? '') ?? []
  const [, ...password] = Buffer.from(encoded, 'base64').toString('utf8').split(':')
  return password.join(':')
}

const employerIdOf = ({ id }: Employer) => staffologyId('employer', id)
const employeeIdOf = ({ id }: StaffMember['job']) => staffologyId('employee', id)
const entryIdOf = ({ job, index }: StaffPayslip) => staffologyId('entry', job.id, index)

function isInPeriod({ payslip }: StaffPayslip, wanted: z.output<typeof ReportParams>) {
  return (
    taxYearNameOf(payslip) === wanted.taxYear &&
    payPeriods[payslip.frequency].name === wanted.payPeriod &&
    periodNumberOf(payslip) === wanted.periodNumber
  )
}

function statusOf({ startDate, leaveDate }: StaffMember['job'], today: string) {
  if (startDate > today) return 'Upcoming'
  return leaveDate !== null && leaveDate <= today ? 'Former' : 'Current'
}

function describeEmployer(employer: Employer, isOptedIn: (employer: Employer) => boolean, today: string) {
  const [officeNumber, payeReference] = employer.payeReference.split('/')
  const { accountsOfficeReference } = employer
  return {
    id: employerIdOf(employer),
    name: employer.name,
    displayName: employer.name,
    crn: null,
    address: {
      line1: employer.address.street,
      line3: employer.address.city,
      postCode: employer.address.postCode,
    },
    hmrcDetails: { officeNumber, payeReference, accountsOfficeReference, utr: null },
    currentYear: `Year${startYearOf(today)}`,
    isOptedInToEvc: isOptedIn(employer),
    evcId: null,
  }
}

/** The year in which the tax year of this day began. */
const startYearOf = (day: string) => Number(day.slice(0, 4)) - (day.slice(5) < '04-06' ? 1 : 0)

const paginate = <T>(items: T[], { pageNum, pageSize }: z.output<typeof Page>) =>
  items.slice(pageNum * pageSize, (pageNum + 1) * pageSize)

import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { IsoDate } from '../../calendar.ts'
import type { PersonJob, PostalAddress, SimulatedPerson } from '../../people/types.ts'
import { digestOf } from '../employer-payroll/company.ts'
import { ProviderFault } from '../errors.ts'
import { addOAuth, oauthErrorBodyOr } from '../oauth/provider.ts'
import { employmentIdOf, listPayRecords, type PayRecord, startedJobs } from '../pay-records.ts'
import { leaveDateOn } from '../payslip-json.ts'
import { check, configureProviderServer, sendPdf } from '../provider-http.ts'
import type { ProviderPlugin } from '../types.ts'

const dayMs = 24 * 3_600_000
/** Neither the lifetime of a refresh token nor its rotation is documented; the simulator is strict in both. */
const grantTtlMs = 365 * dayMs
/** All employers print the payroll system's own payslip. */
export const payslipLayout = 'bureau'

const number = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform(Number)
const EmployeeParams = z.object({ employee: number })
const PayslipParams = EmployeeParams.extend({ payrun: number })
/** OData options of lists. */
const ListQuery = z.strictObject({
  $top: z.coerce.number().int().min(1).max(1_000).optional(),
  $skip: z.coerce.number().int().min(0).default(0),
})

/**
 * Employment Hero Payroll UK: the self-service of employees, with payslips as PDF. `protocol-facts.ts` lists the
 * documented rules that it follows.
 */
export const employmentHero: ProviderPlugin = async (server, deps) => {
  const { clock, documents, world } = deps
  const provider = 'employment-hero'
  configureProviderServer(server, provider, {
    ...deps,
    // Errors outside the OAuth2 flow are plain text.
    errorBody: oauthErrorBodyOr(server, ({ message }) => message),
  })
  const tokens = addOAuth(server, deps, {
    provider,
    // There are no scopes: a token is the user.
    scopes: { self_service: 'your jobs, personal details and payslips' },
    isPkceRequired: false,
    paths: { authorize: '/oauth/authorise', token: '/oauth/token', revoke: '/oauth/token/revoke' },
    accessTokenTtlMs: dayMs,
    grantTtlMs,
    tokenRules: { acceptsBasic: false },
    tokenReply: (reply) => ({ ...reply, scope: '' }),
  })

  async function open(request: FastifyRequest, step: 'list' | 'payslip') {
    const session = tokens.authorise(request, 'self_service')
    await tokens.applyBehaviour(request, step, session)
    return session.person
  }

  /** One job of the signed-in person. Other people's jobs are not found. */
  function requireJob(person: SimulatedPerson, request: FastifyRequest): PersonJob {
    const { employee } = check(EmployeeParams, request.params)
    const job = startedJobs(deps, person).find((one) => jobNumberOf(one) === employee)
    if (!job) throw new ProviderFault('not_found')
    return job
  }

  const recordsOf = (person: SimulatedPerson, job: PersonJob) =>
    listPayRecords(deps, provider, person, { employmentId: employmentIdOf(provider, job) })

  server.get('/api/v2/ess/security/employees', async (request) => {
    const person = await open(request, 'list')
    return startedJobs(deps, person).map((job) => describeJob(person, job, clock.today()))
  })

  server.get('/api/v2/ess/:employee/personaldetails', async (request) => {
    const person = await open(request, 'list')
    const job = requireJob(person, request)
    return detailsOf(person, job, { address: world.address(person, clock.today()), today: clock.today() })
  })

  server.get('/api/v2/ess/:employee/document/payslip', async (request) => {
    const person = await open(request, 'list')
    const job = requireJob(person, request)
    const { $top, $skip } = check(ListQuery, request.query)
    const list = recordsOf(person, job).map(listItemOf)
    return list.slice($skip, $top === undefined ? undefined : $skip + $top)
  })

  server.get('/api/v2/ess/:employee/document/payslip/:payrun', async (request, reply) => {
    const person = await open(request, 'payslip')
    const job = requireJob(person, request)
    const { payrun } = check(PayslipParams, request.params)
    const record = recordsOf(person, job).find((one) => payslipNumberOf(one) === payrun)
    if (!record) throw new ProviderFault('not_found')
    return sendPdf(reply, await documents.payslip(record, { layout: payslipLayout }))
  })
}

/** Digits of a hash that fit into a JavaScript number. */
const hashDigits = 12
const numberOf = (hex: string) => Number.parseInt(hex.slice(0, hashDigits), 16) + 1
const jobNumberOf = ({ id }: PersonJob) => numberOf(digestOf('employment-hero', 'job', id))
const payslipNumberOf = ({ id }: PayRecord) => numberOf(id)

/** Moments have no time zone. */
const momentOf = (day: IsoDate) => `${day}T00:00:00`

const describeJob = (person: SimulatedPerson, job: PersonJob, today: IsoDate) => ({
  id: jobNumberOf(job),
  name: `${person.forename} ${person.surname}`,
  businessId: numberOf(digestOf('employment-hero', 'business', job.employer.id)),
  businessName: job.employer.name,
  jobTitle: job.role,
  region: 'UnitedKingdom',
  isTerminated: leaveDateOn(job, today) !== null,
})

function detailsOf(
  person: SimulatedPerson,
  job: PersonJob,
  { address, today }: { address: PostalAddress; today: IsoDate },
) {
  const leaveDate = leaveDateOn(job, today)
  return {
    firstName: person.forename,
    middleName: null,
    surname: person.surname,
    dateOfBirth: momentOf(person.dateOfBirth),
    gender: person.gender === 'female' ? 'Female' : 'Male',
    email: person.email,
    homePhone: null,
    mobilePhone: `+${person.phone}`,
    startDate: momentOf(job.startDate),
    endDate: leaveDate && momentOf(leaveDate),
    residentialAddress: {
      streetAddress: address.street,
      addressLine2: null,
      city: address.city,
      county: address.county,
      postcode: address.postCode,
      country: address.country,
    },
    postalAddress: null,
  }
}

export const listItemOf = (record: PayRecord) => ({
  id: payslipNumberOf(record),
  employeeId: jobNumberOf(record.job),
  paySchedule: record.payslip.frequency,
  datePaid: momentOf(record.payslip.payDate),
  payPeriodStart: momentOf(record.payslip.start),
  payPeriodEnd: momentOf(record.payslip.end),
  netPay: record.payslip.netPay / 100,
  payerName: record.job.employer.name,
  payerBusinessNumber: null,
})

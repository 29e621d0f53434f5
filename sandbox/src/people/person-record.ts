import { addDays, type IsoDate } from '../calendar.ts'
import { runPayroll } from '../payroll/run.ts'
import { taxYearOf } from '../payroll/tax-calendar.ts'
import type { EffectiveFrom, GeneratedPayslip, PayRun, PayrollEmployment } from '../payroll/types.ts'
import { randomFor } from '../random.ts'
import { memorableWords } from './names.ts'
import { accountNumber, niNumber, uniqueTaxReference } from './register-numbers.ts'
import { type EmploymentTerms, payRunsOf, rateOn } from './terms.ts'
import type { Employer, PersonJob, PostalAddress, SimulatedPerson } from './types.ts'
import { worldEndDate } from './world-dates.ts'

/** The specified facts of a person; everything else is derived from them and the seed. */
export type PersonSpec = Pick<
  SimulatedPerson,
  'userName' | 'title' | 'forename' | 'surname' | 'dateOfBirth' | 'gender' | 'about'
> & {
  /** Index from which unique numbers are derived; see register-numbers.ts. */
  registerIndex: number
  addresses: EffectiveFrom<PostalAddress>[]
  jobs: JobSpec[]
  /** Values of a scenario that replace the derived ones. */
  overrides?: Partial<
    Pick<
      SimulatedPerson,
      'niNumber' | 'uniqueTaxReference' | 'email' | 'phone' | 'memorableWord' | 'memorableDate'
    > & { bank: Partial<SimulatedPerson['bank']> }
  >
}

export type JobSpec = {
  employer: Employer
  payrollNumber?: string
  role: string
  department: string
  type: PersonJob['type']
  startDate: IsoDate
  leaveDate: IsoDate | null
  employment: Omit<PayrollEmployment, 'frequency' | 'before'>
  /** Whether the person handed in a P45 of the previous employer. */
  hasP45?: boolean
  terms: EmploymentTerms
  /** Pay runs that replace those derived from the terms. */
  runs?: PayRun[]
}

/** A person with all payslips of the simulation, calculated on first use and cached. */
export type PersonRecord = { person: SimulatedPerson; payslips(jobId: string): GeneratedPayslip[] }

export function createPersonRecord(
  person: SimulatedPerson,
  runs: (job: PersonJob) => PayRun[],
): PersonRecord {
  const payslipsByJob = new Map<string, GeneratedPayslip[]>()
  return {
    person,
    payslips(jobId) {
      const known = payslipsByJob.get(jobId)
      if (known) return known
      const job = person.jobs.find(({ id }) => id === jobId)
      const payslips = job ? runPayroll(job.employment, runs(job)) : []
      payslipsByJob.set(jobId, payslips)
      return payslips
    },
  }
}

export const statementLayoutIds =
  'brook foxglove harbour lantern meadow northgate orchard pebble quill rowan saffron tidewater umber willow'.split(
    ' ',
  )

export function buildPerson(
  seed: string,
  spec: PersonSpec,
): { person: SimulatedPerson; runs: (job: PersonJob) => PayRun[] } {
  const { registerIndex, jobs: jobSpecs, overrides = {}, ...identity } = spec
  const random = randomFor(seed, 'person', spec.userName)
  const phone = `447700900${String(random.integer(0, 999)).padStart(3, '0')}`
  const memorableWord = random.pick(memorableWords)
  const memorableDate = addDays('1985-01-01', random.integer(0, 12_000))
  const bank = {
    accountNumber: accountNumber(registerIndex),
    statementLayout: statementLayoutIds[registerIndex % statementLayoutIds.length] as string,
    openingBalance: random.integer(-20_000, 350_000),
  }
  const person: SimulatedPerson = {
    ...identity,
    niNumber: niNumber(registerIndex),
    uniqueTaxReference: uniqueTaxReference(registerIndex),
    email: `${spec.userName}@example.com`,
    phone,
    memorableWord,
    memorableDate,
    ...overrides,
    bank: { ...bank, ...overrides.bank },
    jobs: [],
  }
  const runsByJob = new Map<string, () => PayRun[]>()
  const runs = ({ id }: PersonJob) => runsByJob.get(id)?.() ?? []
  jobSpecs.forEach((jobSpec, n) => {
    const job = buildJob(seed, jobSpec, `${spec.userName}.${n + 1}`)
    runsByJob.set(job.id, () => jobSpec.runs ?? payRunsOf(seed, { ...jobSpec, id: job.id }))
    const last = person.jobs.at(-1)
    const p45Figures = jobSpec.hasP45 && last ? p45Of(last, runs(last), job.startDate) : undefined
    if (p45Figures) job.employment.p45Figures = p45Figures
    person.jobs.push(job)
  })
  return { person, runs }
}

function buildJob(seed: string, jobSpec: JobSpec, id: string): PersonJob {
  const { employer, role, department, type, startDate, leaveDate, terms } = jobSpec
  const payrollNumber =
    jobSpec.payrollNumber ?? String(randomFor(seed, 'payroll number', id).integer(10_000, 999_999))
  const { from: _, ...pay } = rateOn(terms.rates, leaveDate ?? worldEndDate)
  const employment = { ...jobSpec.employment, frequency: terms.payDay.frequency }
  return { id, employer, payrollNumber, role, department, type, startDate, leaveDate, pay, employment }
}

/** Returns pay and tax to date in the tax year, including earlier employments of the same year. */
function p45Of(
  { employment }: PersonJob,
  runs: PayRun[],
  startDate: IsoDate,
): PayrollEmployment['p45Figures'] {
  const taxYear = taxYearOf(startDate)
  const ofYear = runs.filter(({ payDate }) => taxYearOf(payDate) === taxYear)
  const year = runPayroll(employment, ofYear).at(-1)?.yearToDate
  if (!taxYear || !year) return undefined
  const earlier =
    employment.p45Figures?.taxYear === taxYear ? employment.p45Figures : { taxablePay: 0, incomeTax: 0 }
  return {
    taxYear,
    taxablePay: earlier.taxablePay + year.taxablePay,
    incomeTax: earlier.incomeTax + year.incomeTax,
  }
}

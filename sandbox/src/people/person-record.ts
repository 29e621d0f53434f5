import { addDays, type Day } from '../calendar.ts'
import { runPayroll } from '../payroll/run.ts'
import { taxYearOf } from '../payroll/tax-calendar.ts'
import type { Employment, From, PayRun, Payslip } from '../payroll/types.ts'
import { randomFor } from '../random.ts'
import { memorableWords } from './names.ts'
import { accountNumber, niNumber, uniqueTaxReference } from './register-numbers.ts'
import { worldEnds } from './world-dates.ts'
import { rateOn, runsOf, type Terms } from './terms.ts'
import type { Address, Employer, Job, Person } from './types.ts'

/** All that has to be said of somebody; the rest follows from it and from the seed. */
export type Story = Pick<
  Person,
  'userName' | 'title' | 'forename' | 'surname' | 'dateOfBirth' | 'gender' | 'about'
> & {
  /** The place in the registers: see numbers.ts. */
  place: number
  addresses: From<Address>[]
  jobs: StoryJob[]
  /** What a scenario wants otherwise than it would be. */
  wishes?: Partial<
    Pick<
      Person,
      'niNumber' | 'uniqueTaxReference' | 'email' | 'phone' | 'memorableWord' | 'memorableDate'
    > & { bank: Partial<Person['bank']> }
  >
}

export type StoryJob = {
  employer: Employer
  payrollNumber?: string
  role: string
  department: string
  type: Job['type']
  startDate: Day
  leaveDate: Day | null
  employment: Omit<Employment, 'frequency' | 'before'>
  /** Brought the slip of the last employer (P45) along. */
  hasP45?: boolean
  terms: Terms
  /** In place of what the terms give. */
  runs?: PayRun[]
}

/** A person with all payslips there will ever be; worked out when first asked for, then kept. */
export type Life = { person: Person; payslips(jobId: string): Payslip[] }

export function openLife(person: Person, runs: (job: Job) => PayRun[]): Life {
  const kept = new Map<string, Payslip[]>()
  return {
    person,
    payslips(jobId) {
      const known = kept.get(jobId)
      if (known) return known
      const job = person.jobs.find(({ id }) => id === jobId)
      const payslips = job ? runPayroll(job.employment, runs(job)) : []
      kept.set(jobId, payslips)
      return payslips
    },
  }
}

export const statementLayoutIds =
  'brook foxglove harbour lantern meadow northgate orchard pebble quill rowan saffron tidewater umber willow'.split(
    ' ',
  )

export function personOf(seed: string, story: Story): { person: Person; runs: (job: Job) => PayRun[] } {
  const { place, jobs: storyJobs, wishes = {}, ...told } = story
  const random = randomFor(seed, 'person', story.userName)
  const phone = `447700900${String(random.whole(0, 999)).padStart(3, '0')}`
  const memorableWord = random.pick(memorableWords)
  const memorableDate = addDays('1985-01-01', random.whole(0, 12_000))
  const bank = {
    accountNumber: accountNumber(place),
    statementLayout: statementLayoutIds[place % statementLayoutIds.length] as string,
    openingBalance: random.whole(-20_000, 350_000),
  }
  const person: Person = {
    ...told,
    niNumber: niNumber(place),
    uniqueTaxReference: uniqueTaxReference(place),
    email: `${story.userName}@example.com`,
    phone,
    memorableWord,
    memorableDate,
    ...wishes,
    bank: { ...bank, ...wishes.bank },
    jobs: [],
  }
  const runsByJob = new Map<string, () => PayRun[]>()
  const runs = ({ id }: Job) => runsByJob.get(id)?.() ?? []
  storyJobs.forEach((told, n) => {
    const job = jobOf(seed, told, `${story.userName}.${n + 1}`)
    runsByJob.set(job.id, () => told.runs ?? runsOf(seed, { ...told, id: job.id }))
    const last = person.jobs.at(-1)
    const slip = told.hasP45 && last ? p45(last, runs(last), job.startDate) : undefined
    if (slip) job.employment.before = slip
    person.jobs.push(job)
  })
  return { person, runs }
}

function jobOf(seed: string, told: StoryJob, id: string): Job {
  const { employer, role, department, type, startDate, leaveDate, terms } = told
  const payrollNumber =
    told.payrollNumber ?? String(randomFor(seed, 'payroll number', id).whole(10_000, 999_999))
  const { from: _, ...pay } = rateOn(terms.rates, leaveDate ?? worldEnds)
  const employment = { ...told.employment, frequency: terms.payDay.each }
  return { id, employer, payrollNumber, role, department, type, startDate, leaveDate, pay, employment }
}

/** Pay and tax of the year so far, with what was before that job in the same year. */
function p45({ employment }: Job, runs: PayRun[], startDate: Day): Employment['before'] {
  const taxYear = taxYearOf(startDate)
  const ofYear = runs.filter(({ payDate }) => taxYearOf(payDate) === taxYear)
  const year = runPayroll(employment, ofYear).at(-1)?.yearToDate
  if (!taxYear || !year) return undefined
  const earlier = employment.before?.taxYear === taxYear ? employment.before : { taxablePay: 0, incomeTax: 0 }
  return {
    taxYear,
    taxablePay: earlier.taxablePay + year.taxablePay,
    incomeTax: earlier.incomeTax + year.incomeTax,
  }
}

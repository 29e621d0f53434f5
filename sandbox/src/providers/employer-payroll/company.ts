import { createHash } from 'node:crypto'
import { addDays, type IsoDate } from '../../calendar.ts'
import type { GeneratedPayslip } from '../../payroll/types.ts'
import type { Employer, PersonJob, SimulatedPerson } from '../../people/types.ts'
import type { ProviderDeps } from '../types.ts'

// Companies whose payroll is kept in FreeAgent or Xero. The person who signs in administers the payroll of their
// employers. Every company has further staff, whose data a connector must not keep.

export type StaffMember = { person: SimulatedPerson; job: PersonJob }
export type StaffPayslip = StaffMember & { payslip: GeneratedPayslip; index: number }

type World = Pick<ProviderDeps, 'world' | 'clock'>

/** Invented people with numbers from here on are staff of companies; no guide or test uses them otherwise. */
const firstColleague = 40_001
const colleagueCount = 3
/** Payslips of the next pay period are prepared this long before they are paid. */
const draftDays = 35

export const digestOf = (...keys: (string | number)[]) =>
  createHash('sha256').update(keys.join('\u0000')).digest('hex')

/** The employers of a person, the one where they started last first. */
export function companiesOf({ jobs }: SimulatedPerson): Employer[] {
  const newestFirst = jobs.toSorted((one, other) => other.startDate.localeCompare(one.startDate))
  return [...new Map(newestFirst.map(({ employer }) => [employer.id, employer])).values()]
}

/** Everybody on the payroll of a company: the person who signed in, named people and invented colleagues. */
export function staffOf({ world }: World, employer: Employer, signedIn: SimulatedPerson): StaffMember[] {
  const known = [...new Map([signedIn, ...world.named()].map((person) => [person.userName, person])).values()]
  const employed = known.flatMap((person) =>
    person.jobs.filter((job) => job.employer.id === employer.id).map((job) => ({ person, job })),
  )
  return [...employed, ...colleaguesOf({ world }, employer)]
}

/** Invented people who work nowhere else. */
export function colleaguesOf({ world }: Pick<World, 'world'>, employer: Employer): StaffMember[] {
  const first =
    firstColleague + (Number.parseInt(digestOf('colleagues', employer.id).slice(0, 6), 16) % 50_000)
  return Array.from({ length: colleagueCount }, (_, n) => world.inventedPerson(first + n)).flatMap((person) =>
    person.jobs.slice(0, 1).map((job) => ({ person, job: { ...job, employer } })),
  )
}

/** The jobs of one person at a company, as one employee of its payroll. */
export const jobsOf = (staff: readonly StaffMember[], person: SimulatedPerson) =>
  staff.filter((one) => one.person.userName === person.userName).map(({ job }) => job)

/** All payslips of a company, including those that are prepared but not paid yet. */
export function payslipsOf({ world, clock }: World, staff: readonly StaffMember[]): StaffPayslip[] {
  const until = addDays(clock.today(), draftDays)
  return staff.flatMap(({ person, job }) =>
    world.payslips(job, until).map((payslip, index) => ({ person, job, payslip, index })),
  )
}

export const isPaid = ({ clock }: Pick<World, 'clock'>, payDate: IsoDate) => payDate <= clock.today()

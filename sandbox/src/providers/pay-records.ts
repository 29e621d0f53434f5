import { createHash } from 'node:crypto'
import type { Day } from '../calendar.ts'
import type { Payslip } from '../payroll/types.ts'
import type { Address, Job, Person } from '../people/types.ts'
import type { ProviderId } from './catalogue.ts'
import { Fault } from './errors.ts'
import type { Surroundings } from './types.ts'

/** A payslip as a provider holds it, with everything that has to be said beside it. */
export type PayRecord = {
  id: string
  employmentId: string
  person: Person
  job: Job
  payslip: Payslip
  /** Where the person lived on the day they were paid. */
  address: Address
}

/** The same for the same words, in every run; and different at every provider, as ids of different firms are. */
const idOf = (...words: (string | number)[]) =>
  createHash('sha256').update(words.join('\u0000')).digest('hex').slice(0, 20)

export const employmentIdOf = (provider: ProviderId, job: Job) => idOf(provider, 'employment', job.id)

/** Newest first, up to today by the clock; of one employment and of some days only, where they are given. */
export function payRecords(
  { world, clock }: Pick<Surroundings, 'world' | 'clock'>,
  provider: ProviderId,
  person: Person,
  {
    employmentId,
    from,
    to,
  }: { employmentId?: string | undefined; from?: Day | undefined; to?: Day | undefined } = {},
): PayRecord[] {
  const today = clock.today()
  return person.jobs
    .flatMap((job) =>
      world.payslips(job, today).map((payslip, place) => ({
        id: idOf(provider, 'payslip', job.id, payslip.payDate, place),
        employmentId: employmentIdOf(provider, job),
        person,
        job,
        payslip,
        address: world.address(person, payslip.payDate),
      })),
    )
    .filter(
      (record) =>
        (employmentId === undefined || record.employmentId === employmentId) &&
        (from === undefined || record.payslip.payDate >= from) &&
        (to === undefined || record.payslip.payDate <= to),
    )
    .sort(
      (one, other) =>
        other.payslip.payDate.localeCompare(one.payslip.payDate) || one.id.localeCompare(other.id),
    )
}

/** One of them by its id, of nobody else. */
export function payRecord(
  surroundings: Pick<Surroundings, 'world' | 'clock'>,
  provider: ProviderId,
  person: Person,
  id: string,
): PayRecord {
  const record = payRecords(surroundings, provider, person).find((one) => one.id === id)
  if (!record) throw new Fault('not_found')
  return record
}

/** Jobs that have begun by today; who starts next month is on nobody's payroll yet. */
export const jobsOf = ({ clock }: Pick<Surroundings, 'clock'>, person: Person) =>
  person.jobs.filter(({ startDate }) => startDate <= clock.today())

/**
 * The records after a cursor. A cursor names the last one that was seen and not a number, so that a new payslip
 * which appears meanwhile moves nothing.
 */
export function pageAfter(records: PayRecord[], cursor: string | undefined, limit: number) {
  const seen = cursor === undefined ? undefined : Buffer.from(cursor, 'base64url').toString('utf8')
  const start = seen === undefined ? 0 : records.findIndex(({ id }) => id === seen) + 1
  if (seen !== undefined && start === 0)
    throw new Fault('invalid_request', { message: 'The cursor is not one of this list.' })
  const page = records.slice(start, start + limit)
  const last = start + limit < records.length ? page.at(-1) : undefined
  return { page, nextCursor: last ? Buffer.from(last.id, 'utf8').toString('base64url') : null }
}

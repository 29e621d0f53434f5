import { createHash } from 'node:crypto'
import type { IsoDate } from '../calendar.ts'
import type { GeneratedPayslip } from '../payroll/types.ts'
import type { PersonJob, PostalAddress, SimulatedPerson } from '../people/types.ts'
import type { ProviderId } from './catalogue.ts'
import { ProviderFault } from './errors.ts'
import type { ProviderDeps } from './types.ts'

/** A payslip as stored by a provider, with its context. */
export type PayRecord = {
  id: string
  employmentId: string
  person: SimulatedPerson
  job: PersonJob
  payslip: GeneratedPayslip
  /** The person's address on the pay date. */
  address: PostalAddress
}

/** Derives a deterministic id that differs between providers. */
const idOf = (...keys: (string | number)[]) =>
  createHash('sha256').update(keys.join('\u0000')).digest('hex').slice(0, 20)

export const employmentIdOf = (provider: ProviderId, job: PersonJob) => idOf(provider, 'employment', job.id)

/** Lists payslips up to today, newest first, optionally filtered by employment and pay date. */
export function listPayRecords(
  { world, clock }: Pick<ProviderDeps, 'world' | 'clock'>,
  provider: ProviderId,
  person: SimulatedPerson,
  {
    employmentId,
    from,
    to,
  }: { employmentId?: string | undefined; from?: IsoDate | undefined; to?: IsoDate | undefined } = {},
): PayRecord[] {
  const today = clock.today()
  return person.jobs
    .flatMap((job) =>
      world.payslips(job, today).map((payslip, index) => ({
        id: idOf(provider, 'payslip', job.id, payslip.payDate, index),
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

/** Returns one of this person's payslips by id. */
export function requirePayRecord(
  deps: Pick<ProviderDeps, 'world' | 'clock'>,
  provider: ProviderId,
  person: SimulatedPerson,
  id: string,
): PayRecord {
  const record = listPayRecords(deps, provider, person).find((one) => one.id === id)
  if (!record) throw new ProviderFault('not_found')
  return record
}

/** Returns the jobs that have started by today. */
export const startedJobs = ({ clock }: Pick<ProviderDeps, 'clock'>, person: SimulatedPerson) =>
  person.jobs.filter(({ startDate }) => startDate <= clock.today())

/**
 * Returns a page of records after a cursor. The cursor is the id of the last record seen rather than an offset, so
 * that new payslips do not shift the pages.
 */
export function pageAfter(records: PayRecord[], cursor: string | undefined, limit: number) {
  const seen = cursor === undefined ? undefined : Buffer.from(cursor, 'base64url').toString('utf8')
  const start = seen === undefined ? 0 : records.findIndex(({ id }) => id === seen) + 1
  if (seen !== undefined && start === 0)
    throw new ProviderFault('invalid_request', { message: 'The cursor is not one of this list.' })
  const page = records.slice(start, start + limit)
  const last = start + limit < records.length ? page.at(-1) : undefined
  return { page, nextCursor: last ? Buffer.from(last.id, 'utf8').toString('base64url') : null }
}

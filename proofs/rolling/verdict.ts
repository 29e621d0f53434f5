import { setTimeout as sleep } from 'node:timers/promises'
import { runSql } from '../../server/test/open-test-api.ts'
import type { Findings } from '../programs/findings.ts'
import type { LoadReport } from '../programs/rolling-load.ts'

/** Maximum time for all scheduled tasks to finish after the last request. */
const drainMs = 90_000

/**
 * Whether a phase is measured; phases that search for a sustainable rate are not. Accepts a phase, or a text that
 * begins with one.
 */
export const isMeasured = (phase: string) => !/^(warm-up|trying|rest)/.test(phase)

/**
 * Waits until no task is pending except sleeping webhook workers, then compares the database with the acknowledged
 * writes.
 */
export async function judge(
  url: string,
  report: LoadReport,
  receivedDeliveries: () => Promise<string[]>,
): Promise<Findings> {
  const rows = (text: string) => runSql(url, text)
  const deadline = Date.now() + drainMs
  let left: DatabaseRow[] = []
  do {
    await sleep(250)
    left = [...(await rows(waiting)), ...(await rows(undelivered))]
  } while (left.length > 0 && Date.now() < deadline)

  const missing = async (ids: string[], table: string, where = '') => {
    const stored = await rows(`select id::text from ${table} ${where}`)
    const storedIds = new Set(stored.map(({ id }) => id))
    return ids.filter((id) => !storedIds.has(id))
  }
  const periods = await rows('select id::text, payroll_period_months as months from users')
  const monthsOf = new Map(periods.map(({ id, months }) => [id, months]))
  const received = new Set(await receivedDeliveries())
  const delivered = await rows("select id::text from deliveries where state <> 'dropped'")
  return {
    'failed requests': report.failures.filter(isMeasured),
    'unfinished tasks': left.map((row) => JSON.stringify(row)),
    'dead tasks': (await rows('select kind, reason from dead_tasks')).map((row) => JSON.stringify(row)),
    'lost users': await missing(report.users, 'users'),
    'lost changes': report.periods
      .filter(([id, months]) => monthsOf.get(id) !== months)
      .map(([id, months]) => `${id}: ${monthsOf.get(id)} instead of ${months}`),
    'lost authorisations': await missing(report.authorisations, 'authorisations'),
    'accounts without a payslip': await missing(report.accounts, withPayslip),
    'accounts without an event': (await rows(withoutEvent)).map(({ user_id }) => String(user_id)),
    'missing deliveries': delivered.map(({ id }) => String(id)).filter((id) => !received.has(id)),
    'missing test deliveries': report.tests.filter((id) => !received.has(id)),
  }
}

// biome-ignore lint/suspicious/noExplicitAny: raw database rows.
type DatabaseRow = Record<string, any>

const waiting = `select kind, lane, state, attempts, reason, wake_at from tasks
  where not (kind like 'webhook%' and wake_at > now() + interval '5 seconds') limit 20`
const undelivered = "select id, attempts, due_at from deliveries where state = 'waiting' limit 20"
const withPayslip = '(select account_id as id from payroll_submissions where account_id is not null) fetched'
const withoutEvent = `select user_id from (
    select user_id, count(*) as payslips from payroll_submissions group by user_id) p
  where payslips > (select count(*) from events e where e.user_id = p.user_id and e.kind = 'user-payroll-submitted')`

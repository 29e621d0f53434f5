import { setTimeout as sleep } from 'node:timers/promises'
import { runSql } from '../../server/test/open-test-api.ts'
import type { Findings } from '../programs/findings.ts'
import type { LoadReport } from '../programs/rolling-load.ts'

/** Everything that was scheduled comes to its end within this time after the last request. */
const endMs = 90_000

/** Not while it is found out what the machine can carry. Takes a phase, or what begins with one. */
export const isJudged = (phase: string) => !/^(warm-up|trying|rest)/.test(phase)

/** Waits until no task is left to do but couriers that sleep, then holds the database against what was acknowledged. */
export async function judge(
  url: string,
  report: LoadReport,
  arrivedAtReceiver: () => Promise<string[]>,
): Promise<Findings> {
  const rows = (text: string) => runSql(url, text)
  const deadline = Date.now() + endMs
  let left: Row[] = []
  do {
    await sleep(250)
    left = [...(await rows(waiting)), ...(await rows(undelivered))]
  } while (left.length > 0 && Date.now() < deadline)

  const missing = async (ids: string[], table: string, where = '') => {
    const found = await rows(`select id::text from ${table} ${where}`)
    const known = new Set(found.map(({ id }) => id))
    return ids.filter((id) => !known.has(id))
  }
  const periods = await rows('select id::text, payroll_period_months as months from users')
  const monthsOf = new Map(periods.map(({ id, months }) => [id, months]))
  const received = new Set(await arrivedAtReceiver())
  const delivered = await rows("select id::text from deliveries where state <> 'dropped'")
  return {
    'failed requests': report.failures.filter(isJudged),
    'tasks that never ended': left.map((row) => JSON.stringify(row)),
    'dead tasks': (await rows('select kind, reason from dead_tasks')).map((row) => JSON.stringify(row)),
    'users that are gone': await missing(report.users, 'users'),
    'changes that are gone': report.periods
      .filter(([id, months]) => monthsOf.get(id) !== months)
      .map(([id, months]) => `${id}: ${monthsOf.get(id)} instead of ${months}`),
    'authorisations that are gone': await missing(report.authorisations, 'authorisations'),
    'accounts without their payslip': await missing(report.accounts, withPayslip),
    'accounts without their event': (await rows(withoutEvent)).map(({ user_id }) => String(user_id)),
    'deliveries that did not arrive': delivered.map(({ id }) => String(id)).filter((id) => !received.has(id)),
    'tests that did not arrive': report.tests.filter((id) => !received.has(id)),
  }
}

// biome-ignore lint/suspicious/noExplicitAny: rows as the database has them.
type Row = Record<string, any>

const waiting = `select kind, lane, state, attempts, reason, wake_at from tasks
  where not (kind like 'webhook%' and wake_at > now() + interval '5 seconds') limit 20`
const undelivered = "select id, attempts, due_at from deliveries where state = 'waiting' limit 20"
const withPayslip = '(select account_id as id from payroll_submissions where account_id is not null) fetched'
const withoutEvent = `select user_id from (
    select user_id, count(*) as payslips from payroll_submissions group by user_id) p
  where payslips > (select count(*) from events e where e.user_id = p.user_id and e.kind = 'user-payroll-submitted')`

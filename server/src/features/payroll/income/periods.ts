import type { KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import { prepareQuery } from '../../../platform/database/prepared-query.ts'
import type { Tx } from '../../../platform/database/tenancy.ts'
import { unseal } from '../../../platform/secrets/seal.ts'
import type { Day } from '../../../vocabulary/payslip.ts'
import { contentSealContext, openFigures } from '../submissions/sealed-columns.ts'
import type { PayslipContent } from '../submissions/wire.ts'
import { figuresOf, type PayslipFigures } from './rolling.ts'

/** Pay period of a stored payslip: the amount, the days and the employee. */
export type StoredPeriod = {
  id: string
  account_id: string | null
  document_id: string | null
  source: string
  trust_score: string | null
  pay_date: Day
  start: Day | null
  end: Day | null
  net_pay: string | null
  employer_name: string | null
  date_of_birth: Day | null
  post_code: string | null
}

type PeriodRow = Pick<StoredPeriod, 'id' | 'account_id' | 'document_id' | 'source' | 'trust_score'> & {
  figures: Buffer
}

const selectFigures = prepareQuery<{ user: string }, PeriodRow>((tx, { user }) =>
  sql<PeriodRow>`
    select id, account_id, document_id, source, trust_score, figures from payroll_submissions
      where user_id = ${user} order by pay_date desc, id desc`.compile(tx),
)

type PeriodOwner = { id: string; key: KeyObject }

/**
 * Lists all pay periods of a user, newest pay date first. Reads the small `figures` column instead of whole payslips,
 * because a user may have ten years of weekly pay.
 */
export async function listPeriods(tx: Tx, user: PeriodOwner): Promise<StoredPeriod[]> {
  return openPeriods(tx, user.key, await selectFigures(tx, { user: user.id }))
}

/**
 * Lists the pay periods of a user whose pay dates occur in more than one source, because only these can be
 * duplicates. Without `payDates`, all dates are included.
 */
export async function listSharedPeriods(tx: Tx, user: PeriodOwner, payDates?: readonly Day[]) {
  const within = payDates ? sql`and pay_date = any(${payDates}::date[])` : sql``
  const { rows } = await sql<PeriodRow>`
    select id, account_id, document_id, source, trust_score, figures from payroll_submissions
      where user_id = ${user.id} and pay_date in (
        select pay_date from payroll_submissions where user_id = ${user.id} ${within}
          group by pay_date having min(coalesce(account_id::text, '')) <> max(coalesce(account_id::text, '')))`.execute(
    tx,
  )
  return openPeriods(tx, user.key, rows)
}

async function openPeriods(tx: Tx, key: KeyObject, rows: readonly PeriodRow[]): Promise<StoredPeriod[]> {
  const opened = rows.map(({ figures, ...row }) => ({ row, figures: openFigures(key, row.id, figures) }))
  const incomplete = opened.filter(({ figures }) => !figures.told).map(({ row }) => row.id)
  const completed =
    incomplete.length > 0 ? await readFullPayslips(tx, key, incomplete) : new Map<string, PayslipFigures>()
  return opened.map(({ row, figures }) => {
    const { pay_date, start, end, net, told } = completed.get(row.id) ?? figures
    if (!told) throw new Error(`Submission ${row.id} is gone`)
    return { ...row, pay_date, start, end, net_pay: net, ...told }
  })
}

async function readFullPayslips(tx: Tx, key: KeyObject, ids: readonly string[]) {
  const { rows } = await sql<{ id: string; sealed: Buffer }>`
    select id, sealed from payroll_submissions where id = any(${ids}::uuid[])`.execute(tx)
  return new Map(
    rows.map(({ id, sealed }) => {
      const { payslip }: PayslipContent = JSON.parse(unseal(key, contentSealContext(id), sealed).toString())
      return [id, figuresOf(payslip)]
    }),
  )
}

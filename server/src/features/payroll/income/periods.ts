import type { KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import { prepareQuery } from '../../../platform/database/prepared-query.ts'
import type { Tx } from '../../../platform/database/tenancy.ts'
import { unseal } from '../../../platform/secrets/seal.ts'
import type { Day } from '../../../vocabulary/payslip.ts'
import { contentSealContext, openFigures } from '../submissions/open-submissions.ts'
import type { PayslipContent } from '../submissions/wire.ts'
import { figuresOf, type PayslipFigures } from './rolling.ts'

/** Pay period of a stored payslip: what was paid, for which days, to whom. */
export type StoredPeriod = {
  id: string
  account_id: string | null
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

type PeriodRow = Pick<StoredPeriod, 'id' | 'account_id' | 'source' | 'trust_score'> & { figures: Buffer }

const selectFigures = prepareQuery<{ user: string }, PeriodRow>((tx, { user }) =>
  sql<PeriodRow>`
    select id, account_id, source, trust_score, figures from payroll_submissions
      where user_id = ${user} order by pay_date desc, id desc`.compile(tx),
)

/** All pay periods of a user, newest pay date first. Reads the small `figures` column, not whole payslips: a user may have ten years of weekly pay. */
export async function listPeriods(tx: Tx, user: { id: string; key: KeyObject }): Promise<StoredPeriod[]> {
  const rows = await selectFigures(tx, { user: user.id })
  const opened = rows.map(({ figures, ...row }) => ({ row, figures: openFigures(user.key, row.id, figures) }))
  const incomplete = opened.filter(({ figures }) => !figures.told).map(({ row }) => row.id)
  const completed =
    incomplete.length > 0
      ? await readFullPayslips(tx, user.key, incomplete)
      : new Map<string, PayslipFigures>()
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

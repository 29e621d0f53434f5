import type { KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import { prepared } from '../../../platform/database/prepared-query.ts'
import type { Tx } from '../../../platform/database/tenancy.ts'
import { open } from '../../../platform/secrets/seal.ts'
import type { Day } from '../../../vocabulary/payslip.ts'
import { contentPlace, openFigures } from '../submissions/open-submissions.ts'
import type { Content } from '../submissions/wire.ts'
import { type Figures, figuresOf } from './rolling.ts'

/** What a payslip says was paid, for which days, and to whom. */
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

type Row = Pick<StoredPeriod, 'id' | 'account_id' | 'source' | 'trust_score'> & { figures: Buffer }

const selectFigures = prepared<{ user: string }, Row>((tx, { user }) =>
  sql<Row>`
    select id, account_id, source, trust_score, figures from payroll_submissions
      where user_id = ${user} order by pay_date desc, id desc`.compile(tx),
)

/** All of a user, the newest pay date first. Ten years of weekly pay are a few hundred bytes each, not whole payslips. */
export async function listPeriods(tx: Tx, user: { id: string; key: KeyObject }): Promise<StoredPeriod[]> {
  const rows = await selectFigures(tx, { user: user.id })
  const opened = rows.map(({ figures, ...row }) => ({ row, figures: openFigures(user.key, row.id, figures) }))
  const untold = opened.filter(({ figures }) => !figures.told).map(({ row }) => row.id)
  const whole = untold.length > 0 ? await readWhole(tx, user.key, untold) : new Map<string, Figures>()
  return opened.map(({ row, figures }) => {
    const { pay_date, start, end, net, told } = whole.get(row.id) ?? figures
    if (!told) throw new Error(`Submission ${row.id} is gone`)
    return { ...row, pay_date, start, end, net_pay: net, ...told }
  })
}

async function readWhole(tx: Tx, key: KeyObject, ids: readonly string[]) {
  const { rows } = await sql<{ id: string; sealed: Buffer }>`
    select id, sealed from payroll_submissions where id = any(${ids}::uuid[])`.execute(tx)
  return new Map(
    rows.map(({ id, sealed }) => {
      const { payslip }: Content = JSON.parse(open(key, contentPlace(id), sealed).toString())
      return [id, figuresOf(payslip)]
    }),
  )
}

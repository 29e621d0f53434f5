import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/tenancy.ts'
import { open } from '../../../platform/secrets/seal.ts'
import type { Day } from '../../../vocabulary/payslip.ts'
import { openUser } from '../../users/service.ts'
import { contentPlace } from '../submissions/open-submissions.ts'
import type { Content } from '../submissions/wire.ts'

type Row = {
  id: string
  account_id: string | null
  payroll_provider: string | null
  is_direct: boolean | null
  payslips: number
  first_pay_date: Day
  latest_pay_date: Day
  sealed: Buffer
}

/**
 * The employments that payslips tell of, the one paid last first: one for each account that knows it, and one for all uploads.
 * Of each only the latest payslip is opened.
 */
export async function listJobs(tx: Tx, userId: string, most: number) {
  const { rows } = await sql<Row>`
    select s.id, j.account_id, a.payroll_provider, a.is_direct, j.payslips, j.first::text as first_pay_date,
        j.last::text as latest_pay_date, s.sealed
      from (select account_id, count(*)::int as payslips, min(pay_date) as first, max(pay_date) as last,
          (array_agg(id order by pay_date desc, id desc))[1] as id
        from payroll_submissions where user_id = ${userId} group by employment_hash, account_id
        order by max(pay_date) desc, 5 desc limit ${most}) j
      join payroll_submissions s on s.id = j.id
      left join accounts a on a.id = j.account_id
      order by j.last desc, s.id desc`.execute(tx)
  if (rows.length === 0) return []
  const { key } = await openUser(tx, userId)
  return rows.map(({ sealed, ...row }) => {
    const { payslip }: Content = JSON.parse(open(key, contentPlace(row.id), sealed).toString())
    return { ...row, payslip }
  })
}

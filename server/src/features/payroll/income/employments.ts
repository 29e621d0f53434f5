import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/tenancy.ts'
import { unseal } from '../../../platform/secrets/seal.ts'
import type { Day } from '../../../vocabulary/payslip.ts'
import { openUser } from '../../users/service.ts'
import { contentSealContext } from '../submissions/sealed-columns.ts'
import type { PayslipContent } from '../submissions/wire.ts'

type EmploymentRow = {
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
 * Lists the employments in a user's payslips, most recently paid first: one for each account that contains the
 * employment, and one for all uploads. Only the latest payslip of each is decrypted.
 */
export async function listEmployments(tx: Tx, userId: string, maxEmployments: number) {
  const { rows } = await sql<EmploymentRow>`
    select s.id, j.account_id, a.payroll_provider, a.is_direct, j.payslips, j.first::text as first_pay_date,
        j.last::text as latest_pay_date, s.sealed
      from (select account_id, count(*)::int as payslips, min(pay_date) as first, max(pay_date) as last,
          (array_agg(id order by pay_date desc, id desc))[1] as id
        from payroll_submissions where user_id = ${userId} group by employment_hash, account_id
        order by max(pay_date) desc, 5 desc limit ${maxEmployments}) j
      join payroll_submissions s on s.id = j.id
      left join accounts a on a.id = j.account_id
      order by j.last desc, s.id desc`.execute(tx)
  if (rows.length === 0) return []
  const { key } = await openUser(tx, userId)
  return rows.map(({ sealed, ...row }) => {
    const { payslip }: PayslipContent = JSON.parse(unseal(key, contentSealContext(row.id), sealed).toString())
    return { ...row, payslip }
  })
}

import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/tenancy.ts'
import { unseal } from '../../../platform/secrets/seal.ts'
import type { Day, Payslip } from '../../../vocabulary/payslip.ts'
import type { CorrectedFields } from '../../documents/corrections.ts'
import { openUser } from '../../users/service.ts'
import { contentSealContext } from '../submissions/sealed-columns.ts'
import type { PayslipContent } from '../submissions/wire.ts'

/** Net pay of a payslip, for comparison with other sources. */
export type PayslipPayment = {
  id: string
  account_id: string | null
  document_id: string | null
  source: string
  trust_score: string | null
  pay_date: Day
  net_pay: string | null
  employer_name: string | null
}

type PaymentFacts = Omit<PayslipPayment, 'net_pay' | 'employer_name'>
type PaymentRow = PaymentFacts & { sealed: Buffer }
export type PaidPayslip = PaymentFacts & { payslip: Payslip; corrected: CorrectedFields }

const columns = sql`id, account_id, document_id, source, trust_score, pay_date::text, sealed`

/** Lists a page of a user's payments, newest pay date first. */
export async function listPayPage(tx: Tx, userId: string, { skip, limit }: { skip: number; limit: number }) {
  const [counted, { rows }] = await Promise.all([
    sql<{
      total: string
    }>`select count(*) as total from payroll_submissions where user_id = ${userId}`.execute(tx),
    sql<PaymentRow>`
      select ${columns} from payroll_submissions
        where (user_id, id) in (select user_id, id from payroll_submissions where user_id = ${userId}
          order by pay_date desc, id desc offset ${skip} limit ${limit})
        order by payroll_submissions.pay_date desc, id desc`.execute(tx),
  ])
  const pay = (await openRows(tx, userId, rows)).map(paymentOf)
  return { total: Number(counted.rows[0]?.total ?? 0), pay }
}

type Days = { first: Day; last: Day }

/** Lists a user's payments within these days, both inclusive. */
export async function listPayBetween(tx: Tx, userId: string, days: Days) {
  return (await listPayslipsBetween(tx, userId, days)).map(paymentOf)
}

/** Lists the payslips of a user that were paid within these days, both inclusive, newest pay date first. */
export async function listPayslipsBetween(tx: Tx, userId: string, { first, last }: Days) {
  const { rows } = await sql<PaymentRow>`
    select ${columns} from payroll_submissions
      where user_id = ${userId} and payroll_submissions.pay_date between ${first}::date and ${last}::date
      order by payroll_submissions.pay_date desc, id desc`.execute(tx)
  return openRows(tx, userId, rows)
}

/** All payslips of a user, newest pay date first. */
export async function listAllPayslips(tx: Tx, userId: string) {
  const { rows } = await sql<PaymentRow>`
    select ${columns} from payroll_submissions where user_id = ${userId}
      order by payroll_submissions.pay_date desc, id desc`.execute(tx)
  return openRows(tx, userId, rows)
}

async function openRows(tx: Tx, userId: string, rows: readonly PaymentRow[]): Promise<PaidPayslip[]> {
  const { key } = await openUser(tx, userId)
  return rows.map(({ sealed, ...row }) => {
    const { payslip, corrected = [] }: PayslipContent = JSON.parse(
      unseal(key, contentSealContext(row.id), sealed).toString(),
    )
    return { ...row, payslip, corrected }
  })
}

function paymentOf({ payslip, corrected: _, ...facts }: PaidPayslip): PayslipPayment {
  const { net_pay } = payslip.income_information.earnings
  return { ...facts, net_pay, employer_name: payslip.employment_information.employer_name }
}

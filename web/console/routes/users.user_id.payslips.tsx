import { Link } from '@tanstack/react-router'
import { dayOf, moneyOf, spanOf, timeOf } from '../../ui/format.ts'
import { Empty } from '../../ui/states.tsx'
import { api, useOffsetList } from '../api.ts'
import { pageNumber, useFilters } from '../filters.ts'
import { ReportLink } from '../income/report-link.tsx'
import { Trust } from '../income/signature.tsx'
import { sourceOf, useAccountNames } from '../income/sources.ts'
import '../income/income.css'
import { OffsetTable } from '../query-state.tsx'
import { UserFrame, useUserId } from '../users/user-frame.tsx'

const none = <span className="quiet">—</span>

export function Page() {
  const user_id = useUserId()
  const [{ page }, setFilters] = useFilters({ page: pageNumber })
  const list = useOffsetList({
    key: ['users', user_id, 'payslips', 'list'],
    page,
    load: (query, options) => api.payroll.listSubmissions(user_id, query, options).first(),
  })
  const names = useAccountNames(user_id)
  return (
    <UserFrame actions={<ReportLink />}>
      {() => (
        <div className="panel panel-close">
          <OffsetTable
            list={list}
            onPage={(next) => setFilters({ page: next })}
            caption="Payslips, the newest stored first"
            rowsOf={({ payroll_submissions }) => payroll_submissions}
            keyOf={({ id }) => id}
            empty={
              <Empty title="No payslip yet">
                <p>Payslips come from a payroll provider, or are uploaded as documents.</p>
              </Empty>
            }
            columns={[
              {
                title: 'Paid on',
                cell: ({ id, income_information }) => (
                  <Link
                    to="/users/$user_id/payslips/$submission_id"
                    params={{ user_id, submission_id: id } as never}
                    className="nowrap"
                  >
                    {dayOf(income_information.pay_date)}
                  </Link>
                ),
              },
              {
                title: 'Employer',
                cell: ({ employment_information }) => employment_information.employer_name ?? none,
              },
              {
                title: 'For',
                cell: ({ income_information: { pay_interval_start: start, pay_interval_end: end } }) =>
                  start && end ? <span className="nowrap">{spanOf(start, end)}</span> : none,
              },
              { title: 'Gross', align: 'end', cell: (slip) => amountOf(earningsIn(slip).gross_pay) },
              { title: 'Net', align: 'end', cell: (slip) => amountOf(earningsIn(slip).net_pay) },
              {
                title: 'Source',
                cell: (slip) => (
                  <div className="badges">
                    {sourceOf(slip, names).label}
                    {slip.trust_score && <Trust score={slip.trust_score} />}
                  </div>
                ),
              },
              {
                title: 'Stored',
                cell: ({ created_at }) => (
                  <span className="nowrap" title={timeOf(created_at)}>
                    {dayOf(created_at)}
                  </span>
                ),
              },
            ]}
          />
        </div>
      )}
    </UserFrame>
  )
}

type Slip = Awaited<
  ReturnType<ReturnType<typeof api.payroll.listSubmissions>['first']>
>['payroll_submissions'][number]

const earningsIn = (slip: Slip) => slip.income_information.earnings
const amountOf = (amount: string | null) => (amount ? moneyOf(amount) : none)

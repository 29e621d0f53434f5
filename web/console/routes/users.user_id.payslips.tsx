import { getRouteApi, Link } from '@tanstack/react-router'
import { Badge } from '../../ui/badge.tsx'
import { dayOf, moneyOf, spanOf, utcOf } from '../../ui/format.ts'
import { Empty } from '../../ui/states.tsx'
import { api, useOffsetList } from '../api.ts'
import { useFilters } from '../filters.ts'
import { Corrected, useCorrections } from '../income/corrected.tsx'
import { Disputed, useDisputes } from '../income/disputes.tsx'
import { ReportLink } from '../income/report-link.tsx'
import { Trust } from '../income/signature.tsx'
import { sourceOf, useAccountNames } from '../income/sources.ts'
import { excludedDocuments, useIncomeSummary } from '../income/summary.ts'
import '../income/income.css'
import { OffsetTable } from '../query-state.tsx'
import { IdentityMatch } from '../users/identity-match.tsx'
import { UserFrame, useUserId } from '../users/user-frame.tsx'

const none = <span className="quiet none">—</span>

const route = getRouteApi('/inside/users/$user_id/payslips')

export function Page() {
  const user_id = useUserId()
  const [{ page = 1 }, setFilters] = useFilters(route.useSearch())
  const list = useOffsetList({
    key: ['users', user_id, 'payslips', 'list'],
    page,
    load: (query, options) => api.payroll.listSubmissions(user_id, query, options).first(),
  })
  const names = useAccountNames(user_id)
  const summary = useIncomeSummary(user_id)
  const excluded = summary.data && excludedDocuments(summary.data)
  const notesOf = useDisputes(user_id)
  const correctionsOf = useCorrections(user_id)
  return (
    <UserFrame actions={<ReportLink />}>
      {() => (
        <div className="panel panel-close">
          <OffsetTable
            list={list}
            onPage={(next) => setFilters({ page: next })}
            caption="Payslips, newest first"
            rowsOf={({ payroll_submissions }) => payroll_submissions}
            keyOf={({ id }) => id}
            empty={
              <Empty title="No payslips yet">
                <p>Payslips come from a payroll provider or from uploaded documents.</p>
              </Empty>
            }
            columns={[
              {
                title: 'Paid on',
                phone: 'lead',
                cell: ({ id, income_information }) => (
                  <Link
                    to="/users/$user_id/payslips/$submission_id"
                    params={{ user_id, submission_id: id }}
                    className="nowrap"
                  >
                    {dayOf(income_information.pay_date)}
                  </Link>
                ),
              },
              {
                title: 'Employer',
                phone: 'line',
                cell: ({ employment_information }) => employment_information.employer_name ?? none,
              },
              {
                title: 'For',
                phone: 'hide',
                cell: ({ income_information: { pay_interval_start: start, pay_interval_end: end } }) =>
                  start && end ? <span className="nowrap">{spanOf(start, end)}</span> : none,
              },
              {
                title: 'Gross',
                phone: 'hide',
                align: 'end',
                cell: (slip) => amountOf(earningsIn(slip).gross_pay),
              },
              {
                title: 'Net',
                phone: 'end',
                align: 'end',
                cell: (slip) => amountOf(earningsIn(slip).net_pay),
              },
              {
                title: 'Source',
                phone: 'line',
                cell: (slip) => (
                  <div className="badges">
                    {sourceOf(slip, names).label}
                    {slip.trust_score && <Trust score={slip.trust_score} />}
                    {slip.document_id && excluded?.has(slip.document_id) && (
                      <Badge tone="bad">Not counted</Badge>
                    )}
                    <Corrected documents={correctionsOf([slip.id])} />
                    <Disputed notes={notesOf([slip.id])} />
                    {slip.duplicate_of && <Badge tone="plain">Duplicate</Badge>}
                    {slip.identity_match === 'none' && <IdentityMatch match="none" />}
                  </div>
                ),
              },
              {
                title: 'Stored',
                phone: 'hide',
                cell: ({ created_at }) => (
                  <time className="nowrap" dateTime={created_at} title={utcOf(created_at)}>
                    {dayOf(created_at)}
                  </time>
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

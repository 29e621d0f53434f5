import type { User } from '@payproof/sdk'
import { getRouteApi } from '@tanstack/react-router'
import { Button } from '../../ui/button.tsx'
import { Choice } from '../../ui/choice.tsx'
import { countOf } from '../../ui/format.ts'
import { Empty } from '../../ui/states.tsx'
import { useFilters } from '../filters.ts'
import '../income/income.css'
import '../income/report.css'
import { useReport } from '../income/report.ts'
import { ReportSheet } from '../income/report-sheet.tsx'
import { useAccountNames } from '../income/sources.ts'
import { QueryState } from '../query-state.tsx'
import { UserFrame, useUserId } from '../users/user-frame.tsx'

const periods = [
  { value: '3', label: '3 months' },
  { value: '6', label: '6 months' },
  { value: '12', label: '12 months' },
  { value: '24', label: '24 months' },
] as const

const route = getRouteApi('/inside/users/$user_id/report')

export function Page() {
  return (
    <UserFrame
      actions={
        <Button kind="secondary" onClick={() => window.print()}>
          Save as PDF
        </Button>
      }
    >
      {(user) => <Reported user={user} />}
    </UserFrame>
  )
}

function Reported({ user }: { user: User }) {
  const user_id = useUserId()
  const [{ months = '12' }, setFilters] = useFilters(route.useSearch())
  const { query, progress } = useReport(user_id, Number(months))
  const names = useAccountNames(user_id)
  return (
    <>
      <div className="not-printed">
        <Choice
          label="Payslips of the last"
          options={periods}
          value={months}
          onChange={(value) => setFilters({ months: value === '12' ? undefined : value })}
        />
      </div>
      {query.isLoading && progress && (
        <p className="quiet" role="status">
          {countOf(progress.count)} of {countOf(progress.total)} signed copies read
        </p>
      )}
      <QueryState query={query} lines={8}>
        {(report) =>
          report.payslips.length + report.statements.length + report.taxYears.length === 0 ? (
            <Empty title="There is nothing to report yet">
              <p>A report needs a payslip, a bank statement or a tax year.</p>
            </Empty>
          ) : (
            <ReportSheet report={report} user={user} names={names} months={Number(months)} />
          )
        }
      </QueryState>
    </>
  )
}

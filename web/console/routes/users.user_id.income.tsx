import type { IncomeSubmission, PayrollSubmission } from '@payproof/sdk'
import { getRouteApi } from '@tanstack/react-router'
import { Choice } from '../../ui/choice.tsx'
import { Empty } from '../../ui/states.tsx'
import { useFilters } from '../filters.ts'
import { employmentsOf } from '../income/employments.ts'
import { EmploymentsTable } from '../income/employments-table.tsx'
import '../income/income.css'
import { MonthsChart } from '../income/months-chart.tsx'
import { ReportLink } from '../income/report-link.tsx'
import { useAccountNames, useMatches, usePayslips, useTaxYears } from '../income/sources.ts'
import { excludedDocuments, useIncomeSummary } from '../income/summary.ts'
import { YearsChart } from '../income/years-chart.tsx'
import { Problem } from '../query-state.tsx'
import { AllRowsState } from '../use-all-rows.tsx'
import { UserFrame, useUserId } from '../users/user-frame.tsx'

const route = getRouteApi('/inside/users/$user_id/income')

export function Page() {
  const user_id = useUserId()
  const payslips = usePayslips(user_id)
  const taxYears = useTaxYears(user_id)
  return (
    <UserFrame actions={<ReportLink />}>
      {() => (
        <AllRowsState list={payslips} rowsName="payslips">
          {(slips) => (
            <AllRowsState list={taxYears} rowsName="tax years">
              {(years) =>
                slips.length + years.length === 0 ? (
                  <Empty title="No income data yet">
                    <p>Income data comes from a payroll provider, uploaded payslips or HMRC.</p>
                  </Empty>
                ) : (
                  <Income slips={slips} years={years} />
                )
              }
            </AllRowsState>
          )}
        </AllRowsState>
      )}
    </UserFrame>
  )
}

const measures = [
  { value: 'gross', label: 'Gross pay' },
  { value: 'net', label: 'Net pay' },
] as const

function Income({ slips, years }: { slips: PayrollSubmission[]; years: IncomeSubmission[] }) {
  const user_id = useUserId()
  const names = useAccountNames(user_id)
  const matches = useMatches(user_id)
  const summary = useIncomeSummary(user_id)
  const excluded = summary.data && excludedDocuments(summary.data)
  const counted = slips.filter(({ document_id }) => !document_id || !excluded?.has(document_id))
  const [{ show = 'gross' }, setFilters] = useFilters(route.useSearch())
  return (
    <>
      {summary.data && summary.data.months.length > 0 && (
        <section className="panel" aria-label="Pay by month">
          <Choice
            label="Measure"
            options={measures}
            value={show}
            onChange={(value) => setFilters({ show: value === 'gross' ? undefined : value })}
          />
          <MonthsChart summary={summary.data} measure={show} />
        </section>
      )}
      <section className="panel panel-close">
        <h2>Employments</h2>
        <EmploymentsTable employments={employmentsOf(counted, years, names)} found={matches.data} />
      </section>
      {summary.error && <Problem error={summary.error} onRetry={() => void summary.refetch()} />}
      {matches.error && <Problem error={matches.error} onRetry={() => void matches.refetch()} />}
      {(matches.data?.tax_years.length ?? 0) > 0 && (
        <section className="panel" aria-label="Taxable pay by tax year">
          <YearsChart years={matches.data?.tax_years ?? []} />
        </section>
      )}
    </>
  )
}

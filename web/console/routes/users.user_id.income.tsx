import type { IncomeSubmission, PayrollSubmission } from '@payproof/sdk'
import { Choice } from '../../ui/choice.tsx'
import { Empty } from '../../ui/states.tsx'
import { oneOf, useFilters } from '../filters.ts'
import { employmentsOf } from '../income/employments.ts'
import { EmploymentsTable } from '../income/employments-table.tsx'
import '../income/income.css'
import { MonthsChart } from '../income/months-chart.tsx'
import { ReportLink } from '../income/report-link.tsx'
import { useAccountNames, useMatches, usePayslips, useTaxYears } from '../income/sources.ts'
import { YearsChart } from '../income/years-chart.tsx'
import { Problem } from '../query-state.tsx'
import { ShownWhole } from '../use-all-rows.tsx'
import { UserFrame, useUserId } from '../users/user-frame.tsx'

export function Page() {
  const user_id = useUserId()
  const payslips = usePayslips(user_id)
  const taxYears = useTaxYears(user_id)
  return (
    <UserFrame actions={<ReportLink />}>
      {() => (
        <ShownWhole list={payslips} what="payslips">
          {(slips) => (
            <ShownWhole list={taxYears} what="tax years">
              {(years) =>
                slips.length + years.length === 0 ? (
                  <Empty title="Nothing is known of this person’s income yet">
                    <p>It comes from a payroll provider, from uploaded payslips or from the tax authority.</p>
                  </Empty>
                ) : (
                  <Income {...{ slips, years }} />
                )
              }
            </ShownWhole>
          )}
        </ShownWhole>
      )}
    </UserFrame>
  )
}

const measures = [
  { value: 'gross_pay', label: 'Gross pay' },
  { value: 'net_pay', label: 'Net pay' },
] as const

function Income({ slips, years }: { slips: PayrollSubmission[]; years: IncomeSubmission[] }) {
  const user_id = useUserId()
  const names = useAccountNames(user_id)
  const matches = useMatches(user_id)
  const [{ show = 'gross_pay' }, setFilters] = useFilters({ show: oneOf('gross_pay', 'net_pay') })
  return (
    <>
      {slips.length > 0 && (
        <section className="panel" aria-label="Pay by month">
          <Choice
            label="What is shown"
            options={measures}
            value={show}
            onChange={(value) => setFilters({ show: value === 'gross_pay' ? undefined : value })}
          />
          <MonthsChart payslips={slips} measure={show} names={names} />
        </section>
      )}
      <section className="panel panel-close">
        <h2>Employments</h2>
        <EmploymentsTable employments={employmentsOf(slips, years, names)} found={matches.data} />
      </section>
      {matches.error && <Problem error={matches.error} onRetry={() => void matches.refetch()} />}
      {(matches.data?.tax_years.length ?? 0) > 0 && (
        <section className="panel" aria-label="Taxable pay by tax year">
          <YearsChart years={matches.data?.tax_years ?? []} />
        </section>
      )}
    </>
  )
}

import type { IncomeSummary, User } from '@payproof/sdk'
import { Link } from '@tanstack/react-router'
import { Empty } from '../../ui/states.tsx'
import { Findings } from '../income/findings.tsx'
import '../income/income.css'
import { ReportLink } from '../income/report-link.tsx'
import { useIncomeSummary, useIncomeWorking } from '../income/summary.ts'
import { SummaryPanels } from '../income/summary-panels.tsx'
import { unusedReasonsOf } from '../income/unused-payslips.ts'
import { QueryState } from '../query-state.tsx'
import { ReviewPanel } from '../reviews/review-panel.tsx'
import { RulesPanel } from '../reviews/rules-panel.tsx'
import { useMember } from '../session.ts'
import { CoveragePanel } from '../users/coverage-panel.tsx'
import { FactsPanel } from '../users/facts-panel.tsx'
import { FlagBadges, useFlags } from '../users/flags.tsx'
import { UserFrame, useUserId } from '../users/user-frame.tsx'
import '../users/users.css'

export function Page() {
  const { may } = useMember()
  const seesPeople = may('FullMember', 'Underwriter')
  return (
    <UserFrame actions={seesPeople && <ReportLink />} listsFindings>
      {(user) => (seesPeople ? <Summary user={user} /> : <FlagsOnly user={user} />)}
    </UserFrame>
  )
}

function Summary({ user }: { user: User }) {
  const summary = useIncomeSummary(useUserId())
  return (
    <QueryState query={summary} lines={8}>
      {(found) => (
        <>
          <Findings summary={found} />
          <div className="user-page">
            <div className="stack">
              {found.status === 'none' ? <NoIncome summary={found} /> : <SummaryPanels summary={found} />}
            </div>
            <div className="stack">
              <ReviewPanel user_id={user.user_id} />
              <RulesPanel rules={found.rules} />
              <FactsPanel user={user} />
              <CoveragePanel user={user} />
            </div>
          </div>
        </>
      )}
    </QueryState>
  )
}

function NoIncome({ summary: { user_id, findings } }: { summary: IncomeSummary }) {
  const working = useIncomeWorking(user_id)
  const reasons = unusedReasonsOf(working.data)
  if (reasons.length === 0)
    return (
      <Empty title="No income data yet">
        <p>
          {findings.some(({ code }) => code === 'document-low-trust')
            ? 'The only documents have a low trust score, so they are not included in any figure.'
            : findings.some(({ code }) => code.startsWith('unread-document'))
              ? 'The only documents could not be read, so they are not included in any figure.'
              : 'Income data comes from a payroll provider, uploaded payslips or HMRC.'}
        </p>
      </Empty>
    )
  return (
    <Empty title="No payslip can be included in the figures">
      {reasons.map((reason) => (
        <p key={reason}>{reason}</p>
      ))}
      <Link to="/users/$user_id/payslips" params={{ user_id }}>
        See payslips
      </Link>
    </Empty>
  )
}

/** Support sees counts only: the summary has personal data. */
function FlagsOnly({ user }: { user: User }) {
  const flags = useFlags([user.user_id]).get(user.user_id) ?? []
  return (
    <>
      {flags.length > 0 && (
        <section className="panel" aria-label="To check">
          <FlagBadges flags={flags} />
        </section>
      )}
      <FactsPanel user={user} />
    </>
  )
}

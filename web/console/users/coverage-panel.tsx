import type { Coverage, User } from '@payproof/sdk'
import { useQuery } from '@tanstack/react-query'
import { dayOf } from '../../ui/format.ts'
import { monthRangesOf } from '../../ui/month-ranges.ts'
import { api } from '../api.ts'
import { QueryState } from '../query-state.tsx'
import { RequestButton } from '../reviews/request-dialog.tsx'

type Kind = Coverage['missing_documents'][number]['kind']
type Reason = Coverage['missing_documents'][number]['reason']

const kinds: Record<Kind, string> = { payslips: 'Payslips', bank_statements: 'Bank statements' }

const reasons: Record<Reason, string> = {
  'new-job': 'The job is new',
  'not-working': 'Not working now',
  'self-employed': 'Self-employed',
  'not-given': 'Doesn’t get any',
  lost: 'Lost them',
  'rather-not': 'Does not want to share them',
  'another-reason': 'Another reason',
}

/** Which of the requested months are covered, and which documents the applicant says they do not have. */
export function CoveragePanel({ user }: { user: User }) {
  const { user_id } = user
  const coverage = useQuery({
    queryKey: ['users', user_id, 'coverage'],
    queryFn: ({ signal }) => api.journeys.getCoverage(user_id, { signal }),
  })
  return (
    <section className="panel" aria-labelledby="coverage">
      <h2 id="coverage">Months covered</h2>
      <QueryState query={coverage} lines={3}>
        {({ months, missing_documents }) => (
          <dl className="coverage">
            {(Object.keys(kinds) as Kind[]).map((kind) => (
              <Covered
                key={kind}
                kind={kind}
                user={user}
                months={months}
                missing={missing_documents.find((each) => each.kind === kind)}
              />
            ))}
          </dl>
        )}
      </QueryState>
    </section>
  )
}

type CoveredProps = {
  user: User
  kind: Kind
  months: Coverage['months']
  missing: Coverage['missing_documents'][number] | undefined
}

function Covered({ user, kind, months, missing }: CoveredProps) {
  const absent = months.filter((month) =>
    kind === 'payslips' ? !month.has_payslip : !month.has_bank_statement,
  )
  return (
    <div>
      <dt>{kinds[kind]}</dt>
      <dd>
        {`${months.length - absent.length} of ${months.length} months`}
        {absent.length > 0 && absent.length < months.length && (
          <p className="quiet small">{`Missing: ${monthRangesOf(absent.map(({ month }) => month))}`}</p>
        )}
        {absent.length > 0 && (
          <RequestButton user={user} kind={kind} months={absent.map(({ month }) => month)} />
        )}
        {missing && (
          <p>{`The applicant does not have them: ${reasons[missing.reason]} (${dayOf(missing.stated_at)})`}</p>
        )}
      </dd>
    </div>
  )
}

import type { PayrollSubmission } from '@payproof/sdk'
import { getRouteApi, Link } from '@tanstack/react-router'
import { DataTable, type TableColumn } from '../../ui/data-table.tsx'
import { Facts } from '../../ui/facts.tsx'
import { dayOf, moneyOf, spanOf, wordsOf } from '../../ui/format.ts'
import { Notice } from '../../ui/notice.tsx'
import { ShortId, shortened } from '../../ui/short-id.tsx'
import { Time } from '../../ui/time.tsx'
import { FirstPage } from '../documents/first-page.tsx'
import { CorrectionNotice } from '../income/corrected.tsx'
import { DisputeNotice, useDisputes } from '../income/disputes.tsx'
import { Figure, Meanings, type Traces, tracesOf } from '../income/figure.tsx'
import { InclusionButton } from '../income/inclusion.tsx'
import '../income/income.css'
import {
  type At,
  deductionsOf,
  earningsOf,
  type PayslipFigureLine,
  type PayslipTotalsRow,
  toDateYear,
  totalsOf,
} from '../income/payslip-figures.ts'
import { SignedCopy, Trust } from '../income/signature.tsx'
import { type Signed, useSignedPayslip } from '../income/signed.ts'
import { sourceOf, useAccountNames } from '../income/sources.ts'
import { excludedDocuments, useIncomeSummary } from '../income/summary.ts'
import { Waterfall } from '../income/waterfall.tsx'
import { QueryState } from '../query-state.tsx'
import { IdentityMatch } from '../users/identity-match.tsx'
import { UserFrame, useUserId } from '../users/user-frame.tsx'

const route = getRouteApi('/inside/users/$user_id/payslips/$submission_id')

export function Page() {
  const user_id = useUserId()
  const { submission_id } = route.useParams()
  const payslip = useSignedPayslip(user_id, submission_id)
  return (
    <UserFrame>
      {() => (
        <>
          <p>
            <Link to="/users/$user_id/payslips" params={{ user_id }}>
              All payslips
            </Link>
          </p>
          <QueryState query={payslip}>{(signed) => <Payslip signed={signed} />}</QueryState>
        </>
      )}
    </UserFrame>
  )
}

function Payslip({ signed }: { signed: Signed<PayrollSubmission> }) {
  const { submission, provenance } = signed
  const traces = tracesOf(provenance)
  const year = toDateYear(submission)
  const totals = totalsOf(submission)
  const cell = (at: At | undefined) => (
    <Figure trace={at && traces.get(at.path)}>{at?.amount ? moneyOf(at.amount) : null}</Figure>
  )
  const { employer_name } = submission.employment_information
  const user_id = useUserId()
  const notes = useDisputes(user_id)([submission.id])
  const summary = useIncomeSummary(user_id)
  const { document_id } = submission
  const isExcluded = document_id !== null && summary.data && excludedDocuments(summary.data).has(document_id)
  return (
    <>
      {isExcluded && (
        <Notice tone="bad" title="This payslip is not included in any figure">
          <p>The document has a low trust score. Check the findings before you include it.</p>
          <div className="actions">
            <Link
              to="/users/$user_id/documents/$document_id"
              params={{ user_id, document_id }}
              search={{ show: 'findings' }}
            >
              View in document
            </Link>
            <InclusionButton document_id={document_id} isIncluded={false} />
          </div>
        </Notice>
      )}
      <CorrectionNotice provenance={provenance} />
      <DisputeNotice notes={notes} />
      <section className="panel">
        <h2>
          {employer_name ?? 'Employer not named'}, {dayOf(submission.income_information.pay_date)}
        </h2>
        <About signed={signed} />
      </section>
      <div className="side-by-side">
        <Waterfall pay={submission.income_information} />
        {document_id !== null && <FirstPage document_id={document_id} />}
      </div>
      <section className="panel panel-close">
        <h2>This period and the tax year{year ? ` ${year}` : ''}</h2>
        <DataTable
          caption="Totals"
          rows={totals}
          keyOf={({ name }) => name}
          columns={[
            { title: 'Figure', cell: ({ name }) => name },
            { title: 'This period', align: 'end', cell: ({ period }) => cell(period) },
            { title: 'Year to date', align: 'end', cell: ({ toDate }) => cell(toDate) },
            ...(totals.some(({ year: twelve }) => twelve?.amount)
              ? [
                  {
                    title: 'Last 12 months',
                    align: 'end',
                    cell: ({ year: twelve }) => cell(twelve),
                  } as TableColumn<PayslipTotalsRow>,
                ]
              : []),
          ]}
        />
      </section>
      <div className="side-by-side">
        <Lines title="Earnings" lines={earningsOf(submission)} traces={traces} />
        <Lines title="Deductions" lines={deductionsOf(submission)} traces={traces} />
      </div>
      <Meanings />
    </>
  )
}

const Lines = ({ title, lines, traces }: { title: string; lines: PayslipFigureLine[]; traces: Traces }) => (
  <section className="panel panel-close">
    <h2>{title}</h2>
    {lines.length === 0 ? (
      <p className="quiet panel-words">The source has no individual lines.</p>
    ) : (
      <DataTable
        caption={title}
        rows={lines}
        keyOf={({ key }) => key}
        columns={[
          {
            title: 'Line',
            cell: ({ name, note }) => (
              <div className="two-lines">
                <span>{name}</span>
                {note && <span className="quiet small">{note}</span>}
              </div>
            ),
          },
          {
            title: 'Amount',
            align: 'end',
            cell: ({ at }) => (
              <Figure trace={traces.get(at.path)}>{at.amount ? moneyOf(at.amount) : null}</Figure>
            ),
          },
        ]}
      />
    )}
  </section>
)

function OriginalLink({ id }: { id: string }) {
  const user_id = useUserId()
  return (
    <Link to="/users/$user_id/payslips/$submission_id" params={{ user_id, submission_id: id }}>
      Payslip {shortened(id)}
    </Link>
  )
}

function About({ signed }: { signed: Signed<PayrollSubmission> }) {
  const { submission, provenance, check, signed_at, jws } = signed
  const { employment_information: job, income_information: pay, identity_information: who } = submission
  const names = useAccountNames(useUserId())
  const { document } = provenance
  const gatesPassed = document?.gates.filter(({ is_passed }) => is_passed).length
  return (
    <Facts
      facts={[
        { name: 'Paid to', value: who.name },
        { name: 'Identity', value: <IdentityMatch match={submission.identity_match} /> },
        ...(submission.duplicate_of
          ? [{ name: 'Duplicate of', value: <OriginalLink id={submission.duplicate_of} /> }]
          : []),
        { name: 'Role', value: job.role },
        {
          name: 'For',
          value:
            pay.pay_interval_start && pay.pay_interval_end
              ? spanOf(pay.pay_interval_start, pay.pay_interval_end)
              : null,
        },
        { name: 'How often', value: pay.pay_frequency && wordsOf(pay.pay_frequency) },
        { name: 'Tax code', value: pay.tax_code },
        {
          name: 'Source',
          value: (
            <span className="badges">
              {sourceOf(submission, names).label}
              {submission.trust_score && <Trust score={submission.trust_score} />}
            </span>
          ),
        },
        ...(document
          ? [
              { name: 'Document', value: <DocumentLink submission={submission} /> },
              {
                name: 'Arithmetic',
                value: `${gatesPassed} of ${document.gates.length} checks passed${document.verified ? ': verified' : ''}`,
              },
              { name: 'SHA-256 of the file', value: <code>{document.sha256}</code> },
            ]
          : []),
        { name: 'Stored', value: <Time at={submission.created_at} /> },
        { name: 'Submission', value: <ShortId id={submission.id} what="the submission" /> },
        {
          name: 'Signed copy',
          value: <SignedCopy check={check} signed_at={signed_at} jws={jws} />,
        },
      ].filter(({ value }) => value !== null)}
    />
  )
}

function DocumentLink({ submission: { document_id, document_filename } }: { submission: PayrollSubmission }) {
  const user_id = useUserId()
  if (document_id === null) return document_filename
  return (
    <Link to="/users/$user_id/documents/$document_id" params={{ user_id, document_id }}>
      {document_filename}
    </Link>
  )
}

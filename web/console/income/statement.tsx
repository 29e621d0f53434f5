import type { BankStatementSubmission } from '@payproof/sdk'
import { Link } from '@tanstack/react-router'
import { Badge } from '../../ui/badge.tsx'
import { Choice } from '../../ui/choice.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { Facts } from '../../ui/facts.tsx'
import { dayOf, moneyOf, spanOf } from '../../ui/format.ts'
import { Notice } from '../../ui/notice.tsx'
import { Pager } from '../../ui/pager.tsx'
import { textOf } from '../../ui/pence.ts'
import { ShortId } from '../../ui/short-id.tsx'
import { Time } from '../../ui/time.tsx'
import { pageSize } from '../api.ts'
import { Problem, QueryState } from '../query-state.tsx'
import { IdentityMatch } from '../users/identity-match.tsx'
import { useUserId } from '../users/user-frame.tsx'
import { BalanceChart } from './balance-chart.tsx'
import { type Booked, balancesOf, bookedOf, creditsByKind, kinds } from './credits.ts'
import { DisputeNotice, useDisputes } from './disputes.tsx'
import { Figure, Meanings, type Traces, tracesOf } from './figure.tsx'
import { SignedCopy } from './signature.tsx'
import { type Signed, useSignedStatement } from './signed.ts'
import { useMatches } from './sources.ts'
import { excludedDocuments, useIncomeSummary } from './summary.ts'

/** Formats an amount that is given as banks print it, with thousands separators (1,234.56). */
export const bankMoney = (text: string | null) => (text ? moneyOf(text.replaceAll(',', '')) : null)

type Show = 'in' | 'out' | undefined
type Props = {
  submission_id: string
  show: Show
  /** Page number of the transaction list. */
  row: number
  onChange: (changes: { show?: Show; row?: number }) => void
}

/** Shows one statement: header facts, balance chart, credits and all transactions. */
export function Statement({ submission_id, ...rest }: Props) {
  const user_id = useUserId()
  const statement = useSignedStatement(user_id, submission_id)
  const matches = useMatches(user_id)
  const summary = useIncomeSummary(user_id)
  const excluded = summary.data && excludedDocuments(summary.data)
  const notes = useDisputes(user_id)([submission_id])
  return (
    <QueryState query={statement}>
      {(signed) => {
        const booked = bookedOf(signed.submission, matches.data?.matches ?? [])
        const traces = tracesOf(signed.provenance)
        return (
          <>
            {matches.error && <Problem error={matches.error} onRetry={() => void matches.refetch()} />}
            {signed.submission.duplicate_of && (
              <Notice title="This account is connected at the bank">
                <p>For the days covered by the bank connection, only its transactions are counted.</p>
              </Notice>
            )}
            {excluded?.has(signed.submission.document_id ?? '') && (
              <Notice tone="bad" title="This statement is not used">
                <p>The document has a low trust score, so it is not included in any figure.</p>
              </Notice>
            )}
            <DisputeNotice notes={notes} />
            <About signed={signed} traces={traces} />
            <BalanceAndCredits submission={signed.submission} booked={booked} />
            <Transactions {...rest} booked={booked} traces={traces} />
            <Meanings />
          </>
        )
      }}
    </QueryState>
  )
}

function About({ signed, traces }: { signed: Signed<BankStatementSubmission>; traces: Traces }) {
  const user_id = useUserId()
  const { submission, provenance, check, signed_at, jws } = signed
  const { account_information: account, statement_period: period, balance_information: balance } = submission
  const { document } = provenance
  const passed = document?.gates.filter(({ is_passed }) => is_passed).length
  const figure = (path: string, text: string | null) =>
    text && <Figure trace={traces.get(path)}>{bankMoney(text)}</Figure>
  return (
    <section className="panel">
      <h2>
        {account.bank_name ?? 'Bank not named'}
        {period.start_date && period.end_date && `, ${spanOf(period.start_date, period.end_date)}`}
      </h2>
      <Facts
        facts={[
          { name: 'Account holder', value: account.account_holder_name },
          { name: 'Identity', value: <IdentityMatch match={submission.identity_match} /> },
          {
            name: 'Sort code and number',
            value: [account.sort_code, account.account_number].join(' ').trim(),
          },
          { name: 'IBAN', value: account.iban },
          {
            name: 'Opening balance',
            value: figure('balance_information.opening_balance', balance.opening_balance),
          },
          {
            name: 'Closing balance',
            value: figure('balance_information.closing_balance', balance.closing_balance),
          },
          {
            name: 'Source',
            value: submission.source === 'bank' && 'Retrieved from the bank, with the person’s consent',
          },
          {
            name: 'Document',
            value: submission.document_id && (
              <Link
                to="/users/$user_id/documents/$document_id"
                params={{ user_id, document_id: submission.document_id }}
              >
                {submission.document_filename}
              </Link>
            ),
          },
          {
            name: 'Arithmetic',
            value:
              document &&
              `${passed} of ${document.gates.length} checks passed${document.verified ? ': verified' : ''}`,
          },
          { name: 'Stored', value: <Time at={submission.created_at} /> },
          { name: 'Submission', value: <ShortId id={submission.id} what="the submission" /> },
          {
            name: 'Signed copy',
            value: <SignedCopy check={check} signed_at={signed_at} jws={jws} />,
          },
        ].filter(({ value }) => value)}
      />
    </section>
  )
}

function BalanceAndCredits({
  submission,
  booked,
}: {
  submission: BankStatementSubmission
  booked: Booked[]
}) {
  const balances = balancesOf(submission, booked)
  const credits = creditsByKind(booked)
  return (
    <>
      <section className="panel" aria-label="Balance">
        {balances ? (
          <>
            <BalanceChart days={balances.days} />
            <p className="quiet small">
              Calculated from the opening balance and each transaction.
              {balances.endsAsPrinted && ' It ends at the closing balance that is printed.'}
            </p>
            {balances.endsAsPrinted === false && (
              <Notice tone="warn">The transactions don’t add up to the closing balance.</Notice>
            )}
          </>
        ) : (
          <p className="quiet">The statement has no opening balance, so there is no balance chart.</p>
        )}
      </section>
      <section className="panel panel-close">
        <h2>Money in</h2>
        {credits.length === 0 ? (
          <p className="quiet panel-words">No money came in during this period.</p>
        ) : (
          <DataTable
            caption="Money in, by type"
            rows={credits}
            keyOf={({ kind }) => kind}
            columns={[
              { title: 'What', cell: ({ kind }) => kinds[kind].label },
              { title: 'How we know', cell: ({ kind }) => kinds[kind].how },
              { title: 'Payments', align: 'end', cell: ({ count }) => count },
              { title: 'Total', align: 'end', cell: ({ pence }) => moneyOf(textOf(pence)) },
            ]}
          />
        )}
      </section>
    </>
  )
}

const shows = [
  { value: 'all', label: 'All' },
  { value: 'in', label: 'Money in' },
  { value: 'out', label: 'Money out' },
] as const

type TransactionsProps = Pick<Props, 'show' | 'row' | 'onChange'> & { booked: Booked[]; traces: Traces }

function Transactions({ booked, traces, show, row, onChange }: TransactionsProps) {
  const wanted = booked.filter(({ type }) => !show || (show === 'in') === (type === 'credit'))
  return (
    <section className="panel panel-close">
      <div className="panel-top">
        <h2>Transactions</h2>
        <Choice
          label="Transactions to show"
          options={shows}
          value={show ?? 'all'}
          onChange={(value) => onChange({ show: value === 'all' ? undefined : value, row: 1 })}
        />
      </div>
      <DataTable
        caption="Transactions, oldest first"
        rows={wanted.slice((row - 1) * pageSize, row * pageSize)}
        keyOf={({ index }) => String(index)}
        columns={[
          { title: 'Date', cell: ({ date }) => <span className="nowrap">{dayOf(date)}</span> },
          { title: 'Description', cell: ({ description }) => description },
          { title: 'What', cell: (one) => <What one={one} /> },
          {
            title: 'Amount',
            align: 'end',
            cell: ({ index, pence }) => (
              <Figure trace={traces.get(`transactions.${index}.amount`)}>{moneyOf(textOf(pence))}</Figure>
            ),
          },
        ]}
      />
      <Pager
        label="Pages of transactions"
        page={row}
        size={pageSize}
        total={wanted.length}
        onPage={(next) => onChange({ row: next })}
      />
    </section>
  )
}

function What({ one: { kind, pay } }: { one: Booked }) {
  const user_id = useUserId()
  if (!kind) return null
  if (!pay) return <Badge>{kinds[kind].label}</Badge>
  const { submission_id, employer_name, pay_date } = pay.payroll
  return (
    <span className="badges">
      <Badge tone="good">{kinds.pay.label}</Badge>
      <Link
        to="/users/$user_id/payslips/$submission_id"
        params={{ user_id, submission_id }}
        className="small"
      >
        {employer_name ?? 'payslip'}, {dayOf(pay_date)}
      </Link>
    </span>
  )
}

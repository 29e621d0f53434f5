import type { PayrollSubmission } from '@payproof/sdk'
import type { TableColumn } from '../../ui/data-table.tsx'
import { dayOf, moneyOf, spanOf, timeOf } from '../../ui/format.ts'
import { PaperTable } from './document-table.tsx'
import { Figure, howKnown, type Traces, tracesOf } from './figure.tsx'
import {
  type At,
  deductionsOf,
  earningsOf,
  type PayslipTotalsRow,
  toDateYear,
  totalsOf,
} from './payslip-figures.ts'
import type { ReportDocument } from './report.ts'
import type { Props } from './report-sources.tsx'
import { signatureWords } from './signature.tsx'
import { sourceOf } from './sources.ts'
import { bankMoney } from './statement.tsx'

/** Each payslip in full, with the provenance of every figure. */
export const PayslipsInFull = ({ report: { payslips }, names }: Props) =>
  payslips.map((paper) => {
    const { ref, submission, check, provenance } = paper
    const {
      pay_date,
      pay_interval_start: from,
      pay_interval_end: to,
      tax_code,
    } = submission.income_information
    return (
      <div key={ref} className="report-block">
        <h4>
          {ref}. {submission.employment_information.employer_name ?? 'Employer not named'}, paid{' '}
          {dayOf(pay_date)}
        </h4>
        <Proof
          parts={[
            submission.identity_information.name,
            from && to && `for ${spanOf(from, to)}`,
            tax_code && `tax code ${tax_code}`,
            sourceOf(submission, names).label,
            `fetched ${timeOf(submission.created_at)}`,
            `submission ${submission.id}`,
            signatureWords(check),
            provenance.document && `SHA-256 of the file ${provenance.document.sha256}`,
          ]}
        />
        <div className="report-beside">
          <Totals paper={paper} traces={tracesOf(paper.provenance)} />
          <Lines paper={paper} traces={tracesOf(paper.provenance)} />
        </div>
      </div>
    )
  })

/** Provenance of the figures below. Never split across printed pages. */
const Proof = ({ parts }: { parts: (string | null)[] }) => (
  <ul className="report-proof">
    {parts.filter(Boolean).map((part) => (
      <li key={part}>{part}</li>
    ))}
  </ul>
)

type OfPayslip = { paper: ReportDocument<PayrollSubmission>; traces: Traces }

const figure = (at: At | undefined, traces: Traces) => (
  <Figure trace={at && traces.get(at.path)}>{at?.amount ? moneyOf(at.amount) : null}</Figure>
)

function Totals({ paper: { ref, submission }, traces }: OfPayslip) {
  const rows = totalsOf(submission)
  const year = toDateYear(submission)
  return (
    <PaperTable
      caption={`Totals of ${ref}`}
      rows={rows}
      keyOf={({ name }) => name}
      columns={[
        { title: 'Figure', cell: ({ name }) => name },
        { title: 'Period', align: 'end', cell: ({ period }) => figure(period, traces) },
        { title: year ? `Year ${year}` : 'Year', align: 'end', cell: ({ toDate }) => figure(toDate, traces) },
        ...(rows.some(({ year: twelve }) => twelve?.amount)
          ? [
              {
                title: '12 months',
                align: 'end',
                cell: ({ year: twelve }) => figure(twelve, traces),
              } as TableColumn<PayslipTotalsRow>,
            ]
          : []),
      ]}
    />
  )
}

const Lines = ({ paper: { ref, submission }, traces }: OfPayslip) => (
  <PaperTable
    caption={`Lines of ${ref}`}
    rows={[
      ...earningsOf(submission).map((line) => ({ ...line, sign: '+' })),
      ...deductionsOf(submission).map((line) => ({ ...line, sign: '−' })),
    ]}
    keyOf={({ key }) => key}
    columns={[
      {
        title: 'Line',
        cell: ({ name, note, sign }) => (
          <>
            {sign} {name}
            {note && <small>{note}</small>}
          </>
        ),
      },
      { title: 'Amount', align: 'end', cell: ({ at }) => figure(at, traces) },
    ]}
  />
)

export const TransactionsInFull = ({ report: { statements } }: Props) =>
  statements.map(({ ref, submission, provenance, check }) => {
    const traces = tracesOf(provenance)
    return (
      <div key={ref} className="report-transactions">
        <h4>
          {ref}. {submission.account_information.bank_name ?? 'Bank not named'}
        </h4>
        <Proof
          parts={[
            submission.document_filename,
            `fetched ${timeOf(submission.created_at)}`,
            `submission ${submission.id}`,
            signatureWords(check),
            provenance.document && `SHA-256 of the file ${provenance.document.sha256}`,
          ]}
        />
        <PaperTable
          caption={`Transactions of ${ref}`}
          rows={submission.transactions.map((one, index) => ({ ...one, index }))}
          keyOf={({ index }) => String(index)}
          columns={[
            { title: 'Line', cell: ({ index }) => index + 1 },
            { title: 'Date', cell: ({ date }) => <span className="nowrap">{dayOf(date)}</span> },
            { title: 'Description', cell: ({ description }) => description },
            {
              title: 'Read',
              cell: ({ index }) => {
                const trace = traces.get(`transactions.${index}.amount`)
                return trace && howKnown(trace)
              },
            },
            { title: 'Amount', align: 'end', cell: ({ amount }) => bankMoney(amount) },
          ]}
        />
      </div>
    )
  })

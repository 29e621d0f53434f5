import type { PayrollSubmission } from '@payproof/sdk'
import type { TableColumn } from '../../ui/data-table.tsx'
import { dayOf, moneyOf, spanOf, timeOf } from '../../ui/format.ts'
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
import { ReportTable } from './report-table.tsx'
import { signatureWords } from './signature.tsx'
import { sourceOf } from './sources.ts'
import { bankMoney } from './statement.tsx'

/** Shows each payslip in full, with the provenance of every figure. */
export const PayslipsInFull = ({ report: { payslips }, names }: Props) =>
  payslips.map((document) => {
    const { ref, submission, check, provenance } = document
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
          items={[
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
          <Totals document={document} traces={tracesOf(document.provenance)} />
          <Lines document={document} traces={tracesOf(document.provenance)} />
        </div>
      </div>
    )
  })

/** Shows the provenance of the figures below. It is never split across printed pages. */
const Proof = ({ items }: { items: (string | null)[] }) => (
  <ul className="report-proof">
    {items.filter(Boolean).map((part) => (
      <li key={part}>{part}</li>
    ))}
  </ul>
)

type OfPayslip = { document: ReportDocument<PayrollSubmission>; traces: Traces }

const figure = (at: At | undefined, traces: Traces) => (
  <Figure trace={at && traces.get(at.path)}>{at?.amount ? moneyOf(at.amount) : null}</Figure>
)

function Totals({ document: { ref, submission }, traces }: OfPayslip) {
  const rows = totalsOf(submission)
  const year = toDateYear(submission)
  return (
    <ReportTable
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

const Lines = ({ document: { ref, submission }, traces }: OfPayslip) => (
  <ReportTable
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
          items={[
            submission.document_filename,
            `fetched ${timeOf(submission.created_at)}`,
            `submission ${submission.id}`,
            signatureWords(check),
            provenance.document && `SHA-256 of the file ${provenance.document.sha256}`,
          ]}
        />
        <ReportTable
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

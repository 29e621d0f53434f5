import { Badge, type Tone } from '../../ui/badge.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { dayOf, moneyOf, wordsOf } from '../../ui/format.ts'
import { checksOf, type SourceEmployment } from './employments.ts'
import { trustTones } from './signature.tsx'
import { isUploaded, type SourceFigures } from './sources.ts'

type Props = { employments: SourceEmployment[]; found: SourceFigures | undefined }

const none = <span className="quiet">—</span>

export const EmploymentsTable = ({ employments, found }: Props) => (
  <DataTable
    caption="Employments"
    rows={employments}
    keyOf={({ key }) => key}
    columns={[
      {
        title: 'Employer',
        cell: ({ employer, newest }) => (
          <Two
            first={employer ?? 'Not named'}
            second={newest?.employment_information.employer_tax_reference}
          />
        ),
      },
      {
        title: 'Role',
        cell: ({ newest }) => {
          const { role, type } = newest?.employment_information ?? {}
          return role || type ? <Two first={role} second={type && wordsOf(type)} /> : none
        },
      },
      { title: 'From – to', cell: (job) => <Span job={job} /> },
      { title: 'Paid', cell: (job) => <Pay job={job} /> },
      { title: 'Source', cell: ({ source }) => source },
      {
        title: 'Checked',
        cell: (job) => (
          <div className="badges">
            {badgesOf(job, found).map(({ tone, text }) => (
              <Badge key={text} tone={tone}>
                {text}
              </Badge>
            ))}
          </div>
        ),
      },
    ]}
  />
)

const Two = ({ first, second }: { first: string | null | undefined; second: string | null | undefined }) => (
  <div className="two-lines words">
    <span>{first}</span>
    {second && <span className="quiet small">{second}</span>}
  </div>
)

function Span({ job: { newest, taxYears } }: { job: SourceEmployment }) {
  if (!newest) return taxYears.map(({ year }) => year).join(', ')
  const { start_date, leave_date, status } = newest.employment_information
  const end = leave_date ? dayOf(leave_date) : status === 'active' ? 'today' : 'not stated'
  return <Two first={start_date ? dayOf(start_date) : 'Not stated'} second={`to ${end}`} />
}

function Pay({ job: { newest, taxYears } }: { job: SourceEmployment }) {
  const [year] = taxYears
  if (!newest)
    return (
      <Two
        first={year?.income ? `${moneyOf(year.income)} a year` : 'Not stated'}
        second={year && `tax year ${year.year}`}
      />
    )
  const { earnings, pay_frequency, pay_date } = newest.income_information
  const frequency = pay_frequency ? wordsOf(pay_frequency) : 'Frequency not stated'
  return (
    <Two
      first={earnings.gross_pay ? `${moneyOf(earnings.gross_pay)} gross` : 'Gross pay not stated'}
      second={`${frequency}, last ${dayOf(pay_date)}`}
    />
  )
}

function badgesOf(job: SourceEmployment, found: SourceFigures | undefined): { tone: Tone; text: string }[] {
  const { newest } = job
  if (!newest) return [{ tone: 'good', text: 'From HMRC' }]
  const trust = newest.trust_score
  const checks = found && checksOf(job, found)
  return [
    isUploaded(newest)
      ? {
          tone: trust ? trustTones[trust] : 'plain',
          text: trust ? `Document, trust ${trust.toLowerCase()}` : 'Document',
        }
      : { tone: 'good', text: 'From the payroll' },
    ...(checks?.inBank
      ? [{ tone: 'good' as const, text: `${checks.inBank} of ${job.payslips.length} seen in the bank` }]
      : []),
    ...(checks?.missingInBank
      ? [{ tone: 'warn' as const, text: `${checks.missingInBank} not seen in the bank` }]
      : []),
    ...(checks?.taxYears ?? []).map(({ status, tax_year, reason }) =>
      status === 'matched'
        ? { tone: 'good' as const, text: `Agrees with tax year ${tax_year}` }
        : {
            tone: reason === 'differs' ? ('warn' as const) : ('plain' as const),
            text: taxWords(tax_year, reason),
          },
    ),
  ]
}

const taxWords = (year: string, reason: string | null) =>
  reason === 'differs' ? `Differs from tax year ${year}` : `Tax year ${year} not comparable`

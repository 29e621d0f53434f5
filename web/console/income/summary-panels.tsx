import type { IncomeSummary } from '@payproof/sdk'
import { useState } from 'react'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Choice } from '../../ui/choice.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { Facts } from '../../ui/facts.tsx'
import { dayOf, moneyOf, monthOf, percentOf, spanOf, wordsOf } from '../../ui/format.ts'
import { useUserId } from '../users/user-frame.tsx'
import { Corrected, type CorrectedPart, useCorrections } from './corrected.tsx'
import { Disputed, useDisputes } from './disputes.tsx'
import { type Measure, MonthsChart, sourceNames } from './months-chart.tsx'
import { taxAuthority } from './sources.ts'
import './summary.css'

type Props = { summary: IncomeSummary }

/** The decision page of a user: figures, months, employments, agreement of sources, identity and affordability. */
export const SummaryPanels = ({ summary }: Props) => (
  <>
    <KeyFigures summary={summary} />
    <Months summary={summary} />
    <Employments summary={summary} />
    <div className="summary-pair">
      <Agreement summary={summary} />
      <Identity summary={summary} />
    </div>
    <div className="summary-pair">
      <Affordability summary={summary} />
      <Coverage summary={summary} />
    </div>
    <p className="quiet small">
      Model <code>{summary.model_id}</code>, as of {dayOf(summary.as_of)}. Each figure is based on the
      payslips listed in the working.
    </p>
  </>
)

const reasons: Record<string, string> = {
  'too-few-complete-periods': 'Needs three complete pay periods',
  'too-few-complete-months': 'Needs more complete months',
  'no-active-employment': 'No active employment',
  'no-net-average': 'Needs three complete months',
  'not-positive': 'Net pay is not positive',
  'no-date-of-birth': 'Needs a date of birth',
  'no-region': 'Needs a UK postcode',
}
const reasonWords = (reason: string | null) => (reason ? (reasons[reason] ?? wordsOf(reason)) : 'Not known')

type KeyFigureProps = {
  name: string
  value: string | null
  note: string
  submission_ids: readonly string[]
  part: CorrectedPart
}

function KeyFigures({ summary: { income, affordability } }: Props) {
  const { annual_gross, averages, variability } = income
  const [three] = averages
  const net = (count: number) => averages.find(({ month_count }) => month_count === count)?.net
  const longer = ([6, 12] as const).flatMap((count) => {
    const amount = net(count)
    return amount ? [`${count} months ${moneyOf(amount)}`] : []
  })
  const figures: KeyFigureProps[] = [
    {
      name: 'Annual gross',
      value: annual_gross.amount && moneyOf(annual_gross.amount),
      note: annual_gross.amount ? `Confidence: ${income.confidence}` : reasonWords(annual_gross.reason),
      submission_ids: annual_gross.submission_ids,
      part: 'gross',
    },
    {
      name: 'Monthly net pay, 3 months',
      value: three?.net ? moneyOf(three.net) : null,
      note: three?.net ? longer.join(', ') : reasonWords(three?.reason ?? null),
      submission_ids: three?.submission_ids ?? [],
      part: 'net',
    },
    {
      name: 'Variability of net pay',
      value: variability.ratio && percentOf(variability.ratio),
      note: variability.ratio ? stability(Number(variability.ratio)) : reasonWords(variability.reason),
      submission_ids: variability.submission_ids,
      part: 'net',
    },
    {
      name: 'Left after estimate',
      value: affordability.left && moneyOf(affordability.left),
      note: affordability.left ? 'A month, before your own commitments' : reasonWords(affordability.reason),
      submission_ids: affordability.submission_ids,
      part: 'net',
    },
  ]
  return (
    <dl className="key-figures">
      {figures.map((figure) => (
        <KeyFigure key={figure.name} {...figure} />
      ))}
    </dl>
  )
}

function KeyFigure({ name, value, note, submission_ids, part }: KeyFigureProps) {
  const user_id = useUserId()
  const notesOf = useDisputes(user_id)
  const correctionsOf = useCorrections(user_id)
  return (
    <div className="panel">
      <dt>{name}</dt>
      <dd>
        <strong>{value ?? '—'}</strong>
        <span className="quiet small">{note}</span>
        <Corrected documents={correctionsOf(submission_ids, part)} />
        <Disputed notes={notesOf(submission_ids)} />
      </dd>
    </div>
  )
}

/** Ratios of standard deviation to mean up to which pay is called stable or fairly stable. */
const stableRatio = 0.05
const fairlyStableRatio = 0.2
const stability = (ratio: number) =>
  ratio <= stableRatio ? 'Stable' : ratio <= fairlyStableRatio ? 'Fairly stable' : 'Varies a lot'

const measures = [
  { value: 'gross', label: 'Gross pay' },
  { value: 'net', label: 'Net pay' },
] as const

function Months({ summary }: Props) {
  const [measure, setMeasure] = useState<Measure>('net')
  if (summary.months.length === 0) return null
  return (
    <section className="panel" aria-label="Pay by month">
      <Choice label="Measure" options={measures} value={measure} onChange={setMeasure} />
      <MonthsChart summary={summary} measure={measure} />
    </section>
  )
}

const statuses: Record<IncomeSummary['employments'][number]['status'], { tone: Tone; words: string }> = {
  active: { tone: 'good', words: 'Active' },
  ended: { tone: 'bad', words: 'Ended' },
  unknown: { tone: 'warn', words: 'No recent pay' },
}

function Employments({ summary: { employments } }: Props) {
  const user_id = useUserId()
  const notesOf = useDisputes(user_id)
  const correctionsOf = useCorrections(user_id)
  return (
    <section className="panel panel-close">
      <h2>Employments</h2>
      <DataTable
        caption="Employments"
        rows={employments}
        keyOf={({ submission_ids }) => submission_ids[0] ?? ''}
        columns={[
          {
            title: 'Employer',
            cell: ({ employer_name, role, is_director, submission_ids }) => (
              <div className="two-lines words">
                <span>{employer_name ?? 'Not named'}</span>
                <span className="quiet small">
                  {[role, is_director && 'Director'].filter(Boolean).join(', ')}
                </span>
                <Corrected documents={correctionsOf(submission_ids)} />
                <Disputed notes={notesOf(submission_ids)} />
              </div>
            ),
          },
          {
            title: 'Status',
            cell: ({ status }) => <Badge tone={statuses[status].tone}>{statuses[status].words}</Badge>,
          },
          {
            title: 'Since',
            cell: ({ start_date, leave_date, tenure_months }) => (
              <div className="two-lines">
                <span className="nowrap">{start_date ? dayOf(start_date) : 'Not stated'}</span>
                <span className="quiet small">
                  {leave_date ? `to ${dayOf(leave_date)}` : tenure_months !== null && tenureOf(tenure_months)}
                </span>
              </div>
            ),
          },
          {
            title: 'Annual gross',
            align: 'end',
            cell: ({ income: { annual_gross } }) =>
              annual_gross.amount ? moneyOf(annual_gross.amount) : <span className="quiet">—</span>,
          },
          {
            title: 'Paid',
            cell: ({ pay_frequency, last_pay_date, next_pay_date }) => (
              <div className="two-lines">
                <span>{pay_frequency ? wordsOf(pay_frequency) : 'Frequency not stated'}</span>
                <span className="quiet small">
                  Last {dayOf(last_pay_date)}
                  {next_pay_date && `, next ${dayOf(next_pay_date)}`}
                </span>
              </div>
            ),
          },
        ]}
      />
    </section>
  )
}

const tenureOf = (months: number) => {
  const [years, rest] = [Math.floor(months / 12), months % 12]
  const parts = [years > 0 && `${years} y`, (rest > 0 || years === 0) && `${rest} m`]
  return parts.filter(Boolean).join(' ')
}

const results: Record<IncomeSummary['agreement'][number]['result'], { tone: Tone; words: string }> = {
  agrees: { tone: 'good', words: 'Agrees' },
  differs: { tone: 'bad', words: 'Differs' },
  not_seen: { tone: 'warn', words: 'Not seen' },
  not_comparable: { tone: 'plain', words: 'Not comparable' },
}

const inSentence = (name: string) => (name === taxAuthority ? name : name.toLowerCase())

function Agreement({ summary: { agreement } }: Props) {
  const correctionsOf = useCorrections(useUserId())
  return (
    <section className="panel panel-close">
      <h2>Do the sources agree?</h2>
      <DataTable
        caption="Do the sources agree?"
        rows={agreement}
        keyOf={({ between }) => between.join()}
        columns={[
          {
            title: 'Sources',
            cell: ({ between }) =>
              between
                .map((source, n) => (n === 0 ? sourceNames[source] : inSentence(sourceNames[source])))
                .join(' and '),
          },
          {
            title: 'Result',
            cell: ({ result, compared, agreeing, difference, submission_ids }) => (
              <div className="two-lines">
                <Badge tone={results[result].tone}>{results[result].words}</Badge>
                {compared > 0 && (
                  <span className="quiet small">
                    {agreeing} of {compared}
                    {result !== 'agrees' && difference !== null && `, by ${moneyOf(difference)}`}
                  </span>
                )}
                <Corrected documents={correctionsOf(submission_ids)} />
              </div>
            ),
          },
        ]}
      />
    </section>
  )
}

const identityTones: Record<'agrees' | 'differs' | 'absent', Tone> = {
  agrees: 'good',
  differs: 'bad',
  absent: 'plain',
}
const fieldNames = {
  name: 'Name',
  date_of_birth: 'Date of birth',
  ni_number: 'NI number',
  address: 'Address',
} as const

function Identity({ summary: { identity } }: Props) {
  const correctionsOf = useCorrections(useUserId())
  return (
    <section className="panel panel-close">
      <h2>Identity</h2>
      <DataTable
        caption="Identity"
        rows={identity}
        keyOf={({ field }) => field}
        columns={[
          { title: 'Registered', cell: ({ field }) => fieldNames[field] },
          {
            title: 'In sources',
            cell: ({ field, sources }) => (
              <span className="badges">
                {sources.length === 0 && <span className="quiet">—</span>}
                {sources.map(({ source, result }) => (
                  <Badge key={source} tone={identityTones[result]}>
                    {sourceNames[source]}: {result}
                  </Badge>
                ))}
                <Corrected
                  documents={correctionsOf(
                    sources.map(({ submission_id }) => submission_id),
                    field,
                  )}
                />
              </span>
            ),
          },
        ]}
      />
    </section>
  )
}

function Affordability({ summary: { affordability } }: Props) {
  const { net_monthly, expenditure, left, stress, reason } = affordability
  return (
    <section className="panel">
      <h2>Monthly affordability</h2>
      {reason ? (
        <p className="quiet">{reasonWords(reason)}</p>
      ) : (
        <Facts
          facts={[
            { name: 'Net pay, 3 months', value: net_monthly && moneyOf(net_monthly) },
            { name: 'Estimated spending', value: expenditure && `− ${moneyOf(expenditure.total)}` },
            { name: 'Left', value: left && <strong>{moneyOf(left)}</strong> },
            {
              name: `Left under stress`,
              value:
                stress.left &&
                `${moneyOf(stress.left)} (pay ${stress.percent} % lower, spending ${stress.percent} % higher)`,
            },
          ]}
        />
      )}
    </section>
  )
}

function Coverage({ summary: { coverage, freshness } }: Props) {
  const { months_requested, months_complete, months_by_source, gaps } = coverage
  return (
    <section className="panel">
      <h2>Coverage</h2>
      <Facts
        facts={[
          {
            name: 'Months',
            value: `${months_complete} of ${months_requested} complete, ${monthOf(coverage.first_month)} to ${monthOf(coverage.last_month)}`,
          },
          {
            name: 'By source',
            value: `Payroll ${months_by_source.payroll}, payslips ${months_by_source.payslip}, bank ${months_by_source.bank}`,
          },
          { name: 'Tax years', value: coverage.tax_years.join(', ') || null },
          {
            name: 'Gaps',
            value:
              gaps.length === 0
                ? 'None'
                : gaps
                    .slice(0, 3)
                    .map(({ start, end }) => spanOf(start, end))
                    .join('; ') + (gaps.length > 3 ? ` and ${gaps.length - 3} more` : ''),
          },
          { name: 'Latest pay', value: newestOf(freshness) },
          { name: 'Next pay expected', value: freshness.refresh_due && dayOf(freshness.refresh_due) },
        ]}
      />
    </section>
  )
}

function newestOf({ newest }: IncomeSummary['freshness']) {
  const [day] = [newest.payroll, newest.payslip]
    .filter((each) => each !== null)
    .sort()
    .reverse()
  return day && dayOf(day)
}

import type { ExpenditureWorking } from '@payproof/sdk'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { DataTable } from '../../ui/data-table.tsx'
import { dayOf, exactMoneyOf, monthOf, spanOf } from '../../ui/format.ts'
import { useUserId } from '../users/user-frame.tsx'

export type WorkedMonthPanel = ExpenditureWorking['months'][number]

export const leftOutWords: Record<NonNullable<WorkedMonthPanel['left_out']>, string> = {
  'net-pay-not-positive': 'Net pay is zero or less',
  'no-region': 'No postcode with a region',
}

type Props = { month: WorkedMonthPanel; model: ExpenditureWorking['model'] }

/** Shows the calculation for one month, from payslips to the estimate, step by step. */
export function Working({ month, model }: Props) {
  return (
    <section className="panel working" aria-label={`Working for ${monthOf(month.date)}`}>
      <h2>How we worked out {monthOf(month.date)}</h2>
      <ol>
        <Step title="Net pay for the month" result={exactMoneyOf(month.net_pay)}>
          <Shares month={month} />
        </Step>
        {month.left_out ? (
          <li>
            <p className="step-title">Left out: {leftOutWords[month.left_out].toLowerCase()}</p>
            {month.post_codes_without_region.length > 0 && (
              <p className="quiet">Tried: {month.post_codes_without_region.join(', ')}</p>
            )}
          </li>
        ) : (
          <Steps month={month} model={model} />
        )}
      </ol>
    </section>
  )
}

type StepProps = { title: string; result?: ReactNode; children?: ReactNode }

const Step = ({ title, result, children }: StepProps) => (
  <li>
    <p className="step-title">
      <span>{title}</span>
      {result && <strong>{result}</strong>}
    </p>
    {children}
  </li>
)

function Shares({ month }: { month: WorkedMonthPanel }) {
  const user_id = useUserId()
  return (
    <DataTable
      caption="Payslips for the month"
      rows={month.pay_periods}
      keyOf={({ submission_id }) => submission_id}
      columns={[
        {
          title: 'Payslip',
          cell: ({ submission_id, employer_name, pay_date }) => (
            <Link to="/users/$user_id/payslips/$submission_id" params={{ user_id, submission_id }}>
              {employer_name ?? 'Employer not named'}, {dayOf(pay_date)}
            </Link>
          ),
        },
        {
          title: 'Pay period',
          cell: ({ pay_interval_start: from, pay_interval_end: to }) => spanOf(from, to),
        },
        { title: 'Source', cell: ({ source }) => source },
        { title: 'Net pay', align: 'end', cell: ({ net_pay }) => exactMoneyOf(net_pay) },
        {
          title: 'Days in the month',
          align: 'end',
          cell: ({ days, days_in_month }) => `${days_in_month} of ${days}`,
        },
        { title: 'Share', align: 'end', cell: ({ share }) => exactMoneyOf(share) },
      ]}
    />
  )
}

const bands: Record<string, string> = { under_30: 'under 30', '75_plus': '75 and over' }
const bandOf = (band: string) => bands[band] ?? band.replace('_', '–')

function Steps({ month, model }: Props) {
  const { age, region, table_rows, cost_of_living, housing, expenditure, weekly_net_pay } = month
  if (!age || !region || !table_rows || !cost_of_living || !housing || !expenditure) return null
  const whose = (source: 'payslip' | 'user') => (source === 'payslip' ? 'from the payslip' : 'as registered')
  const both = [
    { key: 'cost_of_living', name: 'Cost of living', of: cost_of_living },
    { key: 'housing', name: 'Housing', of: housing },
  ] as const
  const rows: {
    name: string
    how: string
    cell: (of: NonNullable<WorkedMonthPanel['housing']>) => string
  }[] = [
    {
      name: 'Extra spending per pound of income',
      how: 'between the two rows',
      cell: ({ slope }) => slope,
    },
    {
      name: 'Weekly spending at this income',
      how: 'in the year of the survey',
      cell: ({ spent }) => exactMoneyOf(spent),
    },
    { name: 'Factor', how: 'of the age, or of the country', cell: ({ factor }) => `× ${factor}` },
    { name: 'After the factor', how: 'spent × factor', cell: ({ adjusted }) => exactMoneyOf(adjusted) },
    {
      name: 'Prices since the survey',
      how: 'index of the month ÷ mean of the survey’s year',
      cell: ({ index, index_value, index_base, price_factor }) =>
        `${index.toUpperCase()} ${index_value} ÷ ${index_base} = ${price_factor}`,
    },
    {
      name: 'Index of',
      how: cost_of_living.index_note ?? 'the month itself',
      cell: ({ index_month }) => monthOf(index_month),
    },
    {
      name: 'Per week, at today’s prices',
      how: 'with the factor × prices',
      cell: ({ weekly }) => exactMoneyOf(weekly),
    },
    {
      name: 'A month',
      how: `a week × ${model.weeks_per_year} ÷ 12`,
      cell: ({ unrounded }) => exactMoneyOf(unrounded),
    },
    { name: 'Rounded', how: 'once, half up to whole pence', cell: ({ amount }) => exactMoneyOf(amount) },
  ]
  return (
    <>
      <Step title="A week" result={weekly_net_pay && exactMoneyOf(weekly_net_pay)}>
        <p className="quiet">
          {exactMoneyOf(month.net_pay)} × 12 ÷ {model.weeks_per_year} weeks
        </p>
      </Step>
      <Step title="Households with a similar income" result={decilesOf(table_rows)}>
        <DataTable
          caption="Survey rows above and below the income"
          rows={[table_rows.lower, table_rows.upper]}
          keyOf={({ decile }) => String(decile)}
          columns={[
            { title: 'Decile', cell: ({ decile }) => decile },
            { title: 'Income a week', align: 'end', cell: ({ income }) => exactMoneyOf(income) },
            { title: 'Cost of living', align: 'end', cell: (row) => exactMoneyOf(row.cost_of_living) },
            { title: 'Housing', align: 'end', cell: (row) => exactMoneyOf(row.housing) },
          ]}
        />
      </Step>
      <Step title="Age" result={`× ${age.factor}`}>
        <p className="quiet">
          Born {dayOf(age.date_of_birth)} ({whose(age.source)}): {age.years} on {dayOf(age.on)}, band{' '}
          {bandOf(age.band)}
        </p>
      </Step>
      <Step title="Country" result={`× ${region.factor}`}>
        <p className="quiet">
          {region.post_code} ({whose(region.source)}): {region.country}, by the {region.rule} {region.matched}
        </p>
      </Step>
      <Step title="What a similar household spends">
        <DataTable
          caption="From income to spending"
          rows={rows}
          keyOf={({ name }) => name}
          columns={[
            {
              title: 'Step',
              cell: ({ name, how }) => (
                <div className="two-lines">
                  <span>{name}</span>
                  <span className="quiet small">{how}</span>
                </div>
              ),
            },
            ...both.map(({ name, of }) => ({
              title: name,
              align: 'end' as const,
              cell: (row: (typeof rows)[number]) => row.cell(of),
            })),
          ]}
        />
      </Step>
      <Step title="Total" result={exactMoneyOf(expenditure.total)}>
        <p className="quiet">
          {exactMoneyOf(expenditure.cost_of_living)} + {exactMoneyOf(expenditure.housing)}
        </p>
      </Step>
    </>
  )
}

const decilesOf = ({ lower, upper }: NonNullable<WorkedMonthPanel['table_rows']>) =>
  lower.decile === 0 ? 'below decile 1' : `deciles ${lower.decile} and ${upper.decile}`

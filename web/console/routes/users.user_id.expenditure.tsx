import type { ExpenditureWorking } from '@payproof/sdk'
import { PayproofError } from '@payproof/sdk'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Badge } from '../../ui/badge.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { Facts } from '../../ui/facts.tsx'
import { moneyOf, monthOf } from '../../ui/format.ts'
import { penceOf, textOf } from '../../ui/pence.ts'
import { shortened } from '../../ui/short-id.tsx'
import { Empty } from '../../ui/states.tsx'
import { api } from '../api.ts'
import { useFilters } from '../filters.ts'
import { ExpenditureChart } from '../income/expenditure-chart.tsx'
import '../income/income.css'
import '../income/working.css'
import { leftOutWords, Working } from '../income/working.tsx'
import { QueryState } from '../query-state.tsx'
import { UserFrame, useUserId } from '../users/user-frame.tsx'

const route = getRouteApi('/inside/users/$user_id/expenditure')

export function Page() {
  const user_id = useUserId()
  const working = useQuery({
    queryKey: ['users', user_id, 'expenditure'],
    staleTime: 60_000,
    queryFn: ({ signal }) => api.expenditure.getOnsWorking(user_id, {}, { signal }),
  })
  const { error } = working
  const isRefused = error instanceof PayproofError && error.code === 'expenditure-inputs'
  return (
    <UserFrame>
      {() =>
        isRefused ? (
          <Empty title="No estimate can be made">
            <ul className="reasons">
              {error.errors.map((reason) => (
                <li key={reason}>{reason}</li>
              ))}
            </ul>
          </Empty>
        ) : (
          <QueryState query={working} lines={8}>
            {(worked) => <Estimate worked={worked} />}
          </QueryState>
        )
      }
    </UserFrame>
  )
}

function Estimate({ worked }: { worked: ExpenditureWorking }) {
  const [{ month }, setFilters] = useFilters(route.useSearch())
  const { months, model, unused_payslips } = worked
  const estimated = months.filter(({ expenditure }) => expenditure)
  const [latest] = estimated
  const shown = months.find(({ date }) => date.slice(0, 7) === month) ?? estimated[0] ?? months[0]
  return (
    <>
      <p className="quiet">
        The average spending of households with a similar income, from official statistics (model{' '}
        <code>{model.id}</code>). It is not what this person spends.
      </p>
      {latest?.expenditure && <Result month={latest} expenditure={latest.expenditure} />}
      {estimated.length > 0 && (
        <section className="panel" aria-label="Estimated spending">
          <ExpenditureChart months={estimated} />
        </section>
      )}
      {shown && <Working month={shown} model={model} />}
      <section className="panel panel-close">
        <h2>Month by month</h2>
        <DataTable
          caption="Estimates, newest month first"
          rows={months}
          keyOf={({ date }) => date}
          columns={[
            {
              title: 'Month',
              cell: ({ date }) => (
                <button
                  type="button"
                  className="link nowrap"
                  aria-current={date === shown?.date || undefined}
                  onClick={() => setFilters({ month: date.slice(0, 7) })}
                >
                  {monthOf(date)}
                </button>
              ),
            },
            { title: 'Net pay', align: 'end', cell: ({ net_pay }) => moneyOf(net_pay) },
            {
              title: 'Cost of living',
              align: 'end',
              cell: ({ expenditure }) => expenditure && moneyOf(expenditure.cost_of_living),
            },
            {
              title: 'Housing',
              align: 'end',
              cell: ({ expenditure }) => expenditure && moneyOf(expenditure.housing),
            },
            {
              title: 'Total',
              align: 'end',
              cell: ({ expenditure, left_out }) =>
                left_out ? (
                  <Badge tone="warn">{leftOutWords[left_out]}</Badge>
                ) : (
                  expenditure && moneyOf(expenditure.total)
                ),
            },
          ]}
        />
      </section>
      {unused_payslips.length > 0 && <Unused payslips={unused_payslips} />}
      <Model model={model} />
    </>
  )
}

type Month = ExpenditureWorking['months'][number]

/** The result first: estimated spending of the latest month, and what is left of net pay. */
function Result({ month, expenditure }: { month: Month; expenditure: NonNullable<Month['expenditure']> }) {
  const net = penceOf(month.net_pay)
  const total = penceOf(expenditure.total)
  return (
    <section className="panel" aria-labelledby="result">
      <h2 id="result">{monthOf(month.date)}</h2>
      <Facts
        beside
        facts={[
          { name: 'Net pay', value: moneyOf(month.net_pay) },
          { name: 'Estimated spending', value: <strong>{moneyOf(expenditure.total)}</strong> },
          ...(net === undefined || total === undefined
            ? []
            : [{ name: 'Left over', value: <strong>{moneyOf(textOf(net - total))}</strong> }]),
        ]}
      />
    </section>
  )
}

const reasons: Record<ExpenditureWorking['unused_payslips'][number]['reason'], string> = {
  'low-trust-document': 'The document has a low trust score',
  'no-net-pay': 'It has no net pay',
  'no-dates': 'It has no pay period',
  'dates-reversed': 'The pay period ends before it begins',
  'too-long': 'The pay period is longer than 400 days',
  'known-twice': 'The same payment is counted through another source',
}

function Unused({ payslips }: { payslips: ExpenditureWorking['unused_payslips'] }) {
  const user_id = useUserId()
  return (
    <section className="panel panel-close">
      <h2>Payslips not used</h2>
      <DataTable
        caption="Payslips not used"
        rows={payslips}
        keyOf={({ submission_id }) => submission_id}
        columns={[
          {
            title: 'Payslip',
            cell: ({ submission_id }) => (
              <Link to="/users/$user_id/payslips/$submission_id" params={{ user_id, submission_id }}>
                <code>{shortened(submission_id)}</code>
              </Link>
            ),
          },
          { title: 'Why', cell: ({ reason }) => reasons[reason] },
        ]}
      />
    </section>
  )
}

const Model = ({ model }: { model: ExpenditureWorking['model'] }) => (
  <details className="meanings">
    <summary>Sources of the statistics</summary>
    <div className="stack">
      <p>{model.rounding}</p>
      {model.tables.map(({ name, title, source, year, licence, credit, notes, sha256 }) => (
        <div key={name}>
          <p>
            <strong>{title}</strong> ({year})
          </p>
          <p className="quiet small">
            {source} {notes}
          </p>
          <p className="quiet small">
            {credit} {licence}
          </p>
          <p className="quiet small">
            SHA-256 <code>{sha256}</code>
          </p>
        </div>
      ))}
    </div>
  </details>
)

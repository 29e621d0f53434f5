import { dayOf, moneyOf, monthOf, spanOf, wordsOf } from '../../ui/format.ts'
import { bookedOf, kinds } from './credits.ts'
import { employmentsOf, taxYearOf } from './employments.ts'
import { howKnown, tracesOf } from './figure.tsx'
import { type Props, periodOf } from './report-sources.tsx'
import { ReportTable } from './report-table.tsx'
import { bankMoney } from './statement.tsx'
import { comparedWords } from './tax-years.ts'
import { leftOutWords } from './working.tsx'

const none = '—'
const amount = (text: string | null | undefined) => (text ? moneyOf(text) : none)

export function Employments({ report: { payslips }, names }: Props) {
  const submissions = payslips.map(({ submission }) => submission)
  const refOf = new Map(payslips.map(({ ref, submission }) => [submission.id, ref]))
  return (
    <ReportTable
      caption="Employments"
      rows={employmentsOf(submissions, [], names)}
      keyOf={({ key }) => key}
      columns={[
        {
          title: 'Employer',
          cell: ({ employer, newest, source }) => (
            <>
              {employer ?? 'Not named'}
              <small>
                {[newest?.employment_information.employer_tax_reference, source].filter(Boolean).join(', ')}
              </small>
            </>
          ),
        },
        {
          title: 'Role',
          cell: ({ newest }) => {
            const { role, type } = newest?.employment_information ?? {}
            return (
              <>
                {role ?? none}
                {type && <small>{wordsOf(type)}</small>}
              </>
            )
          },
        },
        {
          title: 'From – to',
          cell: ({ newest }) => {
            const { start_date, leave_date } = newest?.employment_information ?? {}
            return `${start_date ? dayOf(start_date) : 'not told'} – ${leave_date ? dayOf(leave_date) : 'today'}`
          },
        },
        {
          title: 'Newest gross',
          align: 'end',
          cell: ({ newest }) => (
            <>
              {amount(newest?.income_information.earnings.gross_pay)}
              <small>{newest?.income_information.pay_frequency ?? ''}</small>
            </>
          ),
        },
        { title: 'From', cell: ({ newest }) => newest && refOf.get(newest.id) },
      ]}
    />
  )
}

export function Payments({ report: { payslips, statements, matches } }: Props) {
  const statementOf = new Map(statements.map(({ ref, submission }) => [submission.id, ref]))
  const seen = new Map(matches.matches.map((match) => [match.payroll.submission_id, match]))
  const bankWords = (id: string) => {
    const match = seen.get(id)
    if (match?.bank_credit)
      return `${statementOf.get(match.bank_credit.submission_id) ?? ''} ${dayOf(match.bank_credit.date)}, ${match.strength}`
    return match?.reason === 'no-credit' ? 'not seen' : 'no statement'
  }
  return (
    <ReportTable
      caption="Payments"
      rows={payslips}
      keyOf={({ ref }) => ref}
      columns={[
        { title: 'From', cell: ({ ref }) => ref },
        {
          title: 'Paid on',
          cell: ({ submission: { income_information: pay } }) => (
            <span className="nowrap">{dayOf(pay.pay_date)}</span>
          ),
        },
        {
          title: 'Employer',
          cell: ({ submission }) => submission.employment_information.employer_name ?? none,
        },
        {
          title: 'Gross',
          align: 'end',
          cell: ({ submission: { income_information: pay } }) => amount(pay.earnings.gross_pay),
        },
        {
          title: 'Deductions',
          align: 'end',
          cell: ({ submission: { income_information: pay } }) => amount(pay.deductions.total_deductions),
        },
        {
          title: 'Net',
          align: 'end',
          cell: ({ submission: { income_information: pay } }) => amount(pay.earnings.net_pay),
        },
        { title: 'Seen in the bank', cell: ({ submission }) => bankWords(submission.id) },
      ]}
    />
  )
}

export function TaxYears({ report: { taxYears, matches } }: Props) {
  const rows = taxYears.flatMap(({ ref, year }) =>
    year.employment.employers.map((employer) => ({
      ref,
      employer,
      year: taxYearOf(year.income_period.start),
      match: matches.tax_years.find(
        ({ tax_authority: told }) =>
          told.submission_id === year.id && told.employer_name === employer.employer_name,
      ),
    })),
  )
  return (
    <>
      {taxYears.map(({ ref, year }) => (
        <p key={ref}>
          {ref}: {spanOf(year.income_period.start, year.income_period.end)}, income of all employers as told{' '}
          <strong>{moneyOf(year.employment.total_income)}</strong>.
        </p>
      ))}
      <ReportTable
        caption="Tax years"
        rows={rows}
        keyOf={({ ref, employer }) => `${ref} ${employer.employer_name} ${employer.income}`}
        columns={[
          { title: 'From', cell: ({ ref }) => ref },
          { title: 'Tax year', cell: ({ year }) => year },
          { title: 'Employer', cell: ({ employer }) => employer.employer_name ?? 'Not named' },
          { title: 'Income', align: 'end', cell: ({ employer }) => amount(employer.income) },
          { title: 'Tax', align: 'end', cell: ({ employer }) => amount(employer.tax_paid) },
          { title: 'Payslips of the year', cell: ({ match }) => (match ? comparedWords(match).text : none) },
        ]}
      />
    </>
  )
}

export const Statements = ({ report: { statements, matches } }: Props) =>
  statements.map(({ ref, submission, provenance }) => {
    const { account_information: account, balance_information: balance } = submission
    const credits = bookedOf(submission, matches.matches).filter(({ type }) => type === 'credit')
    const traces = tracesOf(provenance)
    const how = (path: string) => {
      const trace = traces.get(path)
      return trace ? ` (${howKnown(trace)})` : ''
    }
    return (
      <div key={ref} className="report-block">
        <h4>
          {ref}. {account.bank_name ?? 'Bank not named'}, {account.sort_code} {account.account_number}
          {periodOf(submission) && `, ${periodOf(submission)}`}
        </h4>
        <p>
          {account.account_holder_name}. Opening balance {bankMoney(balance.opening_balance) ?? 'not printed'}
          {how('balance_information.opening_balance')}, closing balance{' '}
          {bankMoney(balance.closing_balance) ?? 'not printed'}
          {how('balance_information.closing_balance')}.
        </p>
        <ReportTable
          caption={`Money in, ${ref}`}
          rows={credits}
          keyOf={({ index }) => String(index)}
          columns={[
            {
              title: 'From',
              cell: ({ index }) => <span className="nowrap">{`${ref}, line ${index + 1}`}</span>,
            },
            { title: 'Date', cell: ({ date }) => <span className="nowrap">{dayOf(date)}</span> },
            { title: 'Description', cell: ({ description }) => description },
            {
              title: 'What',
              cell: ({ kind }) =>
                kind && (
                  <>
                    {kinds[kind].label}
                    <small>{kinds[kind].how}</small>
                  </>
                ),
            },
            { title: 'Amount', align: 'end', cell: ({ amount: text }) => bankMoney(text) },
          ]}
        />
      </div>
    )
  })

export function Spending({ report: { spending, payslips } }: Props) {
  if ('refused' in spending)
    return (
      <>
        <p>No estimate can be made:</p>
        <ul>
          {spending.refused.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      </>
    )
  const refOf = new Map(payslips.map(({ ref, submission }) => [submission.id, ref]))
  const months = spending.months.filter(({ pay_periods }) =>
    pay_periods.some(({ submission_id }) => refOf.has(submission_id)),
  )
  return (
    <>
      <p>
        What households with such a net pay spend on average, by official statistics (model{' '}
        {spending.model.id}). It is not what this person spends.
      </p>
      <ReportTable
        caption="Estimated spending"
        rows={months}
        keyOf={({ date }) => date}
        columns={[
          { title: 'Month', cell: ({ date }) => <span className="nowrap">{monthOf(date)}</span> },
          { title: 'Net pay', align: 'end', cell: ({ net_pay }) => moneyOf(net_pay) },
          {
            title: 'Cost of living',
            align: 'end',
            cell: ({ expenditure }) => amount(expenditure?.cost_of_living),
          },
          { title: 'Housing', align: 'end', cell: ({ expenditure }) => amount(expenditure?.housing) },
          { title: 'Total', align: 'end', cell: ({ expenditure }) => amount(expenditure?.total) },
          {
            title: 'From',
            cell: ({ pay_periods, left_out }) => {
              const refs = pay_periods.flatMap(({ submission_id }) => refOf.get(submission_id) ?? [])
              const older = pay_periods.length - refs.length
              return [
                ...refs,
                ...(older > 0 ? [`${older} older`] : []),
                ...(left_out ? [leftOutWords[left_out]] : []),
              ].join(', ')
            },
          },
        ]}
      />
    </>
  )
}

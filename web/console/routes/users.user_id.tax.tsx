import type { IncomeSubmission, PayrollSubmission, TaxYearMatch } from '@payproof/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Badge } from '../../ui/badge.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { Facts } from '../../ui/facts.tsx'
import { dayOf, moneyOf, spanOf } from '../../ui/format.ts'
import { ShortId } from '../../ui/short-id.tsx'
import { Empty } from '../../ui/states.tsx'
import { Time } from '../../ui/time.tsx'
import { api } from '../api.ts'
import { DisputeNotice, useDisputes } from '../income/disputes.tsx'
import { newestOfEachYear, taxYearOf } from '../income/employments.ts'
import '../income/income.css'
import { ReportLink } from '../income/report-link.tsx'
import { useMatches, usePayslips, useTaxYears } from '../income/sources.ts'
import { comparedWords, niToDate } from '../income/tax-years.ts'
import { Problem } from '../query-state.tsx'
import { AllRowsState } from '../use-all-rows.tsx'
import { IdentityMatch } from '../users/identity-match.tsx'
import { UserFrame, useUserId } from '../users/user-frame.tsx'

export function Page() {
  const taxYears = useTaxYears(useUserId())
  return (
    <UserFrame actions={<ReportLink />}>
      {() => (
        <AllRowsState list={taxYears} rowsName="tax years">
          {(years) =>
            years.length === 0 ? (
              <Empty title="No HMRC data yet">
                <p>It appears after the applicant signs in to HMRC, and covers completed tax years.</p>
              </Empty>
            ) : (
              <Years years={years} />
            )
          }
        </AllRowsState>
      )}
    </UserFrame>
  )
}

function Years({ years }: { years: IncomeSubmission[] }) {
  const user_id = useUserId()
  const matches = useMatches(user_id)
  const payslips = usePayslips(user_id)
  const entries = useQuery({
    queryKey: ['users', user_id, 'tax entries'],
    queryFn: ({ signal }) => api.taxauth.listEntries({ user_id }, { signal }).toArray({ max: 1_000 }),
  })
  const fetched = new Map(entries.data?.map(({ entry_id, created_at }) => [entry_id, created_at]))
  const failed = matches.error ?? payslips.query.error ?? entries.error
  return (
    <>
      {failed && (
        <Problem
          error={failed}
          onRetry={() => void Promise.all([matches.refetch(), payslips.query.refetch(), entries.refetch()])}
        />
      )}
      {newestOfEachYear(years).map((year) => (
        <TaxYear
          key={year.id}
          year={year}
          older={
            years.filter(({ income_period }) => income_period.start === year.income_period.start).length - 1
          }
          fetchedAt={fetched.get(year.entry_id)}
          compared={matches.data?.tax_years ?? []}
          payslips={payslips.query.data?.rows ?? []}
        />
      ))}
      <p className="quiet small">
        Income and tax are what employers reported to HMRC. National Insurance is from the last payslip of the
        year, if there is one.
      </p>
    </>
  )
}

type YearProps = {
  year: IncomeSubmission
  /** Number of earlier submissions from HMRC with different figures. */
  older: number
  fetchedAt: string | undefined
  compared: TaxYearMatch[]
  payslips: PayrollSubmission[]
}

const none = <span className="quiet">—</span>
const amount = (text: string | null | undefined) => (text ? moneyOf(text) : none)

function TaxYear({ year, older, fetchedAt, compared, payslips }: YearProps) {
  const { employment, income_period, id } = year
  const notes = useDisputes(useUserId())([id])
  const matchOf = (employer: string | null) =>
    compared.find(
      ({ tax_authority: taxAuthority }) =>
        taxAuthority.submission_id === id && taxAuthority.employer_name === employer,
    )
  return (
    <section className="panel panel-close" aria-label={`Tax year ${taxYearOf(income_period.start)}`}>
      <h2>Tax year {taxYearOf(income_period.start)}</h2>
      <div className="panel-words">
        <DisputeNotice notes={notes} />
        <Facts
          facts={[
            { name: 'From – to', value: spanOf(income_period.start, income_period.end) },
            { name: 'Identity', value: <IdentityMatch match={year.identity_match} /> },
            { name: 'Income from all employers', value: moneyOf(employment.total_income) },
            { name: 'Fetched', value: fetchedAt && <Time at={fetchedAt} /> },
            { name: 'Submission', value: <ShortId id={id} what="the submission" /> },
            ...(older > 0
              ? [{ name: 'Changed by HMRC', value: older === 1 ? 'once' : `${older} times` }]
              : []),
          ]}
        />
      </div>
      <DataTable
        caption={`Employers in ${taxYearOf(income_period.start)}`}
        rows={employment.employers}
        keyOf={({ employer_name, income }) => `${employer_name} ${income}`}
        columns={[
          { title: 'Employer', cell: ({ employer_name }) => employer_name ?? 'Not named' },
          { title: 'Income', align: 'end', cell: ({ income }) => amount(income) },
          { title: 'Tax', align: 'end', cell: ({ tax_paid }) => amount(tax_paid) },
          {
            title: 'Income, payslips',
            align: 'end',
            cell: ({ employer_name }) => amount(matchOf(employer_name)?.payroll?.income),
          },
          {
            title: 'Tax, payslips',
            align: 'end',
            cell: ({ employer_name }) => amount(matchOf(employer_name)?.payroll?.tax_paid),
          },
          {
            title: 'NI, payslips',
            align: 'end',
            cell: ({ employer_name }) => <Ni match={matchOf(employer_name)} payslips={payslips} />,
          },
          {
            title: 'Compared',
            cell: ({ employer_name }) => {
              const match = matchOf(employer_name)
              return match ? (
                <Badge tone={comparedWords(match).tone}>{comparedWords(match).text}</Badge>
              ) : (
                none
              )
            },
          },
        ]}
      />
    </section>
  )
}

function Ni({ match, payslips }: { match: TaxYearMatch | undefined; payslips: PayrollSubmission[] }) {
  const user_id = useUserId()
  const found = match && niToDate(match, payslips)
  if (!found) return none
  const { payslip, amount: paid } = found
  return (
    <span className="figure">
      <span>{moneyOf(paid)}</span>
      <Link
        className="how"
        to="/users/$user_id/payslips/$submission_id"
        params={{ user_id, submission_id: payslip.id }}
      >
        payslip of {dayOf(payslip.income_information.pay_date)}
      </Link>
    </span>
  )
}

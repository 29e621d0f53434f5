import type { SandboxPersonDetails as Person } from '@payproof/sdk'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { CopyButton } from '../../ui/copy-button.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { Facts } from '../../ui/facts.tsx'
import { dayOf, moneyOf, wordsOf } from '../../ui/format.ts'
import { api } from '../api.ts'
import { QueryState } from '../query-state.tsx'
import { BehaviourForm } from '../sandbox/behaviour.tsx'
import { MoveClock } from '../sandbox/clock.tsx'
import { SandboxFrame } from '../sandbox/frame.tsx'
import { Simulator } from '../sandbox/simulator.tsx'
import '../sandbox/sandbox.css'

const route = getRouteApi('/inside/sandbox/people/$user_name')

export function Page() {
  const { user_name } = route.useParams()
  const person = useQuery({
    queryKey: ['sandbox', 'people', 'one', user_name],
    queryFn: ({ signal }) => api.sandbox.getPerson(user_name, { signal }),
  })
  return (
    <SandboxFrame title={person.data?.name ?? user_name} lead={person.data?.about ?? ' '}>
      <QueryState query={person}>
        {(found) => (
          <>
            <div className="side-by-side">
              <SignIn person={found} />
              <Identity person={found} />
            </div>
            <Simulator person={found} />
            <Jobs person={found} />
            <section className="panel" aria-labelledby="behaviour">
              <h2 id="behaviour">Behaviour at a provider</h2>
              <p className="quiet">Applies to this person’s logins through your client only.</p>
              <BehaviourForm userName={found.user_name} />
            </section>
          </>
        )}
      </QueryState>
    </SandboxFrame>
  )
}

const copied = (text: string | null, what: string) =>
  text && (
    <span className="with-copy">
      <code>{text}</code>
      <CopyButton text={text} what={what} />
    </span>
  )

const SignIn = ({ person: { sign_in } }: { person: Person }) => (
  <section className="panel" aria-labelledby="sign-in">
    <h2 id="sign-in">To sign in</h2>
    <Facts
      facts={[
        { name: 'User name', value: copied(sign_in.user_name, 'the user name') },
        { name: 'Password', value: copied(sign_in.password, 'the password') },
        { name: 'Code for the second factor', value: copied(sign_in.code, 'the code') },
        { name: 'Memorable date', value: copied(sign_in.memorable_date, 'the memorable date') },
        { name: 'Memorable word', value: copied(sign_in.memorable_word, 'the memorable word') },
      ]}
    />
    <p className="quiet small">
      The same at every provider. These people are fictional, so the details are not secret.
    </p>
  </section>
)

function Identity({ person: { identity } }: { person: Person }) {
  const [address] = identity.addresses
  return (
    <section className="panel" aria-labelledby="identity">
      <h2 id="identity">To register</h2>
      <Facts
        facts={[
          { name: 'Forename', value: copied(identity.forename, 'the forename') },
          { name: 'Surname', value: copied(identity.surname, 'the surname') },
          { name: 'Date of birth', value: copied(identity.date_of_birth, 'the date of birth') },
          { name: 'National Insurance number', value: copied(identity.ni_number, 'the number') },
          { name: 'Tax reference', value: copied(identity.unique_tax_reference, 'the tax reference') },
          { name: 'Postcode', value: copied(address?.post_code ?? null, 'the postcode') },
        ]}
      />
      <p className="quiet small">
        <Link to="/users">Register them as a user</Link> with these details, and connect them.
      </p>
    </section>
  )
}

const Jobs = ({ person: { jobs, next_pay_day } }: { person: Person }) => (
  <section className="panel panel-close" aria-labelledby="jobs">
    <h2 id="jobs" className="panel-title">
      Jobs
    </h2>
    <DataTable
      caption="Jobs"
      rows={jobs}
      keyOf={({ id }) => id}
      columns={[
        {
          title: 'Employer',
          cell: ({ employer }) => (
            <div className="two-lines">
              <span>{employer.name}</span>
              <code className="quiet small">{employer.paye_reference}</code>
            </div>
          ),
        },
        {
          title: 'Role',
          cell: ({ role, type }) => [role, type && wordsOf(type).toLowerCase()].filter(Boolean).join(', '),
        },
        {
          title: 'Time',
          cell: ({ start_date, leave_date }) =>
            `${dayOf(start_date)} – ${leave_date ? dayOf(leave_date) : 'today'}`,
        },
        { title: 'Paid', cell: ({ frequency }) => wordsOf(frequency) },
        {
          title: 'Pay',
          align: 'end',
          cell: ({ annual_pay, hourly_pay }) =>
            annual_pay ? `${moneyOf(annual_pay)} a year` : hourly_pay && `${moneyOf(hourly_pay)} an hour`,
        },
      ]}
    />
    <div className="panel-foot">
      {next_pay_day ? (
        <>
          <span>
            Next paid on <strong>{dayOf(next_pay_day)}</strong>, by the sandbox clock.
          </span>
          <MoveClock
            change={{ now: `${next_pay_day}T09:00:00Z` }}
            toast={`The sandbox time is now ${dayOf(next_pay_day)}`}
          >
            Go to this pay day
          </MoveClock>
        </>
      ) : (
        <span className="quiet">No further pay days.</span>
      )}
    </div>
  </section>
)

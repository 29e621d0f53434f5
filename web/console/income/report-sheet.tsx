import type { User } from '@payproof/sdk'
import { type ReactNode, useEffect } from 'react'
import { dayOf, timeOf } from '../../ui/format.ts'
import { useMember } from '../session.ts'
import { nameOf } from '../users/user-frame.tsx'
import { meanings } from './figure.tsx'
import type { Report } from './report.ts'
import { PayslipsInFull, TransactionsInFull } from './report-annex.tsx'
import { Employments, Payments, Spending, Statements, TaxYears } from './report-sections.tsx'
import { Sources, Submissions } from './report-sources.tsx'
import type { Names } from './sources.ts'

type Props = { report: Report; user: User; names: Names; months: number }

/** Shows the report as a document: white in both colour schemes, A4 in print. */
export function ReportSheet({ report, user, names, months }: Props) {
  const member = useMember()
  const { payslips, statements, hasMoreStatements, taxYears, olderPayslips, madeAt, client } = report
  useRunningHead(`${nameOf(user)}${user.ext_id ? ` · ${user.ext_id}` : ''}`, `Made ${dayOf(madeAt)}`)
  const about = { report, names }
  return (
    <article className="report" aria-label="Income report">
      <header>
        <p className="report-client">{client ?? 'Payproof'}</p>
        <h2>Income report</h2>
        <dl>
          <Pair name="Name">{nameOf(user)}</Pair>
          <Pair name="Reference">{user.ext_id}</Pair>
          <Pair name="Born">{user.date_of_birth && dayOf(user.date_of_birth)}</Pair>
          <Pair name="Postcode">{user.post_codes?.join(', ')}</Pair>
          <Pair name="Made">{timeOf(madeAt)}</Pair>
          <Pair name="Made by">{member.name || member.email}</Pair>
          <Pair name="Payslips">
            {payslips.length > 0 &&
              `paid in the ${months} months up to the newest pay date${olderPayslips > 0 ? `; ${olderPayslips} older ones are stored` : ''}`}
          </Pair>
          <Pair name="Bank statements">
            {hasMoreStatements && `the newest ${statements.length}; more are stored`}
          </Pair>
          <Pair name="User id">{user.user_id}</Pair>
        </dl>
        <ReportFindings report={report} />
        <p>
          Each figure shows its source: P for a payslip, B for a bank statement, T for a tax year. Annex C
          says where each comes from; annexes A and B have all of its figures. What one source says is never
          added to what another says.
        </p>
      </header>
      {payslips.length > 0 && (
        <Section title="Employments">
          <Employments {...about} />
        </Section>
      )}
      <Section title="Sources">
        <Sources {...about} />
      </Section>
      {payslips.length > 0 && (
        <Section title="Pay">
          <Payments {...about} />
        </Section>
      )}
      {taxYears.length > 0 && (
        <Section title="Tax years">
          <TaxYears {...about} />
        </Section>
      )}
      {statements.length > 0 && (
        <Section title="Money in, by bank statements">
          <Statements {...about} />
        </Section>
      )}
      <Section title="Estimated household spending">
        <Spending {...about} />
      </Section>
      <Section title="How to read and check it">
        <Words />
      </Section>
      {payslips.length > 0 && (
        <Section title="Annex A. Payslips in full" isNewPage>
          <PayslipsInFull {...about} />
        </Section>
      )}
      {statements.length > 0 && (
        <Section title="Annex B. Bank statements in full" isNewPage>
          <TransactionsInFull {...about} />
        </Section>
      )}
      <Section title="Annex C. Submissions and signatures" isNewPage>
        <Submissions {...about} />
      </Section>
    </article>
  )
}

/** Risks first: a reader must not take a figure from this page without them. */
const ReportFindings = ({ report: { findings, leftOut } }: Pick<Props, 'report'>) =>
  findings.length > 0 && (
    <section aria-label="Findings" className="report-findings">
      <h3>Findings</h3>
      <ul>
        {findings.map(({ severity, message, action }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: findings have no id, and their order is stable.
          <li key={index} data-severity={severity}>
            <strong>{severityWords[severity]}:</strong> {message} {action}
          </li>
        ))}
      </ul>
      {leftOut > 0 && (
        <p>
          {leftOut === 1 ? '1 payslip' : `${leftOut} payslips`} with a low trust score left out of this
          report.
        </p>
      )}
    </section>
  )

const severityWords = { high: 'High risk', medium: 'Check', low: 'Note' } as const

const Pair = ({ name, children }: { name: string; children: ReactNode }) =>
  children ? (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  ) : null

type SectionProps = { title: string; isNewPage?: boolean; children: ReactNode }

const Section = ({ title, isNewPage = false, children }: SectionProps) => (
  <section className="report-section" data-new-page={isNewPage || undefined}>
    <h3>{title}</h3>
    {children}
  </section>
)

const Words = () => (
  <>
    <dl className="report-words">
      {meanings.map(([word, meaning]) => (
        <div key={word}>
          <dt>{word}</dt>
          <dd>{meaning}</dd>
        </div>
      ))}
    </dl>
    <p>
      “Record intact” means that the service signed the submission with its provenance (Ed25519), and that the
      signature fitted a published key of {location.origin}/.well-known/jwks.json when this report was made.
      Anyone can request the signed copy by the submission id and check it again. It proves what was read and
      when, not that a document is genuine: see trust and verified for that.
    </p>
  </>
)

/** Sets the header of every printed page; CSS reads it from the root element. */
function useRunningHead(left: string, right: string) {
  useEffect(() => {
    const { style } = document.documentElement
    style.setProperty('--report-left', JSON.stringify(left))
    style.setProperty('--report-right', JSON.stringify(right))
    return () => {
      style.removeProperty('--report-left')
      style.removeProperty('--report-right')
    }
  }, [left, right])
}

import type { Attention } from '@payproof/sdk'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { countOf, wordsOf } from '../../ui/format.ts'
import { shortened } from '../../ui/short-id.tsx'
import { Time } from '../../ui/time.tsx'
import { oneOf } from '../filters.ts'
import { categories } from '../terms/categories.ts'
import { PersonName } from '../users/person-name.tsx'

type Item = Attention['items'][number]
type Example = Item['examples'][number]
type Words = {
  tone: Tone
  /** Severity in one word, shown as a badge. */
  mark: string
  sentence: (item: Item) => string
  /** Label for the `since` timestamp. */
  when?: string
  linkOf: (example: Example, item: Item) => ReactNode
}

const plural = ({ count, is_capped }: Item, one: string, many: string) =>
  count === 1 && !is_capped ? `1 ${one}` : `${is_capped ? 'More than ' : ''}${countOf(count)} ${many}`

type UserPath = '/users/$user_id' | '/users/$user_id/connections' | '/users/$user_id/documents'

const toUser =
  (path: UserPath) =>
  ({ user_id, id }: Example) =>
    user_id ? (
      <Link to={path} params={{ user_id }}>
        <PersonName user_id={user_id} />
      </Link>
    ) : (
      shortened(id)
    )
const toSummary = toUser('/users/$user_id')
const toConnections = toUser('/users/$user_id/connections')
const toDocuments = toUser('/users/$user_id/documents')

const toWebhook = ({ id, name }: Example) => (
  <Link to="/webhooks/$webhook_id" params={{ webhook_id: id }}>
    {name}
  </Link>
)

const toDocument =
  (search: { show?: 'findings' } = {}) =>
  ({ id, user_id }: Example) =>
    user_id && (
      <Link to="/users/$user_id/documents/$document_id" params={{ user_id, document_id: id }} search={search}>
        <PersonName user_id={user_id} />
      </Link>
    )

const readCategory = oneOf(...categories)

const toProvider = ({ id, name }: Example) => (
  <Link to="/providers" search={{ search: id }}>
    {name}
  </Link>
)

const mismatchSource = (item: Item) => {
  const held = item.reason?.endsWith('-held') ? ' on hold' : ''
  return item.reason?.startsWith('document')
    ? plural(item, `document${held} shows`, `documents${held} show`)
    : plural(item, `connection${held} shows`, `connections${held} show`)
}

const limitSentences: Record<string, string> = {
  person: 'Too many refused logins for one person: logins are blocked for a day',
  address: 'Too many refused logins from one IP address: logins are blocked for a day',
  provider: 'Nine of ten logins at a provider were refused: logins are blocked for an hour',
}

const kinds: Record<Item['kind'], Words> = {
  'webhook-paused': {
    tone: 'bad',
    mark: 'Stopped',
    when: 'since',
    linkOf: toWebhook,
    sentence: (item) =>
      `${plural(item, 'webhook is', 'webhooks are')} paused: ${item.reason ?? 'reason unknown'}`,
  },
  'webhook-failing': {
    tone: 'bad',
    mark: 'Failing',
    when: 'since',
    linkOf: toWebhook,
    sentence: (item) =>
      `The receiver of ${plural(item, 'webhook', 'webhooks')} does not respond; we keep retrying`,
  },
  'provider-down': {
    tone: 'bad',
    mark: 'Down',
    linkOf: toProvider,
    sentence: (item) =>
      `${plural(item, 'payroll provider does', 'payroll providers do')} not respond at the moment`,
  },
  'provider-degraded': {
    tone: 'warn',
    mark: 'Degraded',
    linkOf: toProvider,
    sentence: (item) =>
      `${plural(item, 'payroll provider answers', 'payroll providers answer')} only some of the time`,
  },
  'term-inactive': {
    tone: 'warn',
    mark: 'Check',
    sentence: (item) =>
      `None of your own terms is active for ${plural(item, 'category', 'categories')}: people see the default terms`,
    linkOf: ({ id }) => (
      <Link to="/terms" search={{ category: readCategory(id) }}>
        {wordsOf(id)} terms
      </Link>
    ),
  },
  'second-factor-waiting': {
    tone: 'note',
    mark: 'Waiting',
    when: 'first ends',
    linkOf: toConnections,
    sentence: (item) => `${plural(item, 'connection waits', 'connections wait')} for the person’s code`,
  },
  'account-ended': {
    tone: 'warn',
    mark: 'Ended',
    when: 'since',
    linkOf: toConnections,
    sentence: (item) =>
      `${plural(item, 'connection has', 'connections have')} ended in the last 30 days: ${wordsOf(item.reason ?? 'reason unknown').toLowerCase()}`,
  },
  'confirmation-due': {
    tone: 'warn',
    mark: 'Confirm',
    when: 'the first by',
    linkOf: toConnections,
    sentence: (item) =>
      item.reason === 'paused'
        ? `${plural(item, 'bank connection is', 'bank connections are')} paused until the person confirms`
        : `${plural(item, 'bank connection needs', 'bank connections need')} the person’s confirmation: invite them`,
  },
  'consent-expiring': {
    tone: 'note',
    mark: 'Soon',
    when: 'first ends',
    linkOf: toConnections,
    sentence: (item) =>
      `${plural(item, 'consent expires', 'consents expire')} within 6 hours without any data yet`,
  },
  'consent-expired': {
    tone: 'warn',
    mark: 'Ended',
    when: 'first on',
    linkOf: toConnections,
    sentence: (item) =>
      `${plural(item, 'consent has', 'consents have')} expired in the last 7 days without any data: ask these people again`,
  },
  'upload-stuck': {
    tone: 'warn',
    mark: 'Stuck',
    when: 'since',
    linkOf: toDocuments,
    sentence: (item) =>
      `${plural(item, 'upload has', 'uploads have')} not been read for a quarter of an hour`,
  },
  'identity-mismatch': {
    tone: 'bad',
    mark: 'Check',
    when: 'since',
    linkOf: (example, { reason }) =>
      reason?.startsWith('document') ? toDocuments(example) : toConnections(example),
    sentence: (item) => `${mismatchSource(item)} a different person from the registered one`,
  },
  'document-flagged': {
    tone: 'bad',
    mark: 'High risk',
    when: 'first on',
    linkOf: toDocument({ show: 'findings' }),
    sentence: (item) =>
      item.reason === 'bank_statement'
        ? `${plural(item, 'bank statement has', 'bank statements have')} a low trust score and will not be used`
        : `${plural(item, 'payslip has', 'payslips have')} a low trust score and will not be used`,
  },
  'unread-document': {
    tone: 'warn',
    mark: 'Check',
    when: 'first on',
    linkOf: toDocument(),
    sentence: (item) =>
      `${item.reason === 'bank_statement' ? plural(item, 'bank statement', 'bank statements') : plural(item, 'payslip', 'payslips')} could not be read`,
  },
  'applicant-disputes': {
    tone: 'warn',
    mark: 'Disputed',
    when: 'first on',
    linkOf: toSummary,
    sentence: (item) => `Applicants dispute ${plural(item, 'figure', 'figures')}`,
  },
  'ready-for-review': {
    tone: 'note',
    mark: 'Ready',
    when: 'first on',
    linkOf: toSummary,
    sentence: (item) => `${plural(item, 'user is', 'users are')} ready for review`,
  },
  'review-stalled': {
    tone: 'warn',
    mark: 'Stalled',
    when: 'first on',
    linkOf: toSummary,
    sentence: (item) => `${plural(item, 'user has', 'users have')} made no progress for a week`,
  },
  'login-limit-reached': {
    tone: 'bad',
    mark: 'Possible guessing',
    when: 'since',
    linkOf: toConnections,
    sentence: ({ reason }) => limitSentences[reason ?? ''] ?? 'Too many logins were refused',
  },
}

/** Lists items that need action by the team, each with a link. */
export function AttentionList({ items }: { items: Item[] }) {
  if (items.length === 0) return <p className="quiet">You’re all caught up.</p>
  return (
    <ul className="attention">
      {items.map((item) => {
        const { tone, mark, sentence, when, linkOf } = kinds[item.kind]
        const { examples, count, since } = item
        return (
          <li key={`${item.kind} ${item.reason}`} data-kind={item.kind}>
            <Badge tone={tone}>{mark}</Badge>
            <div>
              <p>
                {sentence(item)}
                {when && since && (
                  <span className="quiet">
                    {' '}
                    ({when} <Time at={since} />)
                  </span>
                )}
              </p>
              <ul className="attention-links">
                {examples.map((example) => (
                  <li key={example.id}>{linkOf(example, item)}</li>
                ))}
                {count > examples.length && (
                  <li className="quiet">and {countOf(count - examples.length)} more</li>
                )}
              </ul>
            </div>
          </li>
        )
      })}
    </ul>
  )
}

import type { Attention } from '@payproof/sdk'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { countOf, timeOf, wordsOf } from '../../ui/format.ts'
import { shortened } from '../../ui/short-id.tsx'

type Item = Attention['items'][number]
type Example = Item['examples'][number]
type Words = {
  tone: Tone
  /** Severity in one word. */
  mark: string
  sentence: (item: Item) => string
  /** Label for the `since` timestamp. */
  when?: string
  linkOf: (example: Example) => ReactNode
}

const plural = ({ count, is_capped }: Item, one: string, many: string) =>
  count === 1 && !is_capped ? `1 ${one}` : `${is_capped ? 'More than ' : ''}${countOf(count)} ${many}`

const toUser = (path: string) => (example: Example) => {
  const { user_id, id } = example
  return user_id ? (
    <Link to={path} params={{ user_id } as never}>
      User {shortened(user_id)}
    </Link>
  ) : (
    shortened(id)
  )
}
const toConnections = toUser('/users/$user_id/connections')

const toWebhook = ({ id, name }: Example) => (
  <Link to="/webhooks/$webhook_id" params={{ webhook_id: id } as never}>
    {name}
  </Link>
)

const toProvider = ({ id, name }: Example) => (
  <Link to="/providers" search={{ search: id } as never}>
    {name}
  </Link>
)

const kinds: Record<Item['kind'], Words> = {
  'webhook-paused': {
    tone: 'bad',
    mark: 'Stopped',
    when: 'since',
    linkOf: toWebhook,
    sentence: (item) =>
      `${plural(item, 'webhook is', 'webhooks are')} paused: ${item.reason ?? 'no reason is known'}`,
  },
  'webhook-failing': {
    tone: 'bad',
    mark: 'Failing',
    when: 'since',
    linkOf: toWebhook,
    sentence: (item) =>
      `The receiver of ${plural(item, 'webhook', 'webhooks')} does not answer; we go on trying`,
  },
  'provider-down': {
    tone: 'bad',
    mark: 'Down',
    linkOf: toProvider,
    sentence: (item) =>
      `${plural(item, 'payroll provider does', 'payroll providers do')} not answer at the moment`,
  },
  'provider-degraded': {
    tone: 'warn',
    mark: 'Unsteady',
    linkOf: toProvider,
    sentence: (item) =>
      `${plural(item, 'payroll provider answers', 'payroll providers answer')} only some of the time`,
  },
  'term-inactive': {
    tone: 'warn',
    mark: 'Check',
    sentence: (item) =>
      `You have terms of your own, and none of them is active for ${plural(item, 'category', 'categories')}: people read ours`,
    linkOf: ({ id }) => (
      <Link to="/terms" search={{ category: id } as never}>
        {wordsOf(id)} terms
      </Link>
    ),
  },
  'second-factor-waiting': {
    tone: 'note',
    mark: 'Waiting',
    when: 'the first ends',
    linkOf: toConnections,
    sentence: (item) => `${plural(item, 'connection waits', 'connections wait')} for the person’s code`,
  },
  'account-ended': {
    tone: 'warn',
    mark: 'Ended',
    when: 'since',
    linkOf: toConnections,
    sentence: (item) =>
      `${plural(item, 'connection has', 'connections have')} ended within 30 days: ${wordsOf(item.reason ?? 'no reason is known').toLowerCase()}`,
  },
  'consent-expiring': {
    tone: 'note',
    mark: 'Soon',
    when: 'the first ends',
    linkOf: toConnections,
    sentence: (item) =>
      `${plural(item, 'consent ends', 'consents end')} within 6 hours, and nothing came under it yet`,
  },
  'consent-expired': {
    tone: 'warn',
    mark: 'Ended',
    when: 'the first',
    linkOf: toConnections,
    sentence: (item) =>
      `${plural(item, 'consent has', 'consents have')} ended within 7 days and nothing came: ask these people again`,
  },
  'upload-stuck': {
    tone: 'warn',
    mark: 'Stuck',
    when: 'since',
    linkOf: toUser('/users/$user_id/documents'),
    sentence: (item) =>
      `${plural(item, 'upload has', 'uploads have')} not been read for a quarter of an hour`,
  },
}

/** Items that need action by the team, each with a link. */
export function AttentionList({ items }: { items: Item[] }) {
  if (items.length === 0) return <p className="quiet">Nothing needs you at the moment.</p>
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
                    ({when} {timeOf(since)})
                  </span>
                )}
              </p>
              <ul className="attention-links">
                {examples.map((example) => (
                  <li key={example.id}>{linkOf(example)}</li>
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

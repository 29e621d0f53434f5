import type { TimelineEvent } from '@payproof/sdk'
import { countOf, wordsOf } from '../../ui/format.ts'
import { accountStates, reasonOf } from './account-labels.ts'

/** Link to the page with more details about an event. */
export type EventLink =
  | { section: 'connections' | 'payslips' | 'statements' | 'tax' | 'notes'; label: string; isPersonal?: true }
  | { document_id: string; label: string }
  | { webhook_id: string; delivery_id: string; label: string }

/** Text of a timeline event: a sentence with a link. Personal data is omitted for Support. */
type EventText = {
  words: string
  more?: string | undefined
  link?: EventLink
}
type Around = {
  /** Returns the provider's name. */
  provider: (id: string) => string
}
type Tell = (event: TimelineEvent, around: Around) => EventText

const many = (count: number | undefined, one: string, more: string) =>
  count === 0
    ? `no new ${one}`
    : count === 1 || count === undefined
      ? `1 ${one}`
      : `${countOf(count)} ${more}`

const connections: EventLink = { section: 'connections', label: 'Connections' }

const documents: Record<string, string> = { payslip: 'A payslip', bank_statement: 'A bank statement' }
const subjects: Record<string, string> = {
  job: 'a job',
  bank_account: 'a bank account',
  tax_year: 'a tax year',
}

const delivery =
  (words: string): Tell =>
  ({ id, webhook_id = '', event = '' }) => ({
    words: `${words}: ${wordsOf(event).toLowerCase()}`,
    link: { webhook_id, delivery_id: id, label: 'Delivery' },
  })

const about =
  (words: string): Tell =>
  () => ({ words, link: connections })

const plain =
  (words: string): Tell =>
  () => ({ words })

const sentences: Record<TimelineEvent['kind'], Tell> = {
  'user.created': plain('Registered'),
  'user.changed': plain('Details were changed'),
  'user_token.issued': plain('Journey link created'),
  'user_token.revoked': plain('All links and tokens revoked'),
  'journey.invited': plain('Journey link sent'),
  'journey.reminded': plain('Reminder sent by email'),
  'journey.reminders_stopped': plain('Stopped the reminders'),
  'journey.opened': plain('Opened the journey'),
  'journey.ended': plain('Left the journey'),
  'data.erased': plain('Deleted the shared data'),
  'authorisation.accepted': about('Agreed to the terms'),
  'authorisation.revoked': about('Consent was withdrawn'),
  'authorisation.expired': about('Consent expired'),
  'account.requested': about('Started to connect'),
  'account.refused': ({ payroll_provider, reason }, { provider }) => ({
    words: payroll_provider ? `Login refused at ${provider(payroll_provider)}` : 'Login refused',
    more: reason && reasonOf(reason),
    link: connections,
  }),
  'account.reconnecting': about('Started to reconnect'),
  'account.moved': ({ payroll_provider = '', status, reason = '' }, { provider }) => {
    const state = accountStates[status as keyof typeof accountStates]?.words ?? wordsOf(status ?? '')
    return {
      words: `${provider(payroll_provider)}: ${state.toLowerCase()}`,
      more: reasonOf(reason),
      link: connections,
    }
  },
  'payroll.requested': plain('Payslips requested'),
  'payroll.refused': about('Payslips could not be fetched'),
  'payroll.retrieved': ({ submissions }) => ({
    words: `Payslips received: ${many(submissions, 'payslip', 'payslips')}`,
    link: { section: 'payslips', label: 'Payslips', isPersonal: true },
  }),
  'tax_income.requested': plain('Tax years requested'),
  'tax_income.refused': about('Tax years could not be fetched'),
  'tax_income.retrieved': ({ submissions }) => ({
    words: `Tax years received: ${many(submissions, 'tax year', 'tax years')}`,
    link: { section: 'tax', label: 'Tax years', isPersonal: true },
  }),
  'document.submitted': plain('Sent files'),
  'document.discarded': plain('File discarded'),
  'document.stored': ({ id, document_type = '', trust_score }) => ({
    words: `${documents[document_type] ?? 'A document'} was stored`,
    more: trust_score && `Trust: ${trust_score.toLowerCase()}`,
    link: { document_id: id, label: 'Document' },
  }),
  'bank_statement.read': ({ document_id }) => ({
    words: 'A bank statement was read',
    link: document_id
      ? { document_id, label: 'Document' }
      : { section: 'statements', label: 'Bank statements', isPersonal: true },
  }),
  'note.added': ({ subject = '' }) => ({
    words: `Left a note about ${subjects[subject] ?? 'something'}`,
    link: { section: 'notes', label: 'Notes', isPersonal: true },
  }),
  'delivery.delivered': delivery('Your webhook was notified'),
  'delivery.dead': delivery('Your webhook could not be notified'),
}

const actors: Record<string, string> = {
  api_key: 'by the API',
  member: 'by a member',
  user: 'by the person',
  worker: 'automatically',
  operator: 'by the operator',
}

/** Describes an event. An event of an unknown kind is described by its identifier. */
export function describeEvent(event: TimelineEvent, around: Around) {
  const known = sentences[event.kind] as Tell | undefined
  const description = known ? known(event, around) : { words: wordsOf(event.kind) }
  return { ...description, by: (event.actor_kind && actors[event.actor_kind]) || undefined }
}

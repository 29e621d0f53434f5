import { z } from 'zod'
import { Timestamp, Uuid } from '../../platform/http/wire.ts'
import { userFlags } from './flags.ts'

const Day = z.iso.date()
const Count = z.int()

/** Names of the counts, as stored (by migration 0019 and the journey funnel) and as returned. */
export const countNames = [
  'users_registered',
  'journeys',
  'connections_started',
  'connections_succeeded',
  'connections_failed',
  'payroll_submissions',
  'bank_statement_submissions',
  'tax_income_submissions',
  'deliveries_succeeded',
  'deliveries_failed',
] as const

export const Activity = z
  .strictObject({
    from: Day,
    to: Day,
    days: z
      .array(
        z
          .strictObject({
            day: Day,
            users_registered: Count,
            journeys: Count.describe('Journeys opened for the first time'),
            connections_started: Count.describe('Logins and OAuth redirects started'),
            connections_succeeded: Count,
            connections_failed: Count.describe('Rejected or not completed in time'),
            payroll_submissions: Count,
            bank_statement_submissions: Count,
            tax_income_submissions: Count,
            deliveries_succeeded: Count,
            deliveries_failed: Count.describe('Dead after the last attempt'),
          })
          .meta({ id: 'ActivityOfDay' }),
      )
      .describe('Every day, oldest first. Data erased later stays counted'),
  })
  .meta({ id: 'Activity' })

export const AttentionKind = z.enum([
  'webhook-paused',
  'webhook-failing',
  'provider-down',
  'provider-degraded',
  'term-inactive',
  'second-factor-waiting',
  'account-ended',
  'consent-expiring',
  'consent-expired',
  'upload-stuck',
  'identity-mismatch',
  'document-flagged',
  'unread-document',
  'applicant-disputes',
  'login-limit-reached',
  'confirmation-due',
  'ready-for-review',
  'review-stalled',
])

const AttentionExample = z
  .strictObject({
    id: z
      .string()
      .describe('Id of the webhook, provider, term category, account, consent, upload, document or note'),
    user_id: Uuid.nullable(),
    name: z.string().nullable().describe('Name of the webhook or provider'),
    at: Timestamp.nullable(),
  })
  .meta({ id: 'AttentionExample' })

export const Attention = z
  .strictObject({
    at: Timestamp,
    items: z.array(
      z
        .strictObject({
          kind: AttentionKind,
          reason: z
            .string()
            .nullable()
            .describe(
              'For account-ended the reason of the status transition; for webhook-paused the pause_reason; for identity-mismatch ' +
                'account, document, or with hold_unmatched_data account-held, document-held; for document-flagged and unread-document the type of the document; ' +
                'for login-limit-reached person, address or provider; for confirmation-due soon or paused',
            ),
          count: z.int().min(1),
          is_capped: z.boolean().describe('There may be more: counting stops at a thousand'),
          since: Timestamp.nullable().describe('Time of the item that has waited longest or ends first'),
          examples: z.array(AttentionExample).max(5),
        })
        .meta({ id: 'AttentionItem' }),
    ),
  })
  .meta({ id: 'Attention', description: 'Empty if nothing needs attention.' })

/** As many as a page of GET /users can have. */
const maxFlaggedUsers = 100

export const FlagsQuery = z.strictObject({
  user_ids: z
    .string()
    .max(maxFlaggedUsers * 37)
    .transform((text) => [...new Set(text.split(','))])
    .pipe(z.array(z.uuid()).max(maxFlaggedUsers))
    .describe(`Up to ${maxFlaggedUsers} user ids, separated by commas`),
})

const UserFlag = z
  .strictObject({
    code: z
      .enum(userFlags)
      .describe(
        'document-low-trust: documents that are not included; identity-differs: accounts and documents of another person that ' +
          'are not accepted; unread-document: documents that could not be read and are not checked; disputed: notes of the applicant',
      ),
    count: z.int().min(1).describe('How many documents, sources or notes'),
  })
  .meta({ id: 'UserFlag' })

const FlaggedUser = z
  .strictObject({ user_id: Uuid, flags: z.array(UserFlag).describe('Worst first') })
  .meta({ id: 'FlaggedUser' })

export const FlaggedUsers = z
  .strictObject({ users: z.array(FlaggedUser).describe('In the order of the request') })
  .meta({ id: 'FlaggedUsers', description: 'Users without flags are omitted.' })

/** Audit actions that appear in a timeline. They must be the same as in the partial index audit_lines_told. */
export const timelineActions = [
  'user.changed',
  'user_token.issued',
  'user_token.revoked',
  'journey.invited',
  'journey.opened',
  'journey.ended',
  'data.erased',
  'account.requested',
  'account.refused',
  'account.reconnecting',
  'payroll.requested',
  'payroll.refused',
  'tax_income.requested',
  'tax_income.refused',
  'document.submitted',
  'document.discarded',
] as const

const TimelineKind = z.enum([
  'user.created',
  'authorisation.accepted',
  'authorisation.revoked',
  'authorisation.expired',
  'account.moved',
  'payroll.retrieved',
  'tax_income.retrieved',
  'document.stored',
  'bank_statement.read',
  'note.added',
  'journey.reminded',
  'journey.reminders_stopped',
  'delivery.delivered',
  'delivery.dead',
  ...timelineActions,
])

export const TimelineEvent = z
  .strictObject({
    at: Timestamp,
    kind: TimelineKind,
    id: Uuid.describe(
      'Id of the subject: user, authorisation, account, entry, document, submission, note or delivery',
    ),
    actor_kind: z.string().optional().describe('Kind of actor: api_key, member, user, worker or operator'),
    account_id: Uuid.optional(),
    payroll_provider: z.string().optional(),
    from_status: z.string().optional(),
    status: z.string().optional(),
    reason: z.string().optional(),
    term_id: Uuid.optional(),
    submissions: z.int().optional().describe('Number of payslips or tax years retrieved'),
    document_id: Uuid.optional(),
    document_type: z.string().optional(),
    trust_score: z.string().optional(),
    subject: z.string().optional().describe('Subject of a note: job, bank_account or tax_year'),
    webhook_id: Uuid.optional(),
    event: z.string().optional(),
  })
  .meta({ id: 'TimelineEvent', description: 'Fields that do not apply are omitted.' })

export const TimelinePage = z
  .strictObject({ timeline: z.array(TimelineEvent), next_cursor: z.string().nullable() })
  .meta({ id: 'TimelinePage' })

import { z } from 'zod'
import { Timestamp, Uuid } from '../../platform/http/wire.ts'

const Day = z.iso.date()
const Count = z.int()

/** Names of the counts, as stored (migration 0019, journey funnel) and as returned. */
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
])

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
              'For account-ended the reason of the status transition; for webhook-paused the pause_reason',
            ),
          count: z.int().min(1),
          is_capped: z.boolean().describe('There may be more: counting stops at a thousand'),
          since: Timestamp.nullable().describe('Time of the item that has waited longest or ends first'),
          examples: z
            .array(
              z.strictObject({
                id: z
                  .string()
                  .describe('Id of the webhook, provider, term category, account, consent or upload'),
                user_id: Uuid.nullable(),
                name: z.string().nullable().describe('Name of the webhook or provider'),
                at: Timestamp.nullable(),
              }),
            )
            .max(5),
        })
        .meta({ id: 'AttentionItem' }),
    ),
  })
  .meta({ id: 'Attention', description: 'Empty if nothing needs attention.' })

/** Audit actions that appear in a timeline; must equal those of the partial index audit_lines_told. */
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

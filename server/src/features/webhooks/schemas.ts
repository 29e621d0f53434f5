import { z } from 'zod'
import { Body, Pagination, TextLine, Timestamp, Uuid } from '../../platform/http/wire.ts'

export const EventKind = z.enum([
  'user-payroll-submitted',
  'user-bank-statement-submitted',
  'user-taxauth-data-submitted',
  'account-status-changed',
  'authorisation-revoked',
  'journey-ended',
  'document-flagged',
  'income-summary-updated',
  'identity-mismatch',
  'review-status-changed',
])

/**
 * Events that are only stored and delivered if a webhook of the client lists their kind. All other events are always
 * in the event feed.
 */
export const OptInKind = EventKind.extract([
  'account-status-changed',
  'authorisation-revoked',
  'journey-ended',
  'document-flagged',
  'income-summary-updated',
  'identity-mismatch',
  'review-status-changed',
])

const AccountStatus = z.enum(['PENDING', 'AUTHORISED', 'INVALID', 'EXPIRED'])

/** As in the feature `reviews`, which may not be imported here. The compiler compares them when an event is published. */
const EventReviewStatus = z.enum([
  'registered',
  'invited',
  'opened',
  'sharing',
  'stalled',
  'ready',
  'in_review',
  'decided',
])

/** Fields of each event kind except event, user_id and timestamp. */
export const EventFields = {
  'user-payroll-submitted': z.strictObject({ entry_id: Uuid, account_id: Uuid.nullable() }),
  'user-bank-statement-submitted': z.strictObject({ document_external_ids: z.array(z.string()) }),
  'user-taxauth-data-submitted': z.strictObject({ entry_id: Uuid, account_id: Uuid }),
  'account-status-changed': z.strictObject({
    account_id: Uuid,
    from_status: AccountStatus.nullable().describe('Null for a new account'),
    status: AccountStatus,
    reason: z.string().describe('Reason code, as in the history of the account'),
  }),
  'authorisation-revoked': z.strictObject({
    authorisation_id: Uuid,
    term_id: Uuid,
    withdrawn_by: z
      .enum(['person', 'client'])
      .describe('person: on the page of the person; client: by the API or the console'),
    revoked_at: Timestamp,
  }),
  'journey-ended': z.strictObject({
    journey_id: Uuid,
    outcome: z
      .enum(['finished', 'abandoned', 'expired'])
      .describe(
        'finished: the person connected an account or sent documents, and left; abandoned: they left without; ' +
          'expired: the link expired before they left',
      ),
    reason: z
      .string()
      .describe(
        'finished: connected or documents; abandoned: nothing, or the error code of the last connection; ' +
          'expired: not-opened or not-finished',
      ),
    account_id: Uuid.nullable().describe('With reason connected'),
  }),
  'document-flagged': z.strictObject({
    document_id: Uuid,
    type: z.enum(['payslip', 'bank_statement']),
    trust_score: z.literal('Low'),
    finding_codes: z.array(z.string()).describe('Codes of the findings of high severity'),
  }),
  'income-summary-updated': z.strictObject({
    model_id: z.string().describe('Model of the summary'),
    as_of: z.string().meta({ type: 'string', format: 'date' }).describe('The day it was calculated for'),
    status: z.enum(['none', 'partial', 'ready']).describe('As in the summary'),
  }),
  'identity-mismatch': z.strictObject({
    account_id: Uuid.nullable().describe('The account whose data shows another person; null for a document'),
    document_id: Uuid.nullable().describe('The document that shows another person; null for an account'),
    identity_match: z.literal('none').describe('Always none'),
    differences: z
      .array(z.enum(['name', 'date_of_birth', 'ni_number', 'post_code']))
      .describe('Fields that differ from the registered person'),
  }),
  'review-status-changed': z.strictObject({
    from_status: EventReviewStatus.describe('The status in the previous event about the user'),
    status: EventReviewStatus,
    decision: z
      .enum(['approve', 'decline', 'refer', 'withdrawn'])
      .nullable()
      .describe('With the status decided'),
    assignee_id: Uuid.nullable().describe('The member who is assigned'),
  }),
} satisfies Record<z.output<typeof EventKind>, z.ZodObject>

const Name = TextLine(200)
const Events = z
  .array(EventKind)
  .min(1)
  .max(10)
  .transform((kinds) => [...new Set(kinds)])
const Url = TextLine(2048).describe('Where deliveries are sent: https, or http in the sandbox')
const SigningSecret = z
  .string()
  .min(8)
  .max(512)
  .describe('Deliveries are signed with its UTF-8 bytes. It cannot be read back')
const EncryptionKey = z
  .string()
  .max(64)
  .refine((text) => isKey(text), 'must be the Base64 text of 32 bytes')
  .describe('Base64 of 32 random bytes. It cannot be read back')

function isKey(text: string) {
  const bytes = Buffer.from(text, 'base64')
  return bytes.length === 32 && bytes.toString('base64') === text
}

const contentTypes = z.enum(['text/plain', 'application/json', 'application/octet-stream'])
const config = {
  include_payload: z.boolean(),
  encrypted_content_type: contentTypes.describe('The Content-Type of encrypted bodies'),
}
const readOnly = ['webhook_id', 'created_at']

const NewConfig = z
  .strictObject({
    include_payload: config.include_payload.default(false),
    encrypted_content_type: config.encrypted_content_type.default('text/plain'),
  })
  .meta({ id: 'NewWebhookConfig' })

export const NewWebhook = Body(
  {
    name: Name,
    events: Events,
    url: Url,
    signing_secret: SigningSecret.optional(),
    encryption_key: EncryptionKey.optional(),
    config: NewConfig.optional(),
  },
  { ignored: readOnly },
).meta({ id: 'NewWebhook' })

const ConfigChanges = z
  .strictObject({
    include_payload: config.include_payload.optional(),
    encrypted_content_type: config.encrypted_content_type.optional(),
  })
  .meta({ id: 'WebhookConfigChanges' })

export const WebhookChanges = Body(
  {
    name: Name.optional(),
    events: Events.optional(),
    url: Url.optional(),
    config: ConfigChanges.optional(),
  },
  { ignored: readOnly },
).meta({ id: 'WebhookChanges', description: 'Signing secret and encryption key are changed by a rotation.' })

export const Webhook = z
  .strictObject({
    webhook_id: Uuid,
    name: z.string(),
    events: z.array(z.string()),
    url: z.string(),
    created_at: Timestamp,
  })
  .meta({ id: 'Webhook' })

export const WebhookPage = z
  .strictObject({ pagination: Pagination, webhooks: z.array(Webhook) })
  .meta({ id: 'WebhookPage' })

const Config = z.strictObject(config).meta({ id: 'WebhookConfig' })

const Signing = z
  .strictObject({
    is_signed: z.boolean(),
    rotation: z.enum(['none', 'added', 'promoted']),
    promotes_at: Timestamp.nullable(),
    retires_at: Timestamp.nullable(),
  })
  .meta({ id: 'WebhookSigning' })

const Encryption = z
  .strictObject({
    is_encrypted: z.boolean(),
    key_id: Uuid.nullable().describe('As sent in X-Svc-Key-Id'),
    messages: z.int().describe('Messages encrypted with this key so far; the webhook is paused at 2^32'),
  })
  .meta({ id: 'WebhookEncryption' })

export const WebhookStatus = z
  .strictObject({
    webhook_id: Uuid,
    state: z
      .enum(['active', 'held', 'paused'])
      .describe('held: the circuit is open after failures; the receiver is probed at held_until'),
    paused_at: Timestamp.nullable(),
    pause_reason: z.string().nullable(),
    held_until: Timestamp.nullable(),
    failing_since: Timestamp.nullable(),
    last_success_at: Timestamp.nullable(),
    next_attempt_at: Timestamp.nullable().describe('When the oldest waiting delivery is due'),
    config: Config,
    signing: Signing,
    encryption: Encryption,
  })
  .meta({ id: 'WebhookStatus' })

export const Rotation = Body({
  signing_secret: SigningSecret.optional().describe('The new secret, with step "add"'),
  encryption_key: EncryptionKey.optional().describe(
    'Replaces the old key at once. Deliveries in flight may still use the old one, so accept both for a while',
  ),
  step: z
    .enum(['add', 'promote', 'retire'])
    .optional()
    .describe('promote/retire: advance the rotation now instead of 24/48 hours after add'),
}).meta({ id: 'WebhookRotation' })

export const Recovery = Body({ since: Timestamp, until: Timestamp.optional() }).meta({
  id: 'WebhookRecovery',
})

export const TestRequest = Body({ event: EventKind.optional() }).meta({ id: 'WebhookTest' })

export const DeliveryState = z
  .enum(['waiting', 'delivered', 'dead', 'dropped'])
  .describe('dead: all attempts have failed; dropped: the receiver asked to drop it')

const delivery = {
  delivery_id: Uuid.describe('As sent in webhook-id and X-Svc-Delivery-Id'),
  event_id: Uuid.nullable(),
  event: EventKind,
  user_id: Uuid.nullable(),
  sequence: z.int().nullable(),
  state: DeliveryState,
  is_test: z.boolean(),
  attempt_count: z.int(),
  created_at: Timestamp,
  next_attempt_at: Timestamp.nullable(),
  ended_at: Timestamp.nullable(),
}

export const Delivery = z.strictObject(delivery).meta({ id: 'Delivery' })

const Attempt = z
  .strictObject({
    attempt: z.int(),
    started_at: Timestamp,
    duration_ms: z.int(),
    status: z.int().nullable(),
    failure: z.string().nullable(),
    answer: z.string().nullable().describe('The first 4 KiB of the response body; null for the Support role'),
  })
  .meta({ id: 'DeliveryAttempt', description: 'One attempt to deliver.' })

export const DeliveryWithAttempts = z
  .strictObject({
    ...delivery,
    body: z
      .string()
      .nullable()
      .describe(
        'The exact body before encryption, with the current settings of the webhook. `webhook-signature` signs ' +
          'delivery_id, started_at in Unix seconds and this body, joined by full stops (for an encrypted webhook, the ' +
          'encrypted body instead). Null for tests, after 30 days and for the Support role',
      ),
    attempts: z.array(Attempt),
  })
  .meta({ id: 'DeliveryWithAttempts' })

export const DeliveryPage = z
  .strictObject({ deliveries: z.array(Delivery), next_cursor: z.string().nullable() })
  .meta({ id: 'DeliveryPage' })

const EventBody = z
  .looseObject({ event: EventKind, user_id: Uuid, timestamp: z.string() })
  .meta({ id: 'EventBody' })

const FeedEvent = z
  .strictObject({
    event_id: Uuid,
    is_tombstone: z.boolean().describe('The user was erased; only event, user_id and timestamp are left'),
    body: EventBody.describe('The body of a delivery; without document_external_ids for the Support role'),
  })
  .meta({ id: 'FeedEvent', description: 'An event, as webhooks deliver it.' })

export const EventPage = z
  .strictObject({
    events: z.array(FeedEvent),
    cursor: z.string().describe('Continue from here, now or later'),
    has_more: z.boolean(),
  })
  .meta({ id: 'EventPage' })

const EventDelivery = z
  .strictObject({
    webhook_id: Uuid,
    delivery_id: Uuid,
    state: DeliveryState,
  })
  .meta({ id: 'EventDelivery', description: 'The delivery of an event to one webhook.' })

const recentEvent = {
  event_id: Uuid,
  event: EventKind,
  user_id: Uuid.nullable().describe('The user that the event is about'),
  created_at: Timestamp.describe('When the event was published'),
  deliveries: z.array(EventDelivery).describe('Its deliveries, one for each webhook that listed the event'),
}

const RecentEvent = z
  .strictObject(recentEvent)
  .meta({ id: 'RecentEvent', description: 'An event with its deliveries, without its content.' })

export const RecentEventPage = z
  .strictObject({
    events: z.array(RecentEvent).describe('Events, newest first'),
    next_cursor: z.string().nullable(),
  })
  .meta({ id: 'RecentEventPage' })

export const EventWithBody = z
  .strictObject({
    ...recentEvent,
    is_tombstone: z.boolean().describe('The user was erased; only event, user_id and timestamp are left'),
    body: EventBody.nullable().describe(
      'As delivered with payload; null for the roles Support and Developer',
    ),
  })
  .meta({ id: 'EventWithBody', description: 'An event with its content and deliveries.' })

const StatisticsHour = z
  .strictObject({
    hour: Timestamp.describe('Start of the hour'),
    succeeded: z.int().describe('Attempts that the receiver answered with a 2xx status'),
    failed: z.int().describe('All other attempts'),
    median_ms: z.int().nullable().describe('Median duration of the attempts; null without any'),
    p95_ms: z.int().nullable().describe('95th percentile of the durations; null without any'),
  })
  .meta({ id: 'WebhookStatisticsHour' })

export const WebhookStatistics = z
  .strictObject({
    hours: z.array(StatisticsHour).describe('The last 24 hours, oldest first'),
    is_truncated: z
      .boolean()
      .describe('Whether there are more than 10,000 recent deliveries, so that older ones are not counted'),
    counted_since: Timestamp.nullable().describe(
      'When the oldest counted delivery was created; null if all were counted',
    ),
  })
  .meta({ id: 'WebhookStatistics', description: 'Delivery attempts by hour.' })

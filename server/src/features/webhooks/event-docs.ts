import { z } from 'zod'
import type { WebhookDescription } from '../../platform/http/openapi.ts'
import { schemaName, Timestamp, Uuid } from '../../platform/http/wire.ts'
import { EventFields, EventKind } from './schemas.ts'

type Kind = z.output<typeof EventKind>

const summaries: Record<Kind, string> = {
  'user-payroll-submitted': 'New payroll data of a user',
  'user-bank-statement-submitted': 'Bank statements of a user were read',
  'user-taxauth-data-submitted': 'New income of a user from the tax authority',
  'account-status-changed': 'The status of an account changed, or an account was added',
  'authorisation-revoked': 'An authorisation was withdrawn by the person or by the client',
  'journey-ended': 'The person left the hosted journey, or its link expired; once for each link',
  'document-flagged': 'A stored document has a trust finding of high severity',
  'income-summary-updated': 'The income summary of a user changed',
  'identity-mismatch': 'An account or document shows another person than the registered one',
  'review-status-changed': 'The review status of a user changed, or your team decided',
}

const Headers = z.object({
  'webhook-id': z.string().describe('Id of the delivery; the same for every attempt and redelivery'),
  'webhook-timestamp': z.string().describe('Time of this attempt in Unix seconds'),
  'webhook-signature': z.string().optional().describe('Standard Webhooks; with a signing secret'),
  'X-Svc-Signature': z
    .string()
    .optional()
    .describe('Hexadecimal HMAC-SHA512 of the body; with a signing secret'),
  'X-Svc-Signature-Next': z
    .string()
    .optional()
    .describe('X-Svc-Signature with the new secret, during a rotation'),
  'X-Svc-Encryption-IV': z.string().optional().describe('Base64; with an encryption key'),
  'X-Svc-Key-Id': z.string().optional().describe('Id of the encryption key'),
  'X-Svc-Delivery-Id': z.string().describe('Same as webhook-id'),
  'X-Svc-Attempt': z.string().describe('Number of the attempt, from 1'),
  'X-Svc-Sequence': z
    .string()
    .optional()
    .describe('Number of the delivery among those about this user, from 1'),
  'X-Svc-Payload-Omitted': z.string().optional().describe('size: the payload would be larger than 1 MiB'),
  'X-Svc-Tombstone': z
    .string()
    .optional()
    .describe('erased: the user was erased; the body has no data of theirs'),
  'X-Svc-Test': z.string().optional().describe('true: made-up data'),
})

/**
 * Returns the `webhooks` section of the OpenAPI document. The payload schemas are defined by the features that
 * publish the events.
 */
export const describeEvents = (payloads: Partial<Record<Kind, z.ZodType>>): WebhookDescription[] =>
  EventKind.options.map((kind) => ({
    name: kind,
    summary: summaries[kind],
    tags: ['Webhooks'],
    headers: Headers,
    body: z
      .strictObject({
        event: z.literal(kind),
        user_id: Uuid,
        timestamp: Timestamp,
        ...EventFields[kind].shape,
        ...(payloads[kind] && {
          payload: payloads[kind].optional().describe('With config.include_payload: the data itself'),
        }),
      })
      .meta({ id: schemaName(kind, 'Event'), description: summaries[kind] }),
  }))

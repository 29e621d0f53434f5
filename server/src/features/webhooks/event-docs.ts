import { z } from 'zod'
import type { Described } from '../../platform/http/openapi.ts'
import { Timestamp, Uuid } from '../../platform/http/wire.ts'
import { EventFields, EventKind } from './schemas.ts'

type Kind = z.output<typeof EventKind>

const summaries: Record<Kind, string> = {
  'user-payroll-submitted': 'New payroll data of a user',
  'user-bank-statement-submitted': 'Bank statements of a user were read',
  'user-taxauth-data-submitted': 'New income of a user from the tax authority',
}

const Headers = z.object({
  'webhook-id': z.string().describe('The delivery; the same for every attempt and replay'),
  'webhook-timestamp': z.string().describe('When this attempt was made, in Unix seconds'),
  'webhook-signature': z.string().optional().describe('Standard Webhooks; with a signing secret'),
  'X-Svc-Signature': z
    .string()
    .optional()
    .describe('Hexadecimal HMAC-SHA512 of the body; with a signing secret'),
  'X-Svc-Signature-Next': z.string().optional().describe('The same with the incoming secret of a rotation'),
  'X-Svc-Encryption-IV': z.string().optional().describe('Base64; with an encryption key'),
  'X-Svc-Key-Id': z.string().optional().describe('Which encryption key it is'),
  'X-Svc-Delivery-Id': z.string().describe('As webhook-id'),
  'X-Svc-Attempt': z.string().describe('1 for the first'),
  'X-Svc-Sequence': z.string().optional().describe('Counts the deliveries about one user, from 1'),
  'X-Svc-Payload-Omitted': z.string().optional().describe('size: the payload would be larger than 1 MiB'),
  'X-Svc-Tombstone': z
    .string()
    .optional()
    .describe('erased: the user is no more; nothing but the fact is left'),
  'X-Svc-Test': z.string().optional().describe('true: made-up data'),
})

/** What we send, for the `webhooks` part of the API's description. What a payload holds is known to those who publish it. */
export const describeEvents = (payloads: Partial<Record<Kind, z.ZodType>>): Described[] =>
  EventKind.options.map((kind) => ({
    name: kind,
    summary: summaries[kind],
    tags: ['Webhooks'],
    headers: Headers,
    body: z.strictObject({
      event: z.literal(kind),
      user_id: Uuid,
      timestamp: Timestamp,
      ...EventFields[kind].shape,
      payload: (payloads[kind] ?? z.looseObject({}))
        .optional()
        .describe('With config.include_payload: the data itself'),
    }),
  }))

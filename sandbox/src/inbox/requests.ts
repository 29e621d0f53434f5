import { z } from 'zod'
import type { InboxKeys, InboxReply } from './inboxes.ts'

const Secret = z.string().min(1).max(256)
const EncryptionKey = z
  .string()
  .max(100)
  .refine((text) => Buffer.from(text, 'base64').length === 32 && text.length === 44, {
    error: 'must be the Base64 text of 32 bytes',
  })

export const InboxName = z.object({
  name: z.string().regex(/^[\w-]{1,64}$/, 'must have up to 64 letters, digits, _ or -'),
})

export const PageQuery = z.object({ page: z.coerce.number().int().min(1).max(1_000).default(1) })

const Secrets = z.array(Secret).max(4)
const EncryptionKeys = z.array(EncryptionKey).max(4)

/** Request body that replaces all keys; omitted lists become empty. */
export const KeysBody = z
  .strictObject({ signing_secrets: Secrets.default([]), encryption_keys: EncryptionKeys.default([]) })
  .transform(toKeys)

type KeyFields = { signing_secrets: string[]; encryption_keys: string[] }

function toKeys({ signing_secrets, encryption_keys }: KeyFields): InboxKeys {
  return { signingSecrets: signing_secrets, encryptionKeys: encryption_keys }
}

const lines = z
  .string()
  .max(2_000)
  .default('')
  .transform((text) => text.split(/\r?\n/).filter((line) => line !== ''))

/** The keys as HTML form fields, one key per line. */
export const KeysForm = z
  .object({ signing_secrets: lines.pipe(Secrets), encryption_keys: lines.pipe(EncryptionKeys) })
  .transform(toKeys)

export const ReplyBody = z
  .strictObject({
    status: z.number().int().min(200).max(599).default(200),
    delay_seconds: z.number().min(0).max(60).default(0),
    times: z.number().int().min(1).max(1_000).optional(),
    retry_after_seconds: z.number().int().min(0).max(86_400).optional(),
    webhook_delivery: z.enum(['disable', 'abort-message']).optional(),
  })
  .transform(
    (body): InboxReply => ({
      status: body.status,
      delaySeconds: body.delay_seconds,
      ...(body.times !== undefined && { timesLeft: body.times }),
      ...(body.retry_after_seconds !== undefined && { retryAfterSeconds: body.retry_after_seconds }),
      ...(body.webhook_delivery !== undefined && { webhookDelivery: body.webhook_delivery }),
    }),
  )

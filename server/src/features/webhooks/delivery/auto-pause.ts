import { audit, type Tenant } from '../../../platform/database/tenancy.ts'
import { queueMail } from '../../../platform/mail/mailer.ts'
import { listAdministrators } from '../../members/service.ts'
import { lockWebhook, updateWebhook } from '../queries.ts'
import type { PauseReason } from './courier.ts'
import { pauseMail } from './pause-mail.ts'

const pauseReasonTexts: Record<PauseReason, string> = {
  'receiver-request': 'the receiver asked for it',
  failing: 'no delivery succeeded for five days',
  'key-exhausted': 'the encryption key has been used 2^32 times; set a new one',
}

/** Pauses a webhook automatically and emails the client's administrators. */
export function autoPause(tenant: Tenant, webhookId: string, reason: PauseReason, baseUrl: string) {
  return tenant.transaction(async (tx) => {
    const webhook = await lockWebhook(tx, webhookId)
    if (!webhook || webhook.paused_at) return
    await updateWebhook(tx, webhookId, { paused_at: new Date(), pause_reason: pauseReasonTexts[reason] })
    const { name, url } = webhook
    for (const { email } of await listAdministrators(tx, tenant)) {
      await queueMail(tx, tenant, pauseMail(email, { name, url, webhookId, reason, baseUrl }))
    }
    audit(tx, 'webhook.paused', webhookId)
  })
}

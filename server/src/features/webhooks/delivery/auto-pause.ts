import { audit, type Tenant } from '../../../platform/database/tenancy.ts'
import { mail } from '../../../platform/mail/mailer.ts'
import { listAdministrators } from '../../members/service.ts'
import { lockWebhook, updateWebhook } from '../queries.ts'
import type { PauseReason } from './courier.ts'
import { pauseMail } from './pause-mail.ts'

const words: Record<PauseReason, string> = {
  asked: 'the receiver asked for it',
  failing: 'no delivery succeeded for five days',
  'key-spent': 'the encryption key has been used 2^32 times; set a new one',
}

/** The webhook is paused without its client having asked, so those who can do something about it are told. */
export function pauseByItself(tenant: Tenant, webhookId: string, reason: PauseReason, baseUrl: string) {
  return tenant.transaction(async (tx) => {
    const webhook = await lockWebhook(tx, webhookId)
    if (!webhook || webhook.paused_at) return
    await updateWebhook(tx, webhookId, { paused_at: new Date(), pause_reason: words[reason] })
    const { name, url } = webhook
    for (const { email } of await listAdministrators(tx, tenant)) {
      await mail(tx, tenant, pauseMail(email, { name, url, webhookId, reason, baseUrl }))
    }
    audit(tx, 'webhook.paused', webhookId)
  })
}

import type { PauseReason } from './courier.ts'

const reasons: Record<PauseReason, string> = {
  'receiver-request':
    'Its receiver asked us to stop, with status 410 or the header webhook-delivery: disable.',
  failing: 'No delivery has succeeded for five days.',
  'key-exhausted': 'Its encryption key has been used as often as is safe. Please set a new one first.',
}

export const pauseMail = (
  to: string,
  {
    name,
    url,
    webhookId,
    reason,
    baseUrl,
  }: Record<'name' | 'url' | 'webhookId' | 'baseUrl', string> & { reason: PauseReason },
) => ({
  to,
  subject: `Your webhook ${name} is paused`,
  text: `Hello,

we have stopped sending to your webhook ${name} (${new URL(url).origin}).

${reasons[reason]}

No events are lost: we keep them for up to 30 days. When your receiver is ready, resume the webhook on its page, which also
shows every attempt and response:

  ${baseUrl}/console/webhooks/${webhookId}
`,
})

import type { PauseReason } from './courier.ts'

const reasons: Record<PauseReason, string> = {
  asked: 'Its receiver asked us to stop, by status 410 or the header webhook-delivery: disable.',
  failing: 'For five days not one delivery has succeeded.',
  'key-spent': 'Its encryption key has been used as often as is safe. Please set a new one first.',
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

Nothing is lost: what happens meanwhile waits for up to 30 days. What was sent and answered is on its page, where you also
resume it when the receiver is ready:

  ${baseUrl}/console/webhooks/${webhookId}
`,
})

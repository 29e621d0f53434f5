import { randomBytes } from 'node:crypto'
import type { Payproof } from '@payproof/sdk'
import { type Delivery, webhookReceiver } from '@payproof/sdk/webhooks'

/** Our half of the webhook. The secrets live as long as this process; yours come from where you keep secrets. */
export function openWebhook(hear: (delivery: Delivery) => void) {
  const signing_secret = randomBytes(32).toString('hex')
  const encryption_key = randomBytes(32).toString('base64')

  return {
    /** Verifies, decrypts, and hands over each delivery once, however often it is sent or replayed. */
    receive: webhookReceiver({
      secrets: [signing_secret],
      encryptionKeys: [encryption_key],
      handle: hear,
      onRefused: ({ reason }) => process.stderr.write(`A delivery was refused: ${reason}\n`),
    }),

    /** Tells the service where we are. What comes back takes it away again. */
    async register(payproof: Payproof, ownUrl: string) {
      // The journey shows itself only in pages of registered origins; those of others stay.
      const { frame_origins = [] } = await payproof.configuration.get()
      const origins = new Set([new URL(ownUrl).origin, ...frame_origins])
      await payproof.configuration.update({ frame_origins: [...origins].slice(0, 20) })

      // One that a killed lender has left: nobody knows its secret any more.
      const url = new URL('/hooks/payproof', ownUrl).href
      for await (const known of payproof.webhooks.list())
        if (known.url === url) await payproof.webhooks.delete(known.webhook_id)
      const { webhook_id } = await payproof.webhooks.create({
        name: 'example lender',
        url,
        signing_secret,
        encryption_key,
        events: ['user-payroll-submitted', 'user-bank-statement-submitted'],
      })
      return () => payproof.webhooks.delete(webhook_id)
    },
  }
}

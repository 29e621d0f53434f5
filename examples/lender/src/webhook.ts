import { randomBytes } from 'node:crypto'
import type { Payproof } from '@payproof/sdk'
import { type Delivery, webhookReceiver } from '@payproof/sdk/webhooks'

/**
 * The receiving side of the webhook. The secrets live as long as this process; load yours from your secret
 * store.
 */
export function openWebhook(handleDelivery: (delivery: Delivery) => Promise<void>) {
  const signing_secret = randomBytes(32).toString('hex')
  const encryption_key = randomBytes(32).toString('base64')

  return {
    /** Verifies and decrypts each delivery and handles it once, even if it is retried or replayed. */
    receive: webhookReceiver({
      secrets: [signing_secret],
      encryptionKeys: [encryption_key],
      handle: handleDelivery,
      onRefused: ({ reason }) => process.stderr.write(`A delivery was refused: ${reason}\n`),
    }),

    /** Registers our webhook. Returns a function that deletes it. */
    async register(payproof: Payproof, ownUrl: string) {
      // Only registered origins can frame the journey; the origins of others are kept.
      const { frame_origins = [] } = await payproof.configuration.get()
      const origins = new Set([new URL(ownUrl).origin, ...frame_origins])
      await payproof.configuration.update({ frame_origins: [...origins].slice(0, 20) })

      // Removes a webhook left by a lender that was killed, because its secret is lost.
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

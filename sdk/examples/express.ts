import { type ReceiverOptions, webhookReceiver } from '@payproof/sdk/webhooks'
import express from 'express'

/** Receives webhooks at /hooks/payproof. */
export function openExpress(options: ReceiverOptions) {
  const receive = webhookReceiver(options)
  const app = express()
  // Keep the raw bytes of any content type: a body parsed by express.json() cannot be verified. Other routes
  // are not affected. A delivery can be larger than Express's default limit of 100 kB.
  app.post('/hooks/payproof', express.raw({ type: () => true, limit: '2mb' }), async (request, response) => {
    response.sendStatus(await receive(request.body, request.headers))
  })
  app.use(express.json())
  return app
}

import { type ReceiverOptions, webhookReceiver } from '@payproof/sdk/webhooks'
import express from 'express'

/** Receives webhooks at /hooks/payproof. */
export function openExpress(options: ReceiverOptions) {
  const receive = webhookReceiver(options)
  const app = express()
  // The raw bytes, whatever their type: a body that express.json() has parsed cannot be verified any more. Behind
  // this route it may do what it likes with others. A delivery can be larger than the 100 kB that Express takes.
  app.post('/hooks/payproof', express.raw({ type: () => true, limit: '2mb' }), async (request, response) => {
    response.sendStatus(await receive(request.body, request.headers))
  })
  app.use(express.json())
  return app
}

import { type ReceiverOptions, webhookReceiver } from '@payproof/sdk/webhooks'
import { fastify } from 'fastify'

/** Receives webhooks at /hooks/payproof. */
export function openFastify(options: ReceiverOptions) {
  const receive = webhookReceiver(options)
  const server = fastify()
  // In its own plugin, so that only these routes receive raw bytes instead of JSON.
  server.register(async (hooks) => {
    hooks.removeAllContentTypeParsers()
    hooks.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    hooks.post('/hooks/payproof', { bodyLimit: 2 * 1024 * 1024 }, async (request, reply) =>
      reply.code(await receive(request.body, request.headers)).send(),
    )
  })
  return server
}

import { type ReceiverOptions, webhookResponder } from '@payproof/sdk/webhooks'

/** Receives webhooks at /hooks/payproof: a fetch handler for Deno, Bun, workers and web frameworks. */
export function openWeb(options: ReceiverOptions) {
  const respond = webhookResponder(options)
  return {
    async fetch(request: Request): Promise<Response> {
      const { pathname } = new URL(request.url)
      return pathname === '/hooks/payproof' ? respond(request) : new Response(null, { status: 404 })
    },
  }
}

import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { requireControlKey } from '../controls/guard.ts'
import { check, SandboxHttpError } from '../http-error.ts'
import { html, page, pageHeaders } from '../pages.ts'

/** A received text message. `id` is chosen by the sender. */
export type ReceivedText = { id: string; to: string; text: string; receivedAt: Date }

const maxMessages = 1_000

/** The token that the service must send. It guards nothing real. */
export const smsToken = 'sandbox-sms'

/** Numbers that a gateway refuses or cannot reach at the moment. Both are in Ofcom's range for drama. */
export const unusualNumbers = { refused: '+447700900998', unavailableOnce: '+447700900999' }

const NewText = z.strictObject({
  id: z.string().min(1).max(100),
  to: z.string().regex(/^\+[1-9][0-9]{7,14}$/),
  text: z.string().min(1).max(1_600),
})

const Query = z.object({ to: z.string().max(20).optional() })

/** An HTTP gateway for text messages that keeps them instead of sending them. Each id is accepted once. */
export async function smsRoutes(
  server: FastifyInstance,
  { messages, controlKey }: { messages: ReceivedText[]; controlKey: string | undefined },
) {
  const failedOnce = new Set<string>()

  server.post('/sms/messages', async ({ headers, body }, reply) => {
    if (headers.authorization !== `Bearer ${smsToken}`)
      throw new SandboxHttpError(401, 'The bearer token is missing or wrong')
    const { id, to, text } = check(NewText, body)
    if (to === unusualNumbers.refused) throw new SandboxHttpError(422, 'This number cannot receive messages')
    if (to === unusualNumbers.unavailableOnce && !failedOnce.has(id)) {
      failedOnce.add(id)
      throw new SandboxHttpError(503, 'The network is not available')
    }
    if (!messages.some((message) => message.id === id))
      messages.push({ id, to, text, receivedAt: new Date() })
    messages.splice(0, Math.max(0, messages.length - maxMessages))
    return reply.code(202).send({ id, status: 'queued' })
  })

  await server.register(async (scope) => {
    scope.addHook('onRequest', requireControlKey(controlKey))
    scope.get('/sms/messages', async ({ query }) => {
      const { to } = check(Query, query)
      return { messages: messages.filter((message) => to === undefined || message.to === to) }
    })
    scope.get('/sms', async (_request, reply) => reply.headers(pageHeaders).send(inboxPage(messages)))
  })
}

const inboxPage = (messages: readonly ReceivedText[]) =>
  page({
    title: 'Text messages',
    body: html`<header class="bar"><a href="/">Payproof sandbox</a> <small>Text messages</small></header>
<main><h1>Text messages</h1>
<p>Messages that the service sent through the simulated gateway, newest first. Nothing leaves this machine.</p>
${messages.length === 0 ? html`<p>None yet.</p>` : ''}
${messages
  .toReversed()
  .map(
    ({ to, text, receivedAt }) =>
      html`<section class="card"><div class="row"><h2>${to}</h2><time>${receivedAt.toISOString()}</time></div><p>${text}</p></section>`,
  )}</main>`,
  })

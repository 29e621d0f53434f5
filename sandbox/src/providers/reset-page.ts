import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import { html, type SafeHtml } from '../pages.ts'
import type { Authenticator } from './authentication.ts'
import { check, dateSchema, sendPage, userNameSchema } from './provider-http.ts'

const details = z.object({ user_name: userNameSchema, date_of_birth: dateSchema })

/** Adds the page `/reset`, which unlocks an account by user name and date of birth. */
export function addResetPage(server: FastifyInstance, authenticator: Authenticator) {
  const isPage = { config: { isPage: true } }

  server.get('/reset', isPage, (_request, reply) => show(reply, form))

  server.post('/reset', isPage, (request, reply) => {
    const { user_name, date_of_birth } = check(details, request.body)
    if (authenticator.unlock(user_name, date_of_birth))
      return show(reply, html`<p role="status">Your account is open. You can sign in again.</p>`)
    reply.code(400)
    return show(
      reply,
      html`<p class="error" role="alert">We do not know anybody with these details.</p>${form}`,
    )
  })

  const show = (reply: FastifyReply, body: SafeHtml) =>
    sendPage(reply, authenticator.provider, { title: 'Reset your account', body })
}

const form = html`<form method="post" class="card">
<label>User name <input name="user_name" autocomplete="username" required maxlength="120"></label>
<label>Date of birth <input name="date_of_birth" type="date" required></label>
<button>Reset my account</button>
</form>`

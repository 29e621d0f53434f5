import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import { type Html, html } from '../pages.ts'
import type { FrontDoor } from './authentication.ts'
import { aDay, aUserName, check, sendPage } from './provider-http.ts'

const details = z.object({ user_name: aUserName, date_of_birth: aDay })

/** `/reset`: where a locked account is opened again. */
export function addResetPage(server: FastifyInstance, door: FrontDoor) {
  const isPage = { config: { isPage: true } }

  server.get('/reset', isPage, (_request, reply) => show(reply, form))

  server.post('/reset', isPage, (request, reply) => {
    const { user_name, date_of_birth } = check(details, request.body)
    if (door.unlock(user_name, date_of_birth))
      return show(reply, html`<p role="status">Your account is open. You can sign in again.</p>`)
    reply.code(400)
    return show(
      reply,
      html`<p class="error" role="alert">We do not know anybody with these details.</p>${form}`,
    )
  })

  const show = (reply: FastifyReply, body: Html) =>
    sendPage(reply, door.provider, { title: 'Reset your account', body })
}

const form = html`<form method="post" class="card">
<label>User name <input name="user_name" autocomplete="username" required maxlength="120"></label>
<label>Date of birth <input name="date_of_birth" type="date" required></label>
<button>Reset my account</button>
</form>`

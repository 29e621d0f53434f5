import { randomBytes } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import { publicAccess } from '../../../platform/http/caller.ts'
import type { Server } from '../../../platform/http/server.ts'
import { handleOAuth2Callback, type OAuth2CallbackResult } from './callback.ts'
import { connectedQuery, failedQuery, withQuery } from './client-redirect.ts'
import { createOAuth2Cookies, isSameToken } from './cookies.ts'
import { confirmationPage, connectedPage, deadLinkPage, failedPage, page, pagePolicy } from './pages.ts'
import type { OAuth2Deps } from './redirects.ts'
import { startProviderLogin } from './start.ts'

const hidden = { config: { access: publicAccess }, schema: { hide: true } } as const

const Token = z.string().regex(/^[\w-]{43}$/)
const Start = z.object({ ticket: Token, confirm: Token.optional() })
const Callback = z.object({
  state: Token,
  code: z.string().min(1).max(4096).optional(),
  error: z.string().max(200).optional(),
  iss: z.string().max(500).optional(),
  /** The name of `code` at Yapily. */
  'one-time-token': z.string().min(1).max(4096).optional(),
})

/** The two URLs that the applicant's browser opens on the way to an OAuth2 provider and back. */
export async function oauth2Routes(server: Server, deps: OAuth2Deps) {
  const cookies = createOAuth2Cookies(deps.baseUrl)

  server.get('/oauth2/start', hidden, async (request, reply) => {
    const query = Start.safeParse(request.query)
    if (!query.success) return show(reply, 400, page(deadLinkPage))
    const { ticket, confirm } = query.data
    const started = await startProviderLogin(deps, request.id, {
      ticket,
      requester: cookies.read(request, 'requester', ticket),
      isConfirmed: isSameToken(confirm, cookies.read(request, 'confirmation', ticket)),
    })
    if (!started) return show(reply, 400, page(deadLinkPage))
    if (started.step === 'confirm') {
      const confirmation = randomBytes(32).toString('base64url')
      reply.header('set-cookie', cookies.set('confirmation', ticket, confirmation))
      const href = `/oauth2/start?${new URLSearchParams({ ticket, confirm: confirmation })}`
      return show(reply, 200, confirmationPage(started.details, href))
    }
    if (started.step === 'failed') return showResult(reply, started.result)
    reply.header('set-cookie', cookies.set('departure', started.state, started.browser))
    return reply.redirect(started.url, 303)
  })

  server.get('/oauth2/callback', hidden, async (request, reply) => {
    const query = Callback.safeParse(request.query)
    if (!query.success) return show(reply, 400, page(deadLinkPage))
    const { state, error, iss } = query.data
    const code = query.data.code ?? query.data['one-time-token']
    const result = await handleOAuth2Callback(deps, request.id, {
      state,
      browser: cookies.read(request, 'departure', state),
      ...(code !== undefined && { code }),
      ...(error !== undefined && { error }),
      ...(iss !== undefined && { iss }),
    })
    if (!result) return show(reply, 400, page(deadLinkPage))
    reply.header('set-cookie', cookies.clear('departure', state))
    return showResult(reply, result)
  })

  /** Redirects to the journey or the client with the result. If there is neither, a page says what happened. */
  function showResult(reply: FastifyReply, result: OAuth2CallbackResult) {
    const target = targetOf(result, deps.baseUrl)
    if (target) return reply.redirect(target, 303)
    return result.error === undefined
      ? show(reply, 200, page(connectedPage))
      : show(reply, 400, page(failedPage(result.error)))
  }
}

/**
 * Returns the redirect target with the result in its query: the hosted journey that the applicant came from, or the
 * client's callback URL.
 */
function targetOf(result: OAuth2CallbackResult, baseUrl: string) {
  const { hostedJourneyId, callbackUrl, error, userId, accountId } = result
  if (hostedJourneyId) {
    const query = new URLSearchParams({ account_id: accountId, ...(error !== undefined && { error }) })
    return `${baseUrl}/j/${hostedJourneyId}/back?${query}`
  }
  if (!callbackUrl) return undefined
  const query = error === undefined ? connectedQuery(result) : failedQuery(error, userId)
  return withQuery(callbackUrl, query)
}

const show = (reply: FastifyReply, status: number, html: string) =>
  reply.code(status).header('content-security-policy', pagePolicy).type('text/html; charset=utf-8').send(html)

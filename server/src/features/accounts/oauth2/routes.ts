import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Server } from '../../../platform/http/server.ts'
import { pendingWindowMs } from '../status-transitions.ts'
import { handleOAuth2Callback, type OAuth2CallbackResult } from './callback.ts'
import { connectedQuery, failedQuery, withQuery } from './client-callback.ts'
import { connectedPage, deadLinkPage, failedPage, page, pagePolicy } from './pages.ts'
import { hashToken, type OAuth2Deps } from './redirects.ts'
import { startProviderLogin } from './start.ts'

const hidden = { config: { caller: 'public' }, schema: { hide: true } } as const

const Ticket = z.string().regex(/^[\w-]{43}$/)
const Start = z.object({ ticket: Ticket })
const Callback = z.object({
  state: Ticket,
  code: z.string().min(1).max(4096).optional(),
  error: z.string().max(200).optional(),
})

/** The two URLs that the applicant's browser opens: on the way to an OAuth2 provider and back. */
export async function oauth2Routes(server: Server, deps: OAuth2Deps) {
  const isHttps = deps.baseUrl.startsWith('https:')
  const cookie = (name: string, value: string, seconds: number) =>
    `${name}=${value}; Path=/oauth2; Max-Age=${seconds}; HttpOnly; SameSite=Lax${isHttps ? '; Secure' : ''}`

  server.get('/oauth2/start', hidden, async (request, reply) => {
    const query = Start.safeParse(request.query)
    const redirect = query.success && (await startProviderLogin(deps, request.id, query.data.ticket))
    if (!redirect) return show(reply, 400, deadLinkPage)
    reply.header('set-cookie', cookie(cookieName(redirect.state), redirect.browser, pendingWindowMs / 1000))
    return reply.redirect(redirect.url, 303)
  })

  server.get('/oauth2/callback', hidden, async (request, reply) => {
    const query = Callback.safeParse(request.query)
    if (!query.success) return show(reply, 400, deadLinkPage)
    const name = cookieName(query.data.state)
    const { state, code, error } = query.data
    const result = await handleOAuth2Callback(deps, request.id, {
      state,
      browser: readCookie(request, name),
      ...(code !== undefined && { code }),
      ...(error !== undefined && { error }),
    })
    if (!result) return show(reply, 400, deadLinkPage)
    reply.header('set-cookie', cookie(name, '', 0))
    const target = targetOf(result, deps.baseUrl)
    if (target) return reply.redirect(target, 303)
    return result.error === undefined
      ? show(reply, 200, connectedPage)
      : show(reply, 400, failedPage(result.error))
  })
}

/** The redirect target, with the result in its query: the hosted journey it came from, or the client's callback URL. */
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

// One cookie per redirect: an applicant may have two in progress.
const cookieName = (state: string) => `payproof_${hashToken(state).toString('hex').slice(0, 16)}`

function readCookie({ headers }: FastifyRequest, name: string) {
  const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim().split('='))
  const value = pairs.find(([key]) => key === name)?.[1]
  return Ticket.safeParse(value).data
}

const show = (reply: FastifyReply, status: number, content: { title: string; text: string }) =>
  reply
    .code(status)
    .header('content-security-policy', pagePolicy)
    .type('text/html; charset=utf-8')
    .send(page(content))

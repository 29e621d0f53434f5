import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Server } from '../../../platform/http/server.ts'
import { windowMs } from '../status-transitions.ts'
import { callbackWith, toldConnected, toldFailed } from './client-callback.ts'
import { type Arrival, arrive, leaveForProvider, type OAuth2Parts } from './callback.ts'
import { connectedPage, deadLinkPage, failedPage, page, pagePolicy } from './pages.ts'
import { hashOf } from './redirects.ts'

const hidden = { config: { caller: 'public' }, schema: { hide: true } } as const

const Ticket = z.string().regex(/^[\w-]{43}$/)
const Start = z.object({ ticket: Ticket })
const Callback = z.object({
  state: Ticket,
  code: z.string().min(1).max(4096).optional(),
  error: z.string().max(200).optional(),
})

/** The two pages that a person's own browser opens on the way to an OAuth2 provider and back. */
export async function oauth2Routes(server: Server, parts: OAuth2Parts) {
  const isSecure = parts.baseUrl.startsWith('https:')
  const cookie = (name: string, value: string, seconds: number) =>
    `${name}=${value}; Path=/oauth2; Max-Age=${seconds}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`

  server.get('/oauth2/start', hidden, async (request, reply) => {
    const query = Start.safeParse(request.query)
    const way = query.success && (await leaveForProvider(parts, request.id, query.data.ticket))
    if (!way) return show(reply, 400, deadLinkPage)
    reply.header('set-cookie', cookie(cookieName(way.state), way.browser, windowMs / 1000))
    return reply.redirect(way.url, 303)
  })

  server.get('/oauth2/callback', hidden, async (request, reply) => {
    const query = Callback.safeParse(request.query)
    if (!query.success) return show(reply, 400, deadLinkPage)
    const name = cookieName(query.data.state)
    const { state, code, error } = query.data
    const arrival = await arrive(parts, request.id, {
      state,
      browser: readCookie(request, name),
      ...(code !== undefined && { code }),
      ...(error !== undefined && { error }),
    })
    if (!arrival) return show(reply, 400, deadLinkPage)
    reply.header('set-cookie', cookie(name, '', 0))
    const target = targetOf(arrival, parts.baseUrl)
    if (target) return reply.redirect(target, 303)
    return arrival.error === undefined
      ? show(reply, 200, connectedPage)
      : show(reply, 400, failedPage(arrival.error))
  })
}

/** Where people go on, told what came of it: the journey that they left, or where their client wants them. */
function targetOf(arrival: Arrival, baseUrl: string) {
  const { hostedJourneyId, callbackUrl, error, userId, accountId } = arrival
  if (hostedJourneyId) {
    const told = new URLSearchParams({ account_id: accountId, ...(error !== undefined && { error }) })
    return `${baseUrl}/j/${hostedJourneyId}/back?${told}`
  }
  if (!callbackUrl) return undefined
  const told = error === undefined ? toldConnected(arrival) : toldFailed(error, userId)
  return callbackWith(callbackUrl, told)
}

// A name for each journey: a person may have two of them open.
const cookieName = (state: string) => `payproof_${hashOf(state).toString('hex').slice(0, 16)}`

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

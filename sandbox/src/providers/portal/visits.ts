import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Fault } from '../errors.ts'

const cookieName = 'staff_session'
const path = '/portal'

/** How far a visitor has come; the cookie changes with every step, so that none from before a sign-in is worth anything. */
type Stage = 'visit' | 'step' | 'terms' | 'staff'
export type Visit = { stage: Stage; token: string }

export function openVisits() {
  const secret = randomBytes(32)
  const formToken = ({ stage, token }: Visit) =>
    createHmac('sha256', secret).update(`${stage}.${token}`).digest('base64url')

  return {
    /** For the hidden field of every form: only our own pages know the one that goes with a cookie. */
    formToken,
    read({ headers }: FastifyRequest): Visit | undefined {
      const found = new RegExp(`(?:^|; )${cookieName}=(visit|step|terms|staff)\\.([\\w-]{43})(?:;|$)`)
      const [, stage, token] = found.exec(headers.cookie ?? '') ?? []
      return token ? { stage: stage as Stage, token } : undefined
    },
    write(reply: FastifyReply, visit: Visit) {
      const value = `${visit.stage}.${visit.token}`
      reply.header('set-cookie', `${cookieName}=${value}; Path=${path}; HttpOnly; SameSite=Lax`)
      return visit
    },
    begin: (): Visit => ({ stage: 'visit', token: randomBytes(32).toString('base64url') }),
    clear(reply: FastifyReply) {
      reply.header('set-cookie', `${cookieName}=; Path=${path}; Max-Age=0; HttpOnly; SameSite=Lax`)
    },
    requireForm(visit: Visit | undefined, given: string | undefined): Visit {
      if (!visit || !given || !isSame(given, formToken(visit))) throw new Fault('form_expired')
      return visit
    },
  }
}

function isSame(one: string, other: string) {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}

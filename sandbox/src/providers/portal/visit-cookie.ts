import { createHmac, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isSameText } from '../../secret-comparison.ts'
import { Fault } from '../errors.ts'

const cookieName = 'staff_session'
const path = '/portal'

/** How long whoever asked for it stays signed in. */
export const stayingLifeMs = 90 * 86_400_000

/** How far a visitor has come; the cookie changes with every step, so that none from before a sign-in is worth anything. */
type Stage = 'visit' | 'step' | 'terms' | 'staff'
export type Visit = {
  stage: Stage
  token: string
  /** The person wants to be known when they come back. */
  isStaying: boolean
}

export function openVisits() {
  const secret = randomBytes(32)
  const formToken = ({ stage, token }: Visit) =>
    createHmac('sha256', secret).update(`${stage}.${token}`).digest('base64url')

  return {
    /** For the hidden field of every form: only our own pages know the one that goes with a cookie. */
    formToken,
    read({ headers }: FastifyRequest): Visit | undefined {
      const found = new RegExp(
        `(?:^|; )${cookieName}=(visit|step|terms|staff)\\.([\\w-]{43})(\\.stay)?(?:;|$)`,
      )
      const [, stage, token, staying] = found.exec(headers.cookie ?? '') ?? []
      return token ? { stage: stage as Stage, token, isStaying: staying !== undefined } : undefined
    },
    write(reply: FastifyReply, visit: Visit) {
      const { stage, token, isStaying } = visit
      const value = `${stage}.${token}${isStaying ? '.stay' : ''}`
      const life = isStaying && stage === 'staff' ? `; Max-Age=${stayingLifeMs / 1_000}` : ''
      reply.header('set-cookie', `${cookieName}=${value}; Path=${path}${life}; HttpOnly; SameSite=Lax`)
      return visit
    },
    begin: (): Visit => ({
      stage: 'visit',
      token: randomBytes(32).toString('base64url'),
      isStaying: false,
    }),
    clear(reply: FastifyReply) {
      reply.header('set-cookie', `${cookieName}=; Path=${path}; Max-Age=0; HttpOnly; SameSite=Lax`)
    },
    requireForm(visit: Visit | undefined, given: string | undefined): Visit {
      if (!visit || !given || !isSameText(given, formToken(visit))) throw new Fault('form_expired')
      return visit
    },
  }
}

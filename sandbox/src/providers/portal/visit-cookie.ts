import { createHmac, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isSameSecret } from '../../secret-comparison.ts'
import { tenantPath } from '../../tenants.ts'
import { ProviderFault } from '../errors.ts'

const cookieName = 'staff_session'
const path = () => `${tenantPath()}/portal`

/** Session lifetime if "Keep me signed in" was ticked. */
export const staySignedInTtlMs = 90 * 86_400_000

/** Progress of a visitor. The cookie changes at every step, which prevents session fixation. */
type Stage = 'visit' | 'step' | 'terms' | 'staff'
export type PortalVisit = {
  stage: Stage
  token: string
  /** Whether the person ticked "Keep me signed in". */
  staysSignedIn: boolean
}

export function createVisits() {
  const secret = randomBytes(32)
  const formToken = ({ stage, token }: PortalVisit) =>
    createHmac('sha256', secret).update(`${stage}.${token}`).digest('base64url')

  return {
    /** Returns the CSRF token of a visit, for the hidden field of every form. */
    formToken,
    read({ headers }: FastifyRequest): PortalVisit | undefined {
      const cookiePattern = new RegExp(
        `(?:^|; )${cookieName}=(visit|step|terms|staff)\\.([\\w-]{43})(\\.stay)?(?:;|$)`,
      )
      const [, stage, token, staying] = cookiePattern.exec(headers.cookie ?? '') ?? []
      return token ? { stage: stage as Stage, token, staysSignedIn: staying !== undefined } : undefined
    },
    write(reply: FastifyReply, visit: PortalVisit) {
      const { stage, token, staysSignedIn } = visit
      const value = `${stage}.${token}${staysSignedIn ? '.stay' : ''}`
      const life = staysSignedIn && stage === 'staff' ? `; Max-Age=${staySignedInTtlMs / 1_000}` : ''
      reply.header('set-cookie', `${cookieName}=${value}; Path=${path()}${life}; HttpOnly; SameSite=Lax`)
      return visit
    },
    begin: (): PortalVisit => ({
      stage: 'visit',
      token: randomBytes(32).toString('base64url'),
      staysSignedIn: false,
    }),
    clear(reply: FastifyReply) {
      reply.header('set-cookie', `${cookieName}=; Path=${path()}; Max-Age=0; HttpOnly; SameSite=Lax`)
    },
    requireForm(visit: PortalVisit | undefined, given: string | undefined): PortalVisit {
      if (!visit || !given || !isSameSecret(given, formToken(visit))) throw new ProviderFault('form_expired')
      return visit
    },
  }
}

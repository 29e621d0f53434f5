import type { FastifyRequest } from 'fastify'
import type { Tenant } from '../../platform/database/tenancy.ts'
import type { Caller, RouteAccess } from '../../platform/http/caller.ts'
import type { AttemptOrigin } from './attempt-limits.ts'

export type MemberCaller = Extract<Caller, { kind: 'member' }>

/** A request of a member about their own account. */
export type OwnAccountRequest = AttemptOrigin & { tenant: Tenant; caller: MemberCaller; requestId: string }

/** Operations on a member's own account: every role, no API key. */
export const ownAccountAccess = {
  caller: 'client',
  minRole: 'Support',
  keyScope: null,
  alsoRoles: ['Underwriter', 'Developer'],
} as const satisfies RouteAccess

/** The member that calls an operation for members only. */
export function memberOf({ caller }: FastifyRequest): MemberCaller {
  if (caller.kind !== 'member') throw new Error(`a caller of kind ${caller.kind} passed as a member`)
  return caller
}

export const ownAccountRequest = (request: FastifyRequest): OwnAccountRequest => ({
  tenant: request.tenant,
  caller: memberOf(request),
  requestId: request.id,
  address: request.ip,
  // Guesses in an open session have their own limit, whatever the address, and do not block the sign-in.
  recognisedBy: 'session',
})

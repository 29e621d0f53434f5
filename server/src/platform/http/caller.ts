import type { Tenant } from '../database/tenancy.ts'

/** In ascending order of permissions. API keys have the permissions of an Admin. */
export const memberRoles = ['Support', 'FullMember', 'Admin', 'Owner'] as const
export type MemberRole = (typeof memberRoles)[number]

export type Caller =
  | { kind: 'api_key'; id: string; clientId: string; role: 'Admin' }
  | { kind: 'member'; id: string; clientId: string; role: MemberRole }
  /** journeyId: the journey link that the user followed; null if the client requested the token. */
  | { kind: 'user'; id: string; clientId: string; role: null; journeyId: string | null; expiresAt: Date }

/** Callers allowed on an operation: `client` = API key or member, `user` = the user's own token, `either`, or `public`. */
export type CallerKind = 'client' | 'user' | 'either' | 'public'

/** Resolves a credential to its caller; undefined if it is unknown, wrong, expired or revoked. */
export type Authenticate = {
  apiKey(key: string): Promise<Caller | undefined>
  bearer(token: string): Promise<Caller | undefined>
}

export const isRoleAtLeast = (role: MemberRole, minRole: MemberRole) =>
  memberRoles.indexOf(role) >= memberRoles.indexOf(minRole)

/** Support members see that resources exist and their status, but no personal data or amounts. */
export const canSeePersonalData = (caller: Caller) => caller.role !== 'Support'

declare module 'fastify' {
  interface FastifyContextConfig {
    caller?: CallerKind
    /** Minimum role of a member; default: FullMember. */
    minRole?: MemberRole
    /** `high`: dequeued first while the process is overloaded, for operations that must not be delayed. */
    priority?: 'high'
  }
  interface FastifyRequest {
    caller: Caller
    tenant: Tenant
  }
}

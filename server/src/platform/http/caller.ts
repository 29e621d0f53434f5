import type { Tenant } from '../database/tenancy.ts'

/** From least to most. An API key may do what an Admin may. */
export const roles = ['Support', 'FullMember', 'Admin', 'Owner'] as const
export type Role = (typeof roles)[number]

export type Caller =
  | { kind: 'api_key'; id: string; clientId: string; role: 'Admin' }
  | { kind: 'member'; id: string; clientId: string; role: Role }
  /** journeyId: the link that the person came by; null for a token that the client asked for. */
  | { kind: 'user'; id: string; clientId: string; role: null; journeyId: string | null; expiresAt: Date }

/** Who may call an operation: `client` = API key or member, `user` = the person's own token, `either`, or `public`. */
export type CallerKind = 'client' | 'user' | 'either' | 'public'

/** Finds who a credential belongs to; nothing when it is unknown, wrong, expired or revoked. */
export type Authenticate = {
  apiKey(key: string): Promise<Caller | undefined>
  bearer(token: string): Promise<Caller | undefined>
}

export const mayAct = (role: Role, least: Role) => roles.indexOf(role) >= roles.indexOf(least)

/** Support sees that things exist and how they stand, never personal data or amounts. */
export const seesPersonalData = (caller: Caller) => caller.role !== 'Support'

declare module 'fastify' {
  interface FastifyContextConfig {
    caller?: CallerKind
    /** The least role a member needs; FullMember where nothing is said. */
    least?: Role
    /** First in line while the process is full: what is worse late than anything else. */
    isVital?: boolean
  }
  interface FastifyRequest {
    caller: Caller
    tenant: Tenant
  }
}

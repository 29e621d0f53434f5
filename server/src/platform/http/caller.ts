import type { Tenant } from '../database/tenancy.ts'

/** Member roles in ascending order of permissions: each may do what the roles before it may. */
const rankedRoles = ['Support', 'FullMember', 'Admin', 'Owner'] as const
/**
 * Roles outside that order, which may call only the operations that name them: an Underwriter reads people and decides,
 * a Developer manages keys and webhooks and reads logs.
 */
const specialistRoles = ['Underwriter', 'Developer'] as const
export const memberRoles = [...rankedRoles, ...specialistRoles] as const
export type RankedRole = (typeof rankedRoles)[number]
export type SpecialistRole = (typeof specialistRoles)[number]
export type MemberRole = RankedRole | SpecialistRole

/** Permissions of an API key. Each operation needs one of them. */
export const keyScopes = ['read', 'write', 'erase', 'tokens', 'webhooks', 'configuration', 'members'] as const
export type KeyScope = (typeof keyScopes)[number]

/** The limits of an API key: its scopes, or null for all of them, and the addresses it may be used from. */
export type KeyLimits = { scopes: readonly KeyScope[] | null; allowsAddress(address: string): boolean }

export type Caller =
  | { kind: 'api_key'; id: string; clientId: string; role: 'Admin'; limits: KeyLimits }
  | {
      kind: 'member'
      id: string
      clientId: string
      role: MemberRole
      sessionId: string
      /** True until the member has replaced a password that another person set. */
      mustChangePassword: boolean
      /** True while the client requires a second factor and the member has none. */
      mustSetUpFactor: boolean
      /** When the member of the session last proved who they are. Not cached, so that step-up takes effect at once. */
      readAuthenticatedAt(): Promise<Date | undefined>
    }
  | {
      kind: 'user'
      id: string
      clientId: string
      role: null
      /** The journey link that the user followed, or null if the client requested the token. */
      journeyId: string | null
      /** The browser that opened the link, or null if the client requested the token. */
      device: JourneyDevice | null
      expiresAt: Date
    }

/** A browser that opened a journey link. */
export type JourneyDevice = {
  id: string
  /** Whether the browser shared the data itself, or the person on it proved who they are. True if there is no data. */
  isTrusted(): Promise<boolean>
  /** Records that a request of this time shared data. */
  recordShare(requestedAt: Date): Promise<void>
}

/**
 * Callers allowed on an operation: an API key or a member (`client`), the user's own token (`user`), any of them
 * (`either`), or anyone (`public`).
 */
export type CallerKind = 'client' | 'user' | 'either' | 'public'

/** Resolves a credential to its caller, or to undefined if the credential is unknown, wrong, expired or revoked. */
export type Authenticate = {
  apiKey(key: string): Promise<Caller | undefined>
  bearer(token: string): Promise<Caller | undefined>
}

/** False for specialist roles, whatever the minimum: operations name them in `alsoRoles`. */
export const isRoleAtLeast = (role: MemberRole, minRole: MemberRole) => rankOf(role) >= rankOf(minRole)

const rankOf = (role: MemberRole) => (rankedRoles as readonly MemberRole[]).indexOf(role)

/** Support members and Developers see that resources exist and their status, but no personal data or amounts. */
export const canSeePersonalData = ({ role }: Caller) => role !== 'Support' && role !== 'Developer'

/** Whether the scopes of an API key allow this. Members are limited by their role instead. */
export const hasScope = (caller: Caller, scope: KeyScope) =>
  caller.kind !== 'api_key' || caller.limits.scopes === null || caller.limits.scopes.includes(scope)

/** Access rule of an operation. Every route states all of it, so that no route is open by omission. */
export type RouteAccess = {
  caller: CallerKind
  /** Minimum role of a member; null if members cannot call the operation or need no role. */
  minRole: RankedRole | null
  /** Scope that an API key needs; null if no API key may call the operation. */
  keyScope: KeyScope | null
  /** Specialist roles that may call the operation too. */
  alsoRoles?: readonly SpecialistRole[]
}

/** Access of operations without authentication. */
export const publicAccess = { caller: 'public', minRole: null, keyScope: null } as const satisfies RouteAccess

/** Access of operations for the user's own token. */
export const userAccess = { caller: 'user', minRole: null, keyScope: null } as const satisfies RouteAccess

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: RouteAccess
    /** Open to members who must change their password first. */
    beforePasswordChange?: true
    /** Open to members who must set up a second factor first. */
    beforeFactorSetup?: true
    /** Users who opened a link must be on the device that shared the data, or have confirmed who they are. */
    needsTrustedDevice?: true
    /** A successful request shares data of the user. */
    sharesData?: true
    /** Members must have authenticated within the last ten minutes (step-up). */
    needsRecentAuthentication?: true
    /**
     * `high` requests are dequeued first while the process is overloaded. Use it for operations that must not be
     * delayed.
     */
    priority?: 'high'
    /** Public routes only: GET requests also count towards the rate limit of the address. */
    limitsReads?: true
  }
  interface FastifyRequest {
    caller: Caller
    tenant: Tenant
  }
}

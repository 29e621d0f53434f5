import type { FastifyInstance } from 'fastify'
import type { WorldClock } from '../clock.ts'
import type { DocumentGenerator } from '../documents/types.ts'
import type { SimulatedWorld } from '../people/types.ts'
import type { ProviderBehaviour } from './behaviours.ts'
import type { ProviderId } from './catalogue.ts'
import type { FailedLogins } from './login-attempts.ts'
import type { Challenge } from './second-factors.ts'
import type { TokenStore } from './token-store.ts'

export type { ProviderId } from './catalogue.ts'

/** Simulated condition of a provider, set through the control API. */
type ProviderCondition = { isDown: boolean; slowMs: number }

type ProviderState = ProviderCondition & {
  lockedUserNames: string[]
  /** People with a behaviour override. */
  overriddenUserNames: string[]
  /** Whether the current tenant has changed a switch or a behaviour itself. */
  isOwn: boolean
}

/**
 * Switches of the current tenant. A tenant without a setting of its own has that of the installation. Outside
 * `/tenants`, ending sessions and unlocking apply to all tenants.
 */
export type Switches = {
  condition(provider: ProviderId): ProviderCondition
  state(provider: ProviderId): ProviderState
  change(provider: ProviderId, changes: Partial<ProviderCondition>): void
  /** Ends sessions and revokes tokens of one person, or of all people. Returns the number of ended sessions. */
  endSessions(provider: ProviderId, userName?: string): number
  /** Clears failed attempts and locks of one person, or of all people. */
  unlock(provider: ProviderId, userName?: string): void
  /**
   * Overrides a person's behaviour as if they had signed in with this password; null removes the override.
   * Throws if the provider does not support the behaviour.
   */
  behave(provider: ProviderId, userName: string, behaviour: string | null): void
  /** Removes the current tenant's own settings and locks, at one provider or at all. Sessions stay open. */
  reset(provider?: ProviderId): void
  /** Resets every provider to its initial state, for all tenants. */
  resetAll(): void
}

/** A signed-in person's session. OAuth2 tokens refer to it by its session token. */
export type ProviderSession = {
  userName: string
  behaviour: ProviderBehaviour
  employeeNumber?: string | undefined
}

/** In-memory state of one provider for one tenant, changed by the switches. */
export type ProviderStore = {
  sessions: TokenStore<ProviderSession>
  challenges: TokenStore<Challenge>
  attempts: FailedLogins
  /** Returns the override set by `behave`; empty if there is none. */
  behaviourOverride(userName: string): ProviderBehaviour
  /** Counts a new challenge and returns the person's total number. */
  countChallenge(userName: string): number
}

export type ProviderDeps = {
  world: SimulatedWorld
  clock: WorldClock
  switches: Switches & { store(provider: ProviderId): ProviderStore }
  documents: DocumentGenerator
  /** Redirect URIs allowed in addition to /oauth2/callback on a loopback address. */
  redirectUris?: string[]
  /** Requests a second that the tax authority accepts from an application; unlimited unless set. */
  taxRequestsPerSecond?: number | undefined
  /** Whether FreeAgent and Xero enforce their request limits. */
  payrollApiLimits?: boolean | undefined
  /** Employers whose payroll at Staffology is open to lenders; a few unless set. */
  optedInEmployers?: readonly string[] | 'all' | undefined
  /** Public base URL, if it differs from the request's host. */
  baseUrl?: string | undefined
}

/** Fastify plugin of a provider, registered under its own path: `/cloud`, `/payroll`, `/portal`, `/bureau`, `/taxauth` and so on. */
export type ProviderPlugin = (server: FastifyInstance, deps: ProviderDeps) => Promise<void>

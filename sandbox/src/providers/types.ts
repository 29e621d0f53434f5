import type { FastifyInstance } from 'fastify'
import type { Clock } from '../clock.ts'
import type { Documents } from '../documents/types.ts'
import type { World } from '../people/types.ts'

/** As the catalogue of the service names them. */
export type ProviderId = 'sandbox-cloud' | 'sandbox-payroll' | 'sandbox-portal' | 'sandbox-bureau' | 'taxauth'

/** What can be broken at a provider from outside: the page of controls turns these, the provider obeys. */
export type ProviderState = { isDown: boolean; slowMs: number; lockedUserNames: string[] }

export type Switches = {
  state(provider: ProviderId): ProviderState
  change(provider: ProviderId, changes: Partial<Pick<ProviderState, 'isDown' | 'slowMs'>>): void
  /** Ends sessions and takes back tokens, of one person or of all. Returns how many. */
  endSessions(provider: ProviderId, userName?: string): number
  /** Forgets failed attempts and locks, of one person or of all. */
  unlock(provider: ProviderId, userName?: string): void
  /** As if this person had signed in with this password, also where none is asked for; null ends it. */
  behave(provider: ProviderId, userName: string, behaviour: string | null): void
  /** Everything as at the start, at every provider. */
  reset(): void
}

/** What every provider stands on. */
export type Surroundings = { world: World; clock: Clock; switches: Switches; documents: Documents }

/** A provider, to be registered under its own path: `/cloud`, `/payroll`, `/portal`, `/bureau`, `/taxauth`. */
export type Provider = (server: FastifyInstance, surroundings: Surroundings) => Promise<void>

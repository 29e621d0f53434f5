import type { FastifyInstance } from 'fastify'
import type { Clock } from '../clock.ts'
import type { Documents } from '../documents/types.ts'
import type { World } from '../people/types.ts'
import type { Attempts } from './login-attempts.ts'
import type { Behaviour } from './behaviours.ts'
import type { ProviderId } from './catalogue.ts'
import type { Challenge } from './second-factors.ts'
import type { Shelf } from './token-store.ts'

export type { ProviderId } from './catalogue.ts'

/** What can be broken at a provider from outside: the page of controls turns these, the provider obeys. */
type ProviderState = { isDown: boolean; slowMs: number; lockedUserNames: string[] }

export type Switches = {
  state(provider: ProviderId): ProviderState
  change(provider: ProviderId, changes: Partial<Pick<ProviderState, 'isDown' | 'slowMs'>>): void
  /** Ends sessions and takes back tokens, of one person or of all. Returns how many. */
  endSessions(provider: ProviderId, userName?: string): number
  /** Forgets failed attempts and locks, of one person or of all. */
  unlock(provider: ProviderId, userName?: string): void
  /**
   * As if this person had signed in with this password, also where none is asked for; null ends it.
   * Throws where `behaviourAt(provider, behaviour)` is undefined.
   */
  behave(provider: ProviderId, userName: string, behaviour: string | null): void
  /** Everything as at the start, at every provider. */
  reset(): void
}

/** Somebody who is signed in. A session's token is what opens it, or what other tokens stand for. */
export type Session = { userName: string; behaviour: Behaviour; employeeNumber?: string | undefined }

/** What one provider keeps: the switches change exactly this. */
export type Desk = {
  isDown: boolean
  slowMs: number
  sessions: Shelf<Session>
  challenges: Shelf<Challenge>
  attempts: Attempts
  /** What `behave` has set for a person; nothing is set: {}. */
  imposed(userName: string): Behaviour
  impose(userName: string, behaviour: Behaviour | null): void
  /** How many challenges this person has had here, this one included. */
  countChallenge(userName: string): number
}

/** What every provider stands on. */
export type Surroundings = {
  world: World
  clock: Clock
  switches: Switches & { desk(provider: ProviderId): Desk }
  documents: Documents
  /** Where people may be sent back to, besides /oauth2/callback on a loopback address. */
  redirectUris?: string[]
  /** The address that others know us by, where it is not the one that they reach. */
  baseUrl?: string | undefined
}

/** A provider, to be registered under its own path: `/cloud`, `/payroll`, `/portal`, `/bureau`, `/taxauth`. */
export type Provider = (server: FastifyInstance, surroundings: Surroundings) => Promise<void>

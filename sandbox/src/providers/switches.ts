import type { WorldClock } from '../clock.ts'
import { type ProviderBehaviour, parseBehaviourAt } from './behaviours.ts'
import { type ProviderId, providerIds, providers } from './catalogue.ts'
import { evictOldest } from './evict-oldest.ts'
import { createLoginAttempts } from './login-attempts.ts'
import { createTokenStore } from './token-store.ts'
import type { ProviderDeps, ProviderStore } from './types.ts'

const maxSlowMs = 60_000
const maxSessions = 100_000
const maxCountedUsers = 10_000

export function openSwitches(clock: WorldClock): ProviderDeps['switches'] {
  const stores = new Map(providerIds.map((provider) => [provider, createProviderStore(clock, provider)]))
  const store = (provider: ProviderId) => stores.get(provider) as ProviderStore

  return {
    store,
    state(provider) {
      const { isDown, slowMs, attempts } = store(provider)
      return { isDown, slowMs, lockedUserNames: attempts.locked() }
    },
    change(provider, { isDown, slowMs }) {
      const target = store(provider)
      if (isDown !== undefined) target.isDown = isDown
      if (slowMs !== undefined) target.slowMs = Math.min(Math.max(slowMs, 0), maxSlowMs)
    },
    endSessions(provider, userName) {
      const belongsToUser = (one: { userName: string }) => userName === undefined || one.userName === userName
      store(provider).challenges.removeWhere(belongsToUser)
      return store(provider).sessions.removeWhere(belongsToUser)
    },
    unlock: (provider, userName) => store(provider).attempts.forget(userName),
    behave(provider, userName, text) {
      const behaviour = text === null ? null : parseBehaviourAt(provider, text)
      if (behaviour === undefined) throw new RangeError(`${provider} does not support the behaviour ${text}`)
      store(provider).setBehaviourOverride(userName, behaviour)
    },
    reset() {
      for (const provider of providerIds) stores.set(provider, createProviderStore(clock, provider))
    },
  }
}

function createProviderStore(clock: WorldClock, provider: ProviderId): ProviderStore {
  const imposed = new Map<string, ProviderBehaviour>()
  const challengeCounts = new Map<string, number>()
  return {
    isDown: false,
    slowMs: 0,
    sessions: createTokenStore(clock, maxSessions),
    challenges: createTokenStore(clock),
    attempts: createLoginAttempts(providers[provider].maxLoginAttempts),
    behaviourOverride: (userName) => imposed.get(userName) ?? {},
    setBehaviourOverride(userName, behaviour) {
      if (behaviour) imposed.set(userName, behaviour)
      else imposed.delete(userName)
    },
    countChallenge(userName) {
      const count = (challengeCounts.get(userName) ?? 0) + 1
      challengeCounts.set(userName, count)
      evictOldest(challengeCounts, maxCountedUsers)
      return count
    },
  }
}

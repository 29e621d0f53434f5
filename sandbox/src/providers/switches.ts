import type { WorldClock } from '../clock.ts'
import { currentTenant, installation } from '../tenants.ts'
import { type ProviderBehaviour, parseBehaviourAt } from './behaviours.ts'
import { type ProviderId, providerIds, providers } from './catalogue.ts'
import { evictOldest } from './evict-oldest.ts'
import { createLoginAttempts } from './login-attempts.ts'
import { createTokenStore } from './token-store.ts'
import type { ProviderDeps, ProviderStore } from './types.ts'

const maxSlowMs = 60_000
const maxSessions = 100_000
const maxCountedUsers = 10_000
/** Limits memory. Above it, the tenant that has been idle for the longest time loses its settings and sessions. */
const maxTenants = 1_000

/** Settings and state of one provider for one tenant. A switch that is not set has the value of the installation. */
type TenantProvider = ProviderStore & {
  isDown: boolean | undefined
  slowMs: number | undefined
  overrides: Map<string, ProviderBehaviour>
}

type TenantProviders = Map<ProviderId, TenantProvider>

export function openSwitches(clock: WorldClock): ProviderDeps['switches'] {
  const defaults = createProviders(() => undefined)
  const tenants = new Map<string, TenantProviders>()

  function createProviders(defaultOf: (provider: ProviderId) => TenantProvider | undefined): TenantProviders {
    return new Map(
      providerIds.map((provider) => [provider, createProvider(clock, provider, defaultOf(provider))]),
    )
  }

  function providersOf(tenant: string): TenantProviders {
    if (tenant === installation) return defaults
    const known = tenants.get(tenant) ?? createProviders((provider) => defaults.get(provider))
    // Re-insert to keep the map in LRU order.
    tenants.delete(tenant)
    tenants.set(tenant, known)
    evictOldest(tenants, maxTenants)
    return known
  }

  const at = (all: TenantProviders, provider: ProviderId) => all.get(provider) as TenantProvider
  const own = (provider: ProviderId) => at(providersOf(currentTenant()), provider)

  /** The current tenant, or all of them outside `/tenants`. */
  const affected = (provider: ProviderId) =>
    currentTenant() === installation
      ? [defaults, ...tenants.values()].map((all) => at(all, provider))
      : [own(provider)]

  function condition(provider: ProviderId) {
    const { isDown, slowMs } = own(provider)
    const byDefault = at(defaults, provider)
    return { isDown: isDown ?? byDefault.isDown ?? false, slowMs: slowMs ?? byDefault.slowMs ?? 0 }
  }

  return {
    store: own,
    condition,
    state(provider) {
      const { isDown, slowMs, overrides } = own(provider)
      const lockedUserNames = affected(provider).flatMap(({ attempts }) => attempts.locked())
      return {
        ...condition(provider),
        lockedUserNames: [...new Set(lockedUserNames)],
        overriddenUserNames: [...new Map([...at(defaults, provider).overrides, ...overrides])]
          .filter(([, behaviour]) => Object.keys(behaviour).length > 0)
          .map(([userName]) => userName),
        isOwn:
          currentTenant() !== installation &&
          (isDown !== undefined || slowMs !== undefined || overrides.size > 0),
      }
    },
    change(provider, { isDown, slowMs }) {
      const target = own(provider)
      if (isDown !== undefined) target.isDown = isDown
      if (slowMs !== undefined) target.slowMs = Math.min(Math.max(slowMs, 0), maxSlowMs)
    },
    endSessions(provider, userName) {
      const belongsToUser = (one: { userName: string }) => userName === undefined || one.userName === userName
      let ended = 0
      for (const { challenges, sessions } of affected(provider)) {
        challenges.removeWhere(belongsToUser)
        ended += sessions.removeWhere(belongsToUser)
      }
      return ended
    },
    unlock(provider, userName) {
      for (const { attempts } of affected(provider)) attempts.forget(userName)
    },
    behave(provider, userName, text) {
      const behaviour = text === null ? null : parseBehaviourAt(provider, text)
      if (behaviour === undefined) throw new RangeError(`${provider} does not support the behaviour ${text}`)
      const { overrides } = own(provider)
      const isSetByDefault =
        currentTenant() !== installation && at(defaults, provider).overrides.has(userName)
      if (behaviour) overrides.set(userName, behaviour)
      else if (isSetByDefault) overrides.set(userName, {})
      else overrides.delete(userName)
    },
    reset(provider) {
      for (const id of provider ? [provider] : providerIds) {
        const target = own(id)
        target.isDown = undefined
        target.slowMs = undefined
        target.overrides.clear()
        target.attempts.forget()
      }
    },
    resetAll() {
      tenants.clear()
      for (const [provider, fresh] of createProviders(() => undefined)) defaults.set(provider, fresh)
    },
  }
}

function createProvider(
  clock: WorldClock,
  provider: ProviderId,
  byDefault: TenantProvider | undefined,
): TenantProvider {
  const overrides = new Map<string, ProviderBehaviour>()
  const challengeCounts = new Map<string, number>()
  return {
    isDown: undefined,
    slowMs: undefined,
    overrides,
    sessions: createTokenStore(clock, maxSessions),
    challenges: createTokenStore(clock),
    attempts: createLoginAttempts(providers[provider].maxLoginAttempts),
    behaviourOverride: (userName) => overrides.get(userName) ?? byDefault?.overrides.get(userName) ?? {},
    countChallenge(userName) {
      const count = (challengeCounts.get(userName) ?? 0) + 1
      challengeCounts.set(userName, count)
      evictOldest(challengeCounts, maxCountedUsers)
      return count
    },
  }
}

import type { WorldClock } from '../clock.ts'
import { currentTenant, installation } from '../tenants.ts'
import { type ProviderBehaviour, parseBehaviourAt } from './behaviours.ts'
import { type ProviderId, providerIds, providers } from './catalogue.ts'
import { evictOldest } from './evict-oldest.ts'
import { createLoginAttempts } from './login-attempts.ts'
import { createTokenStore, type TokenStore } from './token-store.ts'
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

  function keep(tenant: string, providersOfTenant: TenantProviders): TenantProviders {
    // Re-insert to keep the map in LRU order.
    tenants.delete(tenant)
    tenants.set(tenant, providersOfTenant)
    evictOldest(tenants, maxTenants)
    return providersOfTenant
  }

  /** The state of the current tenant, or undefined if it has none. Reading must not create any: anyone can read. */
  function stored(provider: ProviderId): TenantProvider | undefined {
    const tenant = currentTenant()
    if (tenant === installation) return at(defaults, provider)
    const known = tenants.get(tenant)
    return known && at(keep(tenant, known), provider)
  }

  /** The state of the current tenant, to change it. */
  const own = (provider: ProviderId): TenantProvider =>
    stored(provider) ??
    at(
      keep(
        currentTenant(),
        createProviders((id) => defaults.get(id)),
      ),
      provider,
    )

  const at = (all: TenantProviders, provider: ProviderId) => all.get(provider) as TenantProvider

  /** A store without state for the current tenant. The first write to it creates some. */
  const createEmptyStore = (provider: ProviderId): ProviderStore => ({
    sessions: openOnWrite(
      () => stored(provider)?.sessions,
      () => own(provider).sessions,
    ),
    challenges: openOnWrite(
      () => stored(provider)?.challenges,
      () => own(provider).challenges,
    ),
    attempts: {
      isLocked: (userName) => stored(provider)?.attempts.isLocked(userName) ?? false,
      locked: () => stored(provider)?.attempts.locked() ?? [],
      fail: (userName) => own(provider).attempts.fail(userName),
      lock: (userName) => own(provider).attempts.lock(userName),
      forget: (userName) => stored(provider)?.attempts.forget(userName),
    },
    behaviourOverride: (userName) => (stored(provider) ?? at(defaults, provider)).behaviourOverride(userName),
    countChallenge: (userName) => own(provider).countChallenge(userName),
  })

  /** The current tenant if it has any state, or all of them outside `/tenants`. */
  const affected = (provider: ProviderId) =>
    currentTenant() === installation
      ? [defaults, ...tenants.values()].map((all) => at(all, provider))
      : [stored(provider)].filter((one) => one !== undefined)

  function condition(provider: ProviderId) {
    const { isDown, slowMs } = stored(provider) ?? {}
    const byDefault = at(defaults, provider)
    return { isDown: isDown ?? byDefault.isDown ?? false, slowMs: slowMs ?? byDefault.slowMs ?? 0 }
  }

  return {
    store: (provider) => stored(provider) ?? createEmptyStore(provider),
    condition,
    state(provider) {
      const { isDown, slowMs, overrides } = stored(provider) ?? noSettings
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
        const target = stored(id)
        if (!target) continue
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

const noSettings: Pick<TenantProvider, 'isDown' | 'slowMs' | 'overrides'> = {
  isDown: undefined,
  slowMs: undefined,
  overrides: new Map(),
}

function openOnWrite<T>(find: () => TokenStore<T> | undefined, open: () => TokenStore<T>): TokenStore<T> {
  return {
    put: (value, ttlMs) => open().put(value, ttlMs),
    find: (token) => find()?.find(token),
    take: (token) => find()?.take(token),
    removeWhere: (test) => find()?.removeWhere(test) ?? 0,
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

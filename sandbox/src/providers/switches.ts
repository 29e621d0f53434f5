import type { Clock } from '../clock.ts'
import { openAttempts } from './login-attempts.ts'
import { type Behaviour, behaviourAt } from './behaviours.ts'
import { type ProviderId, providerIds, providers } from './catalogue.ts'
import { makeRoom } from './evict-oldest.ts'
import { openShelf } from './token-store.ts'
import type { Desk, Surroundings } from './types.ts'

const longestSlowMs = 60_000
const mostSessions = 100_000
const mostCounted = 10_000

export function openSwitches(clock: Clock): Surroundings['switches'] {
  const desks = new Map(providerIds.map((provider) => [provider, openDesk(clock, provider)]))
  const desk = (provider: ProviderId) => desks.get(provider) as Desk

  return {
    desk,
    state(provider) {
      const { isDown, slowMs, attempts } = desk(provider)
      return { isDown, slowMs, lockedUserNames: attempts.locked() }
    },
    change(provider, { isDown, slowMs }) {
      const changed = desk(provider)
      if (isDown !== undefined) changed.isDown = isDown
      if (slowMs !== undefined) changed.slowMs = Math.min(Math.max(slowMs, 0), longestSlowMs)
    },
    endSessions(provider, userName) {
      const isTheirs = (one: { userName: string }) => userName === undefined || one.userName === userName
      desk(provider).challenges.removeWhere(isTheirs)
      return desk(provider).sessions.removeWhere(isTheirs)
    },
    unlock: (provider, userName) => desk(provider).attempts.forget(userName),
    behave(provider, userName, text) {
      const behaviour = text === null ? null : behaviourAt(provider, text)
      if (behaviour === undefined) throw new RangeError(`${text} is no behaviour of ${provider}`)
      desk(provider).impose(userName, behaviour)
    },
    reset() {
      for (const provider of providerIds) desks.set(provider, openDesk(clock, provider))
    },
  }
}

function openDesk(clock: Clock, provider: ProviderId): Desk {
  const imposed = new Map<string, Behaviour>()
  const challengesOf = new Map<string, number>()
  return {
    isDown: false,
    slowMs: 0,
    sessions: openShelf(clock, mostSessions),
    challenges: openShelf(clock),
    attempts: openAttempts(providers[provider].maxLoginAttempts),
    imposed: (userName) => imposed.get(userName) ?? {},
    impose(userName, behaviour) {
      if (behaviour) imposed.set(userName, behaviour)
      else imposed.delete(userName)
    },
    countChallenge(userName) {
      const count = (challengesOf.get(userName) ?? 0) + 1
      challengesOf.set(userName, count)
      makeRoom(challengesOf, mostCounted)
      return count
    },
  }
}

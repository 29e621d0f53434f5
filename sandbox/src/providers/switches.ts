import type { Clock } from '../clock.ts'
import { openAttempts } from './attempts.ts'
import { type Behaviour, behaviourAt } from './behaviours.ts'
import { type ProviderId, providerIds, providers } from './catalogue.ts'
import { openShelf } from './shelf.ts'
import type { Desk, Surroundings } from './types.ts'

const longestSlowMs = 60_000
const mostCounted = 10_000

export function openSwitches(clock: Clock): Surroundings['switches'] {
  const places = new Map(providerIds.map((provider) => [provider, openPlace(clock, provider)]))
  const at = (provider: ProviderId) => places.get(provider) as Place

  function endSessions(provider: ProviderId, userName?: string) {
    const isTheirs = (one: { userName: string }) => userName === undefined || one.userName === userName
    at(provider).desk.challenges.removeWhere(isTheirs)
    return at(provider).desk.sessions.removeWhere(isTheirs)
  }

  return {
    desk: (provider) => at(provider).desk,
    state(provider) {
      const { isDown, slowMs, desk } = at(provider)
      return { isDown, slowMs, lockedUserNames: desk.attempts.locked() }
    },
    change(provider, { isDown, slowMs }) {
      const place = at(provider)
      if (isDown !== undefined) place.isDown = isDown
      if (slowMs !== undefined) place.slowMs = Math.min(Math.max(slowMs, 0), longestSlowMs)
    },
    endSessions,
    unlock: (provider, userName) => at(provider).desk.attempts.forget(userName),
    behave(provider, userName, text) {
      const behaviour = text === null ? {} : behaviourAt(provider, text)
      if (!behaviour) throw new RangeError(`${text} is no behaviour of ${provider}`)
      at(provider).imposed.delete(userName)
      if (text !== null) at(provider).imposed.set(userName, behaviour)
    },
    reset() {
      for (const provider of providerIds) places.set(provider, openPlace(clock, provider))
    },
  }
}

type Place = { isDown: boolean; slowMs: number; imposed: Map<string, Behaviour>; desk: Desk }

function openPlace(clock: Clock, provider: ProviderId): Place {
  const imposed = new Map<string, Behaviour>()
  const challengesOf = new Map<string, number>()
  return {
    isDown: false,
    slowMs: 0,
    imposed,
    desk: {
      sessions: openShelf(clock),
      challenges: openShelf(clock),
      attempts: openAttempts(providers[provider].maxLoginAttempts),
      imposed: (userName) => imposed.get(userName) ?? {},
      countChallenge(userName) {
        if (challengesOf.size > mostCounted) challengesOf.clear()
        const count = (challengesOf.get(userName) ?? 0) + 1
        challengesOf.set(userName, count)
        return count
      },
    },
  }
}

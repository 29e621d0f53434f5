import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import type { SimulatedPerson } from '../people/types.ts'
import { type ProviderBehaviour, parseBehaviourAt } from './behaviours.ts'
import { type ProviderId, type ProviderStep, providers } from './catalogue.ts'
import { errorSpec, ProviderFault } from './errors.ts'
import {
  challengeTtlMs,
  createChallenge,
  isCorrectAnswer,
  type MfaPrompt,
  maxWrongAnswers,
} from './second-factors.ts'
import type { ProviderDeps, ProviderSession } from './types.ts'

/** A person after login. If an employee number was given, only that employment is visible. */
export type SignedInPerson = {
  person: SimulatedPerson
  behaviour: ProviderBehaviour
  employeeNumber?: string | undefined
}
export type PendingChallenge = { challengeId: string; method: MfaPrompt }

/** Login, second factors and sessions of one provider. Rejected requests throw a ProviderFault. */
export type Authenticator = {
  provider: ProviderId
  signIn(
    request: FastifyRequest,
    credentials: { userName: string; password: string; employeeNumber?: string | undefined },
  ): Promise<SignedInPerson | PendingChallenge>
  /** Completes the second factor. */
  answerChallenge(
    request: FastifyRequest,
    challengeId: string,
    answerChallenge: string,
  ): Promise<SignedInPerson>
  /** Finds a pending challenge, e.g. to show its page again. */
  pendingChallenge(challengeId: string): PendingChallenge | undefined
  /** Opens a session. It may end earlier if the behaviour requests it (`expire:<minutes>`). */
  openSession(signedIn: SignedInPerson, ttlMs: number): { token: string; ttlMs: number }
  /** Returns the session of a token with its person, or undefined if the session has ended. */
  session(token: string): (ProviderSession & { person: SimulatedPerson }) | undefined
  endSession(token: string): void
  /**
   * Delays, drops or rejects the request according to the person's behaviour. Must be called before serving a person.
   */
  applyBehaviour(request: FastifyRequest, step: ProviderStep, session: ProviderSession): Promise<void>
  /** Unlocks the account if the details match. Returns whether they do. */
  unlock(userName: string, dateOfBirth: string): boolean
}

const worksAs = ({ jobs }: SimulatedPerson, employeeNumber: string | undefined) =>
  employeeNumber === undefined || jobs.some(({ payrollNumber }) => payrollNumber === employeeNumber)

/** Thrown after a connection was dropped on purpose, when no reply can be sent. */
export class ConnectionDropped extends Error {}

export function createAuthenticator(provider: ProviderId, { world, switches }: ProviderDeps): Authenticator {
  const { dateFormat, secondFactor, showsAttemptsLeft } = providers[provider]
  const store = () => switches.store(provider)

  async function applyBehaviour(request: FastifyRequest, step: ProviderStep, session: ProviderSession) {
    const { userName } = session
    // Overrides are merged on every request, so that open sessions change too when an override is removed.
    const behaviour = { ...session.behaviour, ...store().behaviourOverride(userName) }
    if (behaviour.slowSeconds) await delay(behaviour.slowSeconds * 1_000, undefined, { ref: false })
    if (behaviour.drop === step) {
      request.raw.socket.destroy()
      throw new ConnectionDropped()
    }
    if (behaviour.locksAccount && (step === 'login' || step === 'token')) {
      store().attempts.lock(userName)
      throw new ProviderFault('account_locked')
    }
    if (behaviour.error && errorSpec(behaviour.error).occursAt.includes(step))
      throw new ProviderFault(behaviour.error)
  }

  function requireUnlocked(userName: string) {
    if (store().attempts.isLocked(userName)) throw new ProviderFault('account_locked')
  }

  function countFailure(userName: string) {
    const attemptsLeft = store().attempts.fail(userName)
    if (attemptsLeft === 0) return new ProviderFault('account_locked')
    return new ProviderFault('invalid_credentials', showsAttemptsLeft ? { attemptsLeft } : {})
  }

  function createPendingChallenge({
    person,
    behaviour,
    employeeNumber,
  }: SignedInPerson): PendingChallenge | undefined {
    const { userName } = person
    const { mfa, error } = { ...behaviour, ...store().behaviourOverride(userName) }
    const failsAtSecondFactor = error && errorSpec(error).occursAt[0] === 'mfa'
    const kind = mfa ?? secondFactor ?? (failsAtSecondFactor ? 'code' : undefined)
    if (!kind) return undefined
    const seed = [world.seed, provider, userName, store().countChallenge(userName)].join(' ')
    const question = createChallenge(kind, person, { seed, dateFormat })
    const challengeId = store().challenges.put(
      { ...question, userName, behaviour, employeeNumber, wrongAnswers: 0 },
      challengeTtlMs,
    )
    return { challengeId, method: question.method }
  }

  return {
    provider,
    applyBehaviour,

    async signIn(request, { userName: typedUserName, password, employeeNumber }) {
      const userName = typedUserName.trim().toLowerCase()
      requireUnlocked(userName)
      const person = world.find(userName)
      const behaviour = parseBehaviourAt(provider, password)
      if (!person || !behaviour || !worksAs(person, employeeNumber)) throw countFailure(userName)
      await applyBehaviour(request, 'login', { userName, behaviour })
      // Concurrent attempts may have locked the account during the delay.
      requireUnlocked(userName)
      const signedIn = { person, behaviour, employeeNumber }
      const question = createPendingChallenge(signedIn)
      if (question) return question
      store().attempts.forget(userName)
      return signedIn
    },

    async answerChallenge(request, challengeId, answerChallenge) {
      const { challenges, attempts } = store()
      const challenge = challenges.find(challengeId)
      const person = challenge && world.find(challenge.userName)
      if (!challenge || !person) throw new ProviderFault('mfa_timeout')
      await applyBehaviour(request, 'mfa', challenge).catch((refusal: unknown) => {
        if (refusal instanceof ProviderFault) challenges.take(challengeId)
        throw refusal
      })
      // A concurrent answer may have ended the challenge during the delay.
      if (!challenges.find(challengeId)) throw new ProviderFault('mfa_timeout')
      requireUnlocked(challenge.userName)
      if (!isCorrectAnswer(challenge, answerChallenge)) {
        challenge.wrongAnswers++
        const attemptsLeft = maxWrongAnswers - challenge.wrongAnswers
        if (attemptsLeft <= 0) challenges.take(challengeId)
        throw new ProviderFault('mfa_failed', { attemptsLeft })
      }
      challenges.take(challengeId)
      attempts.forget(challenge.userName)
      return { person, behaviour: challenge.behaviour, employeeNumber: challenge.employeeNumber }
    },

    pendingChallenge(challengeId) {
      const challenge = store().challenges.find(challengeId)
      return challenge && { challengeId, method: challenge.method }
    },

    openSession({ person, behaviour, employeeNumber }, defaultTtlMs) {
      const { expireMinutes } = { ...behaviour, ...store().behaviourOverride(person.userName) }
      const ttlMs =
        expireMinutes === undefined ? defaultTtlMs : Math.min(defaultTtlMs, expireMinutes * 60_000)
      const session = { userName: person.userName, behaviour, employeeNumber }
      return { token: store().sessions.put(session, ttlMs), ttlMs }
    },
    session(token) {
      const session = store().sessions.find(token)
      const person = session && world.find(session.userName)
      return person && { ...session, person }
    },
    endSession: (token) => void store().sessions.take(token),

    unlock(userName, dateOfBirth) {
      const person = world.find(userName.trim().toLowerCase())
      if (person?.dateOfBirth !== dateOfBirth) return false
      store().attempts.forget(person.userName)
      return true
    },
  }
}

import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import type { Person } from '../people/types.ts'
import { type Behaviour, behaviourAt } from './behaviours.ts'
import { type ProviderId, providers, type Step } from './catalogue.ts'
import { errorRow, Fault } from './errors.ts'
import {
  askSecondFactor,
  challengeLifeMs,
  isRightAnswer,
  type MfaMethod,
  mostWrongAnswers,
} from './second-factors.ts'
import type { Session, Surroundings } from './types.ts'

/** Whoever came with an employee number is there for that employment only. */
export type SignedIn = { person: Person; behaviour: Behaviour; employeeNumber?: string | undefined }
export type Asked = { challengeId: string; method: MfaMethod }

/** How people come in at one provider. Whatever is refused is thrown as a Fault. */
export type FrontDoor = {
  provider: ProviderId
  signIn(
    request: FastifyRequest,
    credentials: { userName: string; password: string; employeeNumber?: string | undefined },
  ): Promise<SignedIn | Asked>
  /** The second step. */
  answer(request: FastifyRequest, challengeId: string, answer: string): Promise<SignedIn>
  /** For a second step that the page has to show again. */
  asked(challengeId: string): Asked | undefined
  /** It ends earlier where the person asked for that. */
  openSession(signedIn: SignedIn, lifeMs: number): { token: string; lifeMs: number }
  /** The session behind a token, and the person; undefined where it has ended. */
  session(token: string): (Session & { person: Person }) | undefined
  endSession(token: string): void
  /** To be called before anything is done for a person: here they are made to wait, cut off or refused, if they asked for it. */
  attend(request: FastifyRequest, step: Step, session: Session): Promise<void>
  /** True: the details are right, and the account is open again. */
  unlock(userName: string, dateOfBirth: string): boolean
}

const worksAs = ({ jobs }: Person, employeeNumber: string | undefined) =>
  employeeNumber === undefined || jobs.some(({ payrollNumber }) => payrollNumber === employeeNumber)

/** A connection that was cut on purpose: there is nobody left to reply to. */
export class Dropped extends Error {}

export function openFrontDoor(provider: ProviderId, { world, switches }: Surroundings): FrontDoor {
  const { dateFormat, secondFactor, tellsAttemptsLeft } = providers[provider]
  const desk = () => switches.desk(provider)

  async function attend(request: FastifyRequest, step: Step, session: Session) {
    const { userName } = session
    // Kept apart until now, so that what was imposed ends for a session too when it is taken back.
    const behaviour = { ...session.behaviour, ...desk().imposed(userName) }
    if (behaviour.slowSeconds) await delay(behaviour.slowSeconds * 1_000, undefined, { ref: false })
    if (behaviour.drop === step) {
      request.raw.socket.destroy()
      throw new Dropped()
    }
    if (behaviour.locks && (step === 'login' || step === 'token')) {
      desk().attempts.lock(userName)
      throw new Fault('account_locked')
    }
    if (behaviour.error && errorRow(behaviour.error).strikesAt.includes(step))
      throw new Fault(behaviour.error)
  }

  function requireOpen(userName: string) {
    if (desk().attempts.isLocked(userName)) throw new Fault('account_locked')
  }

  function refuse(userName: string) {
    const attemptsLeft = desk().attempts.fail(userName)
    if (attemptsLeft === 0) return new Fault('account_locked')
    return new Fault('invalid_credentials', tellsAttemptsLeft ? { attemptsLeft } : {})
  }

  function ask({ person, behaviour, employeeNumber }: SignedIn): Asked | undefined {
    const { userName } = person
    const { mfa, error } = { ...behaviour, ...desk().imposed(userName) }
    const failsThere = error && errorRow(error).strikesAt[0] === 'mfa'
    const kind = mfa ?? secondFactor ?? (failsThere ? 'code' : undefined)
    if (!kind) return undefined
    const seed = [world.seed, provider, userName, desk().countChallenge(userName)].join(' ')
    const question = askSecondFactor(kind, person, { seed, dateFormat })
    const challengeId = desk().challenges.put(
      { ...question, userName, behaviour, employeeNumber, wrongAnswers: 0 },
      challengeLifeMs,
    )
    return { challengeId, method: question.method }
  }

  return {
    provider,
    attend,

    async signIn(request, { userName: typed, password, employeeNumber }) {
      const userName = typed.trim().toLowerCase()
      requireOpen(userName)
      const person = world.find(userName)
      const behaviour = behaviourAt(provider, password)
      if (!person || !behaviour || !worksAs(person, employeeNumber)) throw refuse(userName)
      await attend(request, 'login', { userName, behaviour })
      // While this one was made to wait, others may have used up the attempts.
      requireOpen(userName)
      const signedIn = { person, behaviour, employeeNumber }
      const question = ask(signedIn)
      if (question) return question
      desk().attempts.forget(userName)
      return signedIn
    },

    async answer(request, challengeId, answer) {
      const { challenges, attempts } = desk()
      const challenge = challenges.find(challengeId)
      const person = challenge && world.find(challenge.userName)
      if (!challenge || !person) throw new Fault('mfa_timeout')
      await attend(request, 'mfa', challenge).catch((refusal: unknown) => {
        if (refusal instanceof Fault) challenges.take(challengeId)
        throw refusal
      })
      // While this one was made to wait, others may have ended it.
      if (!challenges.find(challengeId)) throw new Fault('mfa_timeout')
      requireOpen(challenge.userName)
      if (!isRightAnswer(challenge, answer)) {
        challenge.wrongAnswers++
        const attemptsLeft = mostWrongAnswers - challenge.wrongAnswers
        if (attemptsLeft <= 0) challenges.take(challengeId)
        throw new Fault('mfa_failed', { attemptsLeft })
      }
      challenges.take(challengeId)
      attempts.forget(challenge.userName)
      return { person, behaviour: challenge.behaviour, employeeNumber: challenge.employeeNumber }
    },

    asked(challengeId) {
      const challenge = desk().challenges.find(challengeId)
      return challenge && { challengeId, method: challenge.method }
    },

    openSession({ person, behaviour, employeeNumber }, usualMs) {
      const { expireMinutes } = { ...behaviour, ...desk().imposed(person.userName) }
      const lifeMs = expireMinutes === undefined ? usualMs : Math.min(usualMs, expireMinutes * 60_000)
      const session = { userName: person.userName, behaviour, employeeNumber }
      return { token: desk().sessions.put(session, lifeMs), lifeMs }
    },
    session(token) {
      const session = desk().sessions.find(token)
      const person = session && world.find(session.userName)
      return person && { ...session, person }
    },
    endSession: (token) => void desk().sessions.take(token),

    unlock(userName, dateOfBirth) {
      const person = world.find(userName.trim().toLowerCase())
      if (person?.dateOfBirth !== dateOfBirth) return false
      desk().attempts.forget(person.userName)
      return true
    },
  }
}

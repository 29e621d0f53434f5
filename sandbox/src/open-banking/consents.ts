import { randomUUID } from 'node:crypto'
import type { WorldClock } from '../clock.ts'
import type { SimulatedPerson } from '../people/types.ts'
import type { SignedInPerson } from '../providers/authentication.ts'
import type { ProviderBehaviour } from '../providers/behaviours.ts'
import { evictOldest } from '../providers/evict-oldest.ts'
import { newToken } from '../providers/token-store.ts'
import { YapilyFault } from './yapily-fault.ts'

export const features = ['ACCOUNTS', 'ACCOUNT', 'ACCOUNT_TRANSACTIONS', 'IDENTITY'] as const
export type Feature = (typeof features)[number]

const dayMs = 86_400_000
/** The person has to confirm the consent again within this time (SCA-RTS, article 10A). */
export const reconfirmDays = 90
const reconfirmMs = reconfirmDays * dayMs
/** Time for the person to authorise at the bank. */
const authorisationMs = 60 * 60_000
const maxConsents = 50_000
/** A bank keeps a consent until the person withdraws it, which ending the session at the bank simulates. */
export const bankSessionMs = 3_650 * dayMs

type Status =
  | 'AWAITING_AUTHORIZATION'
  | 'AUTHORIZED'
  | 'REJECTED'
  | 'REVOKED'
  | 'EXPIRED'
  | 'AWAITING_RE_AUTHORIZATION'

export type BankConsent = {
  id: string
  userUuid: string
  applicationUserId: string
  institutionId: string
  callback: string | undefined
  hasOneTimeToken: boolean
  state: string
  status: Status
  featureScope: Feature[]
  transactionFrom: string | undefined
  transactionTo: string | undefined
  createdAt: Date
  expiresAt: Date | undefined
  authorizedAt?: Date
  lastConfirmedAt?: Date
  consentToken?: string
  oneTimeToken?: string
  person?: SimulatedPerson
  /** Behaviour that the password requested, which later data calls follow. */
  behaviour?: ProviderBehaviour
  /** Session at the bank. Without it, the person has withdrawn the consent there. */
  bankSession?: string
}

export type NewConsent = Pick<
  BankConsent,
  | 'applicationUserId'
  | 'institutionId'
  | 'callback'
  | 'hasOneTimeToken'
  | 'featureScope'
  | 'transactionFrom'
  | 'transactionTo'
  | 'expiresAt'
>

/** Consents with their life cycle: authorisation, confirmation every 90 days, expiry and deletion. */
export function openConsents(clock: WorldClock, isSessionOpen: (bankSession: string) => boolean) {
  const consents = new Map<string, BankConsent>()

  function revoke(consent: BankConsent) {
    consent.status = 'REVOKED'
    delete consent.consentToken
  }

  function refresh(consent: BankConsent) {
    const now = clock.now()
    const { status, createdAt, expiresAt, lastConfirmedAt, bankSession } = consent
    if (bankSession !== undefined && !isSessionOpen(bankSession)) {
      revoke(consent)
      return consent
    }
    if (status === 'AWAITING_AUTHORIZATION' && now.getTime() - createdAt.getTime() > authorisationMs)
      consent.status = 'EXPIRED'
    if (status === 'AUTHORIZED' && expiresAt && now >= expiresAt) consent.status = 'EXPIRED'
    if (
      status === 'AUTHORIZED' &&
      lastConfirmedAt &&
      now.getTime() >= lastConfirmedAt.getTime() + reconfirmMs
    )
      consent.status = 'AWAITING_RE_AUTHORIZATION'
    return consent
  }

  const find = (id: string) => {
    const consent = consents.get(id)
    return consent && refresh(consent)
  }

  function require(id: string): BankConsent {
    const consent = find(id)
    if (!consent) throw new YapilyFault(404, 'Consent not found')
    return consent
  }

  return {
    find,
    require,

    create(request: NewConsent): BankConsent {
      const consent: BankConsent = {
        ...request,
        id: randomUUID(),
        userUuid: randomUUID(),
        state: newToken(),
        status: 'AWAITING_AUTHORIZATION',
        createdAt: clock.now(),
      }
      consents.set(consent.id, consent)
      evictOldest(consents, maxConsents)
      return consent
    },

    authorise(consent: BankConsent, { person, behaviour }: SignedInPerson, bankSession: string) {
      consent.status = 'AUTHORIZED'
      consent.person = person
      consent.behaviour = behaviour
      consent.bankSession = bankSession
      consent.authorizedAt = clock.now()
      consent.lastConfirmedAt = clock.now()
      consent.consentToken = newToken()
      if (consent.hasOneTimeToken) consent.oneTimeToken = newToken()
    },

    reject(consent: BankConsent) {
      consent.status = 'REJECTED'
    },

    /** A one-time token can be exchanged once. */
    takeByOneTimeToken(oneTimeToken: string): BankConsent {
      const consent = [...consents.values()].find((one) => one.oneTimeToken === oneTimeToken)
      if (!consent) throw new YapilyFault(404, 'One time token not found')
      delete consent.oneTimeToken
      return refresh(consent)
    },

    extend(consent: BankConsent, lastConfirmedAt: Date) {
      if (lastConfirmedAt > clock.now())
        throw extensionFault('lastConfirmedAt', 'lastConfirmedAt must not be in the future')
      if (!['AUTHORIZED', 'AWAITING_RE_AUTHORIZATION'].includes(consent.status))
        throw extensionFault('consentId', 'The consent cannot be extended')
      consent.lastConfirmedAt = lastConfirmedAt
      consent.status = 'AUTHORIZED'
      refresh(consent)
    },

    revoke,

    /** Finds the consent of a data request, if it is valid and covers the feature. */
    requireToken(token: unknown, feature: Feature): BankConsent & { person: SimulatedPerson } {
      if (typeof token !== 'string' || token === '')
        throw new YapilyFault(400, 'Missing request header consent')
      const consent = [...consents.values()].find(({ consentToken }) => consentToken === token)
      if (!consent?.person) throw new YapilyFault(403, 'Consent not found')
      const { status } = refresh(consent)
      if (status !== 'AUTHORIZED') throw new YapilyFault(403, `Consent is ${status}`)
      if (!consent.featureScope.includes(feature))
        throw new YapilyFault(403, `Consent does not cover ${feature}`)
      return { ...consent, person: consent.person }
    },
  }
}

const extensionFault = (parameter: string, message: string) =>
  new YapilyFault(400, 'Invalid request', [
    { type: 'INVALID_REQUEST', code: 'INVALID_PARAMETER', message, parameter },
  ])

export type BankConsents = ReturnType<typeof openConsents>

export const reconfirmByOf = ({ lastConfirmedAt }: BankConsent) =>
  lastConfirmedAt && new Date(lastConfirmedAt.getTime() + reconfirmMs)

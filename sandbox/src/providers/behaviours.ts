import { type ProviderId, type ProviderStep, providers, steps } from './catalogue.ts'
import { type ErrorCode, errorSpec, isErrorCode } from './errors.ts'

const factors = ['code', 'date', 'chars'] as const
export type FactorKind = (typeof factors)[number]

/** Simulated behaviour requested by a password; an empty object means plain success. */
export type ProviderBehaviour = {
  mfa?: FactorKind
  error?: ErrorCode
  /** Delay of every reply to this person. */
  slowSeconds?: number
  /** Step at which the connection is dropped, before any effect. */
  drop?: ProviderStep
  /** Time after which the session, including its refresh tokens, ends. */
  expireMinutes?: number
  locksAccount?: true
}

const maxSlowSeconds = 60

const readers: Record<string, (value: string | undefined) => ProviderBehaviour | undefined> = {
  pass: (value) => (value === undefined ? {} : undefined),
  lock: (value) => (value === undefined ? { locksAccount: true } : undefined),
  mfa(value) {
    const mfa = factors.find((factor) => factor === value)
    return mfa && { mfa }
  },
  error: (value = '') => (isErrorCode(value) ? { error: value } : undefined),
  drop(value) {
    const drop = steps.find((step) => step === value)
    return drop && { drop }
  },
  slow(value = '') {
    const slowSeconds = Number(value)
    return /^\d{1,2}(\.\d{1,3})?$/.test(value) && slowSeconds <= maxSlowSeconds ? { slowSeconds } : undefined
  },
  expire: (value = '') => (/^\d{1,6}$/.test(value) ? { expireMinutes: Number(value) } : undefined),
}

/** Parses passwords such as `mfa:code+expire:5`; undefined if the password is invalid. */
export function parseBehaviour(password: string): ProviderBehaviour | undefined {
  let behaviour: ProviderBehaviour = {}
  const seen = new Set<string>()
  for (const part of password.split('+')) {
    const [, word = '', value] = /^([a-z]+)(?::(.+))?$/.exec(part) ?? []
    const read = Object.hasOwn(readers, word) ? readers[word]?.(value) : undefined
    if (!read || seen.has(word)) return undefined
    seen.add(word)
    behaviour = { ...behaviour, ...read }
  }
  return behaviour
}

/** Like parseBehaviour, but also returns undefined for behaviours that this provider does not support. */
export function parseBehaviourAt(provider: ProviderId, password: string): ProviderBehaviour | undefined {
  const behaviour = parseBehaviour(password)
  if (!behaviour) return undefined
  const { steps } = providers[provider]
  if (behaviour.drop && !steps.includes(behaviour.drop)) return undefined
  if (behaviour.mfa && !steps.includes('mfa')) return undefined
  if (behaviour.error && !errorSpec(behaviour.error).providers.includes(provider)) return undefined
  return behaviour
}

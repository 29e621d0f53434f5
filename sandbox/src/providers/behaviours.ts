import { type ProviderId, providers, type Step, steps } from './catalogue.ts'
import { type ErrorCode, errorRow, isErrorCode } from './errors.ts'

const factors = ['code', 'date', 'chars'] as const
export type FactorKind = (typeof factors)[number]

/** What a password asks for; nothing at all is plain success. */
export type Behaviour = {
  mfa?: FactorKind
  error?: ErrorCode
  /** Every reply to this person waits so long. */
  slowSeconds?: number
  /** The connection is cut at this step, before anything is done. */
  drop?: Step
  /** The session and whatever could renew it end then. */
  expireMinutes?: number
  locks?: true
}

const longestSlowSeconds = 60

const readers: Record<string, (value: string | undefined) => Behaviour | undefined> = {
  pass: (value) => (value === undefined ? {} : undefined),
  lock: (value) => (value === undefined ? { locks: true } : undefined),
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
    return /^\d{1,2}(\.\d{1,3})?$/.test(value) && slowSeconds <= longestSlowSeconds
      ? { slowSeconds }
      : undefined
  },
  expire: (value = '') => (/^\d{1,6}$/.test(value) ? { expireMinutes: Number(value) } : undefined),
}

/** `mfa:code+expire:5` and the like; undefined where it is no password of the sandbox. */
export function parseBehaviour(password: string): Behaviour | undefined {
  let behaviour: Behaviour = {}
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

/** The same, but only what can happen at this provider: an error that it does not have is a wrong password. */
export function behaviourAt(provider: ProviderId, password: string): Behaviour | undefined {
  const behaviour = parseBehaviour(password)
  if (!behaviour) return undefined
  const { steps } = providers[provider]
  if (behaviour.drop && !steps.includes(behaviour.drop)) return undefined
  if (behaviour.mfa && !steps.includes('mfa')) return undefined
  if (behaviour.error && !errorRow(behaviour.error).providers.includes(provider)) return undefined
  return behaviour
}

import { createHmac } from 'node:crypto'
import type { Tenancy } from '../../platform/database/tenancy.ts'
import { addressBucket } from '../../platform/http/caller-address.ts'
import { tooManyRequests } from '../../platform/problem.ts'
import type { Keyring } from '../../platform/secrets/keyring.ts'
import { clearFailures, countAttempt, uncountAttempt } from './queries.ts'

export type AttemptLimitDeps = { database: Tenancy; keyring: Keyring }

/**
 * Origin of an attempt. `recognisedBy`: the cookie of a browser in which the member has signed in before, or an
 * open session.
 */
export type AttemptOrigin = { address: string; recognisedBy?: string | undefined }

/**
 * An attempt that is counted as failed, by keyed hashes: of the name with its source, of the address, and of the name
 * alone. The last is absent for a recognised source.
 */
export type CountedAttempt = { source: Buffer; address: Buffer; name: Buffer | undefined }

// The name alone has a high limit, so that a stranger cannot easily lock out a member, but a botnet that guesses from
// many addresses is slowed down.
const freeFailures = { source: 5, address: 50, name: 100 }
const freeResets = 3

/**
 * Counts an attempt with a password or code as failed before it is checked. Throws 429 while the source or the name is
 * blocked. Every function here locks the rows of address, source and name in this order, to prevent deadlocks.
 */
export async function countAttemptAsFailed(
  deps: AttemptLimitDeps,
  origin: AttemptOrigin,
  emailHash: Buffer,
): Promise<CountedAttempt> {
  const attempt = {
    source: sourceHash(deps, origin, emailHash),
    address: failureHash(deps, `address ${addressBucket(origin.address)}`),
    name: origin.recognisedBy === undefined ? nameHash(deps, emailHash) : undefined,
  }
  const waitSeconds = await deps.database.system(async (tx) => {
    const addressWait = await countAttempt(tx, attempt.address, freeFailures.address)
    if (addressWait > 0) return addressWait
    const sourceWait = await countAttempt(tx, attempt.source, freeFailures.source)
    if (sourceWait > 0 || !attempt.name) return sourceWait
    return countAttempt(tx, attempt.name, freeFailures.name)
  })
  if (waitSeconds > 0) {
    throw tooManyRequests(
      'sign-in-blocked',
      'Too many failed sign-ins; please wait before trying again',
      waitSeconds,
    )
  }
  return attempt
}

/** Clears the failures of the name and the attempt of the address, after the attempt has succeeded. */
export function forgiveAttempt(
  { database }: AttemptLimitDeps,
  { source, address, name }: CountedAttempt,
  { keepName = false }: { keepName?: boolean } = {},
) {
  return database.system(async (tx) => {
    await uncountAttempt(tx, address)
    if (keepName) return
    await clearFailures(tx, source)
    if (name) await clearFailures(tx, name)
  })
}

/**
 * Uncounts an attempt that has succeeded while signed in. Earlier failures of the name still count: otherwise a thief
 * who knows the password could use it to reset the limit between two guesses at a code.
 */
export function uncountStepUp({ database }: AttemptLimitDeps, { source, address, name }: CountedAttempt) {
  return database.system(async (tx) => {
    await uncountAttempt(tx, address)
    await uncountAttempt(tx, source)
    if (name) await uncountAttempt(tx, name)
  })
}

/** Uncounts the password of a step-up after its code was right. */
export function uncountName(deps: AttemptLimitDeps, origin: AttemptOrigin, emailHash: Buffer) {
  return deps.database.system(async (tx) => {
    await uncountAttempt(tx, sourceHash(deps, origin, emailHash))
    await uncountAttempt(tx, nameHash(deps, emailHash))
  })
}

/** Clears the failures of the name, after its holder has proved who they are. */
export function clearNameFailures(deps: AttemptLimitDeps, origin: AttemptOrigin, emailHash: Buffer) {
  return deps.database.system(async (tx) => {
    await clearFailures(tx, sourceHash(deps, origin, emailHash))
    await clearFailures(tx, nameHash(deps, emailHash))
  })
}

/** Counts a request for a reset code. False if the name has requested too many. */
export async function isResetAllowed(deps: AttemptLimitDeps, emailHash: Buffer) {
  const subject = failureHash(deps, `reset ${emailHash.toString('hex')}`)
  const waitSeconds = await deps.database.system((tx) => countAttempt(tx, subject, freeResets))
  return waitSeconds === 0
}

/** A recognised source has a count of its own, any other caller that of the address. */
const sourceHash = (deps: AttemptLimitDeps, { address, recognisedBy }: AttemptOrigin, emailHash: Buffer) =>
  failureHash(
    deps,
    `source ${emailHash.toString('hex')} ${recognisedBy ?? `address ${addressBucket(address)}`}`,
  )

const nameHash = (deps: AttemptLimitDeps, emailHash: Buffer) =>
  failureHash(deps, `name ${emailHash.toString('hex')}`)

const failureHash = ({ keyring }: AttemptLimitDeps, subject: string) =>
  createHmac('sha256', keyring.cellKey('sign-in failures')).update(subject).digest()

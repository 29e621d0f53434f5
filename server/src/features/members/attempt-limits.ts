import { createHmac } from 'node:crypto'
import type { Tenancy } from '../../platform/database/tenancy.ts'
import { addressBucket } from '../../platform/http/caller-address.ts'
import { tooManyRequests } from '../../platform/problem.ts'
import type { Keyring } from '../../platform/secrets/keyring.ts'
import { clearFailures, countAttempt, uncountAttempt } from './queries.ts'

export type AttemptLimitDeps = { database: Tenancy; keyring: Keyring }

/** An attempt that is counted as failed, by the keyed hashes of the name and of the address. */
export type CountedAttempt = { name: Buffer; address: Buffer }

const freeFailures = { name: 5, address: 50 }
const freeResets = 3

/** Counts an attempt with a password or code as failed before it is checked. Throws 429 while name or address is blocked. */
export async function countAttemptAsFailed(
  deps: AttemptLimitDeps,
  address: string,
  emailHash: Buffer,
): Promise<CountedAttempt> {
  const name = nameHash(deps, emailHash)
  const addressHash = failureHash(deps, `address ${addressBucket(address)}`)
  const waitSeconds = await deps.database.system(async (tx) => {
    const wait = await countAttempt(tx, addressHash, freeFailures.address)
    return wait > 0 ? wait : countAttempt(tx, name, freeFailures.name)
  })
  if (waitSeconds > 0) {
    throw tooManyRequests(
      'sign-in-blocked',
      'Too many failed sign-ins; please wait before trying again',
      waitSeconds,
    )
  }
  return { name, address: addressHash }
}

/** Clears the failures of the name and the attempt of the address, after the attempt has succeeded. */
export function forgiveAttempt(
  { database }: AttemptLimitDeps,
  { name, address }: CountedAttempt,
  { keepName = false }: { keepName?: boolean } = {},
) {
  return database.system(async (tx) => {
    if (!keepName) await clearFailures(tx, name)
    await uncountAttempt(tx, address)
  })
}

/**
 * Uncounts an attempt that has succeeded while signed in. Earlier failures of the name still count: otherwise a thief
 * who knows the password could use it to reset the limit between two guesses at a code.
 */
export function uncountStepUp({ database }: AttemptLimitDeps, { name, address }: CountedAttempt) {
  return database.system(async (tx) => {
    await uncountAttempt(tx, name)
    await uncountAttempt(tx, address)
  })
}

/** Uncounts the password of a step-up after its code was right. */
export function uncountName(deps: AttemptLimitDeps, emailHash: Buffer) {
  return deps.database.system((tx) => uncountAttempt(tx, nameHash(deps, emailHash)))
}

export function clearNameFailures(deps: AttemptLimitDeps, emailHash: Buffer) {
  return deps.database.system((tx) => clearFailures(tx, nameHash(deps, emailHash)))
}

/** Counts a request for a reset code. False if the name has requested too many. */
export async function isResetAllowed(deps: AttemptLimitDeps, emailHash: Buffer) {
  const subject = failureHash(deps, `reset ${emailHash.toString('hex')}`)
  const waitSeconds = await deps.database.system((tx) => countAttempt(tx, subject, freeResets))
  return waitSeconds === 0
}

const nameHash = (deps: AttemptLimitDeps, emailHash: Buffer) =>
  failureHash(deps, `name ${emailHash.toString('hex')}`)

const failureHash = ({ keyring }: AttemptLimitDeps, subject: string) =>
  createHmac('sha256', keyring.cellKey('sign-in failures')).update(subject).digest()

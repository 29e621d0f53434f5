import { setTimeout as sleep } from 'node:timers/promises'
import { listClients } from '../features/clients/service.ts'
import { countOldIdentities, renewIdentities } from '../features/members/service.ts'
import type { Tenancy } from '../platform/database/tenancy.ts'
import { attestationKeySealContext } from '../platform/secrets/attestations.ts'
import { listPeppers, pepperSealContext, storePeppers } from '../platform/secrets/carried-peppers.ts'
import { announceCellKey, cellKeyPollMs, removeCellKeysBefore } from '../platform/secrets/cell-keys.ts'
import type { Keyring } from '../platform/secrets/keyring.ts'
import { pepperId, withPepperId } from '../platform/secrets/passwords.ts'
import { type SealContext, seal, unseal, unsealWithAny } from '../platform/secrets/seal.ts'
import { signingKeySealContext } from '../platform/secrets/tokens.ts'
import type { AdminCell } from './with-cell.ts'

export type RotationCell = Pick<AdminCell, 'root' | 'database' | 'keyring' | 'emailHashes'>

/** Time in which every process learns of a new version before it is used. */
const defaultLeadSeconds = 60
/** Counts of failed logins at providers are kept by keyed hash for up to a day. */
const minOldKeyAgeMs = 24 * 3_600_000

/**
 * Replaces the cell key: announces a new version, waits until all processes use it, and renews everything that is
 * sealed or hashed with an older one, in small transactions. An interrupted rotation is completed by the next call.
 */
export async function rotateCellKey(cell: RotationCell, { leadSeconds = defaultLeadSeconds } = {}) {
  const { root, database, keyring } = cell
  await requireRightKeys(cell)
  const [newest] = keyring.cell.versions()
  if (keyring.cell.versions().length === 1)
    await announceCellKey(root, database, { version: (newest?.version ?? 0) + 1, leadSeconds })
  await keyring.cell.refresh()
  await untilActive(keyring)

  const resealed = await resealStoredKeys(cell)
  const members = await forEachClient(cell, (clientId, context) => renewIdentities(context, clientId))
  const [current, ...old] = keyring.cell.versions()
  return {
    version: current?.version,
    resealed,
    members,
    remaining: await countRemaining(cell),
    old_versions: old.map(({ version }) => version),
    old_versions_removable_from: removableFrom(keyring),
  }
}

/** Destroys the old versions of the cell key, once nothing needs them any more. */
export async function removeOldCellKeys(cell: RotationCell, { isEarly = false } = {}) {
  const { database, keyring } = cell
  const [current, ...old] = keyring.cell.versions()
  if (!current || old.length === 0) return { removed: 0 }
  const remaining = await countRemaining(cell)
  if (remaining > 0)
    throw new Error(`${remaining} values still need an old cell key; run rotate-cell-key again`)
  const from = removableFrom(keyring)
  if (!isEarly && from && from > new Date())
    throw new Error(
      `The old cell key is needed until ${from.toISOString()} to count failed logins; after a leak, remove it now with --early yes`,
    )
  return { removed: await removeCellKeysBefore(database, keyring.cell.versions(), current.version) }
}

function removableFrom(keyring: Keyring) {
  const [current, ...old] = keyring.cell.versions()
  return current && old.length > 0 ? new Date(current.activeFrom.getTime() + minOldKeyAgeMs) : undefined
}

/** Waits until the newest version is active, and until processes that were late have noticed it. */
async function untilActive(keyring: Keyring) {
  const [newest] = keyring.cell.versions()
  const waitMs = (newest?.activeFrom.getTime() ?? 0) + cellKeyPollMs - Date.now()
  if (waitMs > 0) await sleep(waitMs)
}

type StoredKey = {
  context: SealContext
  sealed: Buffer
  purpose: string
  save(sealed: Buffer): Promise<unknown>
}

/** Signing keys, attestation keys and carried peppers. There are few of them, so each is one transaction. */
async function listStoredKeys(database: Tenancy): Promise<StoredKey[]> {
  const { signing, attesting, peppers } = await database.system(async (tx) => ({
    signing: await tx.selectFrom('signing_keys').select(['kid', 'sealed_private']).execute(),
    attesting: await tx.selectFrom('attestation_keys').select(['kid', 'sealed_private']).execute(),
    peppers: await tx.selectFrom('carried_peppers').selectAll().execute(),
  }))
  const signingKeys = signing.map(({ kid, sealed_private: sealed }) => ({
    context: signingKeySealContext(kid),
    sealed,
    purpose: 'signing keys',
    save: (renewed: Buffer) =>
      database.system((tx) =>
        tx
          .updateTable('signing_keys')
          .set({ sealed_private: renewed })
          .where('kid', '=', kid)
          .where('sealed_private', '=', sealed)
          .execute(),
      ),
  }))
  // Private keys of retired attestation keys were destroyed.
  const attestationKeys = attesting.flatMap(({ kid, sealed_private: sealed }) =>
    sealed
      ? {
          context: attestationKeySealContext(kid),
          sealed,
          purpose: 'attestation keys',
          save: (renewed: Buffer) =>
            database.system((tx) =>
              tx
                .updateTable('attestation_keys')
                .set({ sealed_private: renewed })
                .where('kid', '=', kid)
                .where('sealed_private', '=', sealed)
                .execute(),
            ),
        }
      : [],
  )
  const carriedPeppers = peppers.map(({ id, sealed }) => ({
    context: pepperSealContext(id),
    sealed,
    purpose: 'carried peppers',
    save: (renewed: Buffer) =>
      database.system((tx) =>
        tx.updateTable('carried_peppers').set({ sealed: renewed }).where('id', '=', id).execute(),
      ),
  }))
  return [...signingKeys, ...attestationKeys, ...carriedPeppers]
}

/** Stops before anything is changed if a stored key cannot be opened: its cell key is wrong or missing. */
async function requireRightKeys({ database, keyring }: RotationCell) {
  for (const { context, sealed, purpose } of await listStoredKeys(database)) {
    try {
      unsealWithAny(keyring.cellKeys(purpose)(), context, sealed)
    } catch {
      throw new Error(
        `No stored version of the cell key opens ${context.table} ${context.row}: the cell key is not the one it was sealed with. Nothing was changed; restore the row of cell_keys from a backup`,
      )
    }
  }
}

async function resealStoredKeys({ database, keyring }: RotationCell) {
  // Passwords keep their pepper until they are changed, so the old ones are carried on.
  const peppers = await listPeppers(database, keyring)
  await database.system((tx) => storePeppers(tx, keyring, peppers))
  let resealed = 0
  for (const { context, sealed, purpose, save } of await listStoredKeys(database)) {
    const keys = keyring.cellKeys(purpose)()
    if (isSealedWith(keys[0], context, sealed)) continue
    await save(seal(keys[0], context, unsealWithAny(keys, context, sealed)))
    resealed++
  }
  return resealed
}

/** Counts stored keys and members that still need an old version. */
async function countRemaining(cell: RotationCell) {
  const { database, keyring } = cell
  const stored = await listStoredKeys(database)
  const old = stored.filter(
    ({ context, sealed, purpose }) => !isSealedWith(keyring.cellKey(purpose), context, sealed),
  )
  const carried = new Set(
    stored.filter(({ purpose }) => purpose === 'carried peppers').map(({ context }) => context.row),
  )
  const [, ...oldPeppers] = keyring.cellKeys('password pepper')()
  const missing = oldPeppers.filter((pepper) => !carried.has(pepperId(pepper)))
  const members = await forEachClient(cell, (clientId, context) => countOldIdentities(context, clientId))
  return old.length + missing.length + members
}

function isSealedWith(key: Buffer, context: SealContext, sealed: Buffer) {
  try {
    unseal(key, context, sealed)
    return true
  } catch {
    return false
  }
}

type IdentityContext = Parameters<typeof renewIdentities>[0]

async function forEachClient(
  cell: RotationCell,
  work: (clientId: string, context: IdentityContext) => Promise<number>,
) {
  const { database, keyring, emailHashes } = cell
  const barePepper = keyring.cell.oldest('password pepper')
  let count = 0
  for (const { id } of await listClients(database)) {
    const keys = await keyring.of(id)
    count += await work(id, {
      database,
      keys,
      emailHash: (email) => emailHashes(email)[0],
      passwordHash: (hash) => withPepperId(hash, barePepper),
    })
  }
  return count
}

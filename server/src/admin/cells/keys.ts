import { moveIdentities } from '../../features/members/service.ts'
import type { Tx } from '../../platform/database/tenancy.ts'
import { listPeppers, storePeppers } from '../../platform/secrets/carried-peppers.ts'
import { clientKeyContext } from '../../platform/secrets/keyring.ts'
import { withPepperId } from '../../platform/secrets/passwords.ts'
import { latestTokenExpiry, listPublishedKeys } from '../../platform/secrets/tokens.ts'
import type { AdminCell } from '../with-cell.ts'

// Converts everything that is wrapped, sealed or hashed with a key of the cell. All other data is sealed with the
// client's own keys and is copied unchanged.

type Cells = { source: AdminCell; target: AdminCell }

/**
 * Rewraps the client's keys with the target's root key. User keys and the data key are wrapped with the client's keys
 * and stay unchanged.
 */
export async function rewrapKeys({ source, target }: Cells, clientId: string) {
  const keys = await source.database.system((tx) =>
    tx.selectFrom('client_keys').selectAll().where('client_id', '=', clientId).execute(),
  )
  const wrapped = await Promise.all(
    keys.map(async ({ version, wrapped: sourceWrapped }) => {
      const context = clientKeyContext(clientId, version)
      return {
        version,
        wrapped: await target.root.wrap(await source.root.unwrap(sourceWrapped, context), context),
      }
    }),
  )
  await target.database.system(async (tx) => {
    for (const { version, wrapped: targetWrapped } of wrapped)
      await tx
        .updateTable('client_keys')
        .set({ wrapped: targetWrapped })
        .where('client_id', '=', clientId)
        .where('version', '=', version)
        .execute()
  })
}

/**
 * Lets members sign in to the target cell: rehashes their e-mail addresses and copies the peppers of their passwords.
 */
export async function moveMembers({ source, target }: Cells, clientId: string) {
  const keys = await source.keyring.of(clientId)
  const peppers = await listPeppers(source.database, source.keyring)
  // Hashes without an id were made with the oldest version.
  const barePepper = source.keyring.cell.oldest('password pepper')
  const members = await source.database.system((tx) =>
    tx.selectFrom('members').selectAll().where('client_id', '=', clientId).execute(),
  )
  await target.database.system(async (tx) => {
    await storePeppers(tx, target.keyring, peppers)
    await moveIdentities(tx, { keys }, members, {
      emailHash: (email) => target.emailHashes(email)[0],
      passwordHash: (hash) => withPepperId(hash, barePepper),
    })
  })
}

/**
 * Copies the source's public keys, so that its tokens stay valid for this client and its attestations can be verified
 * forever.
 */
export async function carryPublicKeys({ source, target }: Cells, clientId: string) {
  const [signing, carried, attesting] = await source.database.system((tx) =>
    Promise.all([
      listPublishedKeys(tx),
      tx.selectFrom('carried_token_keys').selectAll().where('client_id', '=', clientId).execute(),
      tx.selectFrom('attestation_keys').select(['kid', 'public_jwk', 'created_at']).execute(),
    ]),
  )
  await target.database.system(async (tx) => {
    for (const key of carried) await carryTokenKey(tx, clientId, key)
    for (const key of signing) await carryTokenKey(tx, clientId, { ...key, until: latestTokenExpiry() })
    for (const { kid, public_jwk, created_at } of attesting)
      await tx
        .insertInto('attestation_keys')
        .values({ kid, public_jwk: JSON.stringify(public_jwk), created_at, retired_at: new Date() })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
  })
}

type TokenKey = { kid: string; public_jwk: unknown; until: Date }

function carryTokenKey(tx: Tx, clientId: string, { kid, public_jwk, until }: TokenKey) {
  return tx
    .insertInto('carried_token_keys')
    .values({ client_id: clientId, kid, public_jwk: JSON.stringify(public_jwk), until })
    .onConflict((conflict) => conflict.columns(['client_id', 'kid']).doUpdateSet({ until }))
    .execute()
}

import { moveIdentities } from '../../features/members/service.ts'
import type { Tx } from '../../platform/database/tenancy.ts'
import { keepPeppers, listPeppers } from '../../platform/secrets/carried-peppers.ts'
import { clientKeyContext } from '../../platform/secrets/keyring.ts'
import { hashElsewhere } from '../../platform/secrets/passwords.ts'
import { lastTokenAt, listPublished } from '../../platform/secrets/tokens.ts'
import type { Cell } from '../with-cell.ts'

// What is wrapped, sealed or hashed with a key of the cell. Everything else of a client hangs on its own key and needs nothing.

type Cells = { source: Cell; target: Cell }

/** The client's keys, wrapped by the target's root key. Users' keys and the data key are wrapped by these, and go as they are. */
export async function rewrapKeys({ source, target }: Cells, clientId: string) {
  const keys = await source.database.system((tx) =>
    tx.selectFrom('client_keys').selectAll().where('client_id', '=', clientId).execute(),
  )
  const wrapped = await Promise.all(
    keys.map(async ({ version, wrapped: before }) => {
      const context = clientKeyContext(clientId, version)
      return { version, wrapped: await target.root.wrap(await source.root.unwrap(before, context), context) }
    }),
  )
  await target.database.system(async (tx) => {
    for (const { version, wrapped: again } of wrapped)
      await tx
        .updateTable('client_keys')
        .set({ wrapped: again })
        .where('client_id', '=', clientId)
        .where('version', '=', version)
        .execute()
  })
}

/** Members sign in with their address and password as before: the target hashes the one anew and knows the other's pepper. */
export async function moveMembers({ source, target }: Cells, clientId: string) {
  const keys = await source.keyring.of(clientId)
  const peppers = await listPeppers(source.database, source.keyring)
  const [own, other] = [source, target].map(({ keyring }) => keyring.cellKey('password pepper'))
  if (!own || !other) throw new Error('A cell has no pepper')
  const members = await source.database.system((tx) =>
    tx.selectFrom('members').selectAll().where('client_id', '=', clientId).execute(),
  )
  await target.database.system(async (tx) => {
    await keepPeppers(tx, target.keyring, peppers)
    await moveIdentities(tx, { keys }, members, {
      emailHash: target.emailHash,
      passwordHash: (hash) => hashElsewhere(hash, own, other),
    })
  })
}

/** Tokens that the source signed stay good for this client, and signed copies can be checked for ever. */
export async function carryPublicKeys({ source, target }: Cells, clientId: string) {
  const [signing, carried, attesting] = await source.database.system((tx) =>
    Promise.all([
      listPublished(tx),
      tx.selectFrom('carried_token_keys').selectAll().where('client_id', '=', clientId).execute(),
      tx.selectFrom('attestation_keys').select(['kid', 'public_jwk', 'created_at']).execute(),
    ]),
  )
  await target.database.system(async (tx) => {
    for (const key of carried) await carryTokenKey(tx, clientId, key)
    for (const key of signing) await carryTokenKey(tx, clientId, { ...key, until: lastTokenAt() })
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

import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { startApi } from '../../../test/api.ts'
import { anId, aUser, createUser } from '../../../test/people.ts'
import { openCoreDependencies } from '../../process/dependencies.ts'
import { clientKeyContext, dataKeySealContext, userKeySealContext } from './keyring.ts'
import { openRootKey } from './root-key.ts'
import { type SealContext, seal, unseal } from './seal.ts'

const { acme, rival, sql, config, world } = await startApi({ LOG_LEVEL: 'silent' })
const key = randomBytes(32)
const context: SealContext = { table: 'users', column: 'sealed', row: anId(), version: 3 }
const userSealContext = (row: string, version: number): SealContext => ({ ...context, row, version })

test('a sealed value can only be unsealed with its key and context', () => {
  const sealed = seal(key, context, 'a person')
  expect(unseal(key, context, sealed).toString()).toBe('a person')
  const otherContexts = [
    { ...context, table: 'members' },
    { ...context, column: 'wrapped' },
    { ...context, row: anId() },
    { ...context, version: 2 },
    { ...context, version: 4 },
    // These contexts have the same characters, split differently between the fields.
    { ...context, table: 'user', column: 'ssealed' },
    { ...context, row: context.row.slice(0, -1), version: Number(`${context.row.at(-1)}3`) },
  ]
  for (const other of otherContexts) expect(() => unseal(key, other, sealed)).toThrow()
  for (let n = 0; n < 20; n++) expect(() => unseal(randomBytes(32), context, sealed)).toThrow()
})

test('rejects any flipped bit and any missing or added byte', () => {
  const sealed = seal(key, context, JSON.stringify(aUser()))
  for (let bit = 0; bit < sealed.length * 8; bit++) {
    const flipped = Buffer.from(sealed)
    flipped.writeUInt8(flipped.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3)
    expect(() => unseal(key, context, flipped), `bit ${bit}`).toThrow()
  }
  for (let length = 0; length < sealed.length; length++) {
    expect(() => unseal(key, context, sealed.subarray(0, length)), `${length} bytes`).toThrow()
  }
  expect(() => unseal(key, context, Buffer.concat([sealed, Buffer.alloc(1)]))).toThrow()
})

test('sealing twice gives different ciphertexts, so that equal values cannot be recognised', () => {
  const texts = Array.from({ length: 1_000 }, () => seal(key, context, 'same').toString('hex'))
  expect(new Set(texts).size).toBe(1_000)
  expect(new Set(texts.map((text) => text.slice(2, 26))).size).toBe(1_000)
})

test('seals and unseals empty and large values', () => {
  for (const text of ['', 'é'.repeat(500_000)]) {
    expect(unseal(key, context, seal(key, context, text)).toString()).toBe(text)
  }
})

test('values and keys copied between users or clients in the database cannot be unsealed', async () => {
  const one = await createUser(acme, { forename: 'Firstling' })
  const two = await createUser(acme, { forename: 'Secondly' })
  const foreign = await createUser(rival, { forename: 'Thirdwise' })
  const tamperings = [
    'update users set sealed = (select sealed from users where id = $1) where id = $2',
    'update user_keys set wrapped = (select wrapped from user_keys where user_id = $1) where user_id = $2',
    `with moved as (
       update users set sealed = (select sealed from users where id = $1) where id = $2)
     update user_keys set wrapped = (select wrapped from user_keys where user_id = $1) where user_id = $2`,
    'update users set version = version + 1 where id = $2 and $1 <> id::text',
  ]
  for (const tampering of tamperings) {
    for (const [from, to, call] of [
      [one, two, acme],
      [one, foreign, rival],
    ] as const) {
      const kept = await sql('select sealed, version from users where id = $1', [to.user_id])
      const [wrapped] = await sql('select wrapped from user_keys where user_id = $1', [to.user_id])
      await sql(tampering, [from.user_id, to.user_id])
      const reply = await call('GET', `/users/${to.user_id}`)
      expect(reply.status, tampering).toBe(500)
      expect(reply.text).not.toContain('Firstling')
      await sql('update users set sealed = $2, version = $3 where id = $1', [
        to.user_id,
        kept[0]?.sealed,
        kept[0]?.version,
      ])
      await sql('update user_keys set wrapped = $2 where user_id = $1', [to.user_id, wrapped?.wrapped])
      expect((await call('GET', `/users/${to.user_id}`)).body).toEqual(to)
    }
  }
})

test('look-up hashes match within one client and purpose only', async () => {
  await createUser(acme, { ext_id: 'loan-1' })
  await createUser(acme, { ext_id: 'loan-1' })
  await createUser(rival, { ext_id: 'loan-1' })
  const hashes = await sql(
    `select client_id, encode(ext_id_hash, 'hex') as hash from users where ext_id_hash is not null`,
  )
  const of = (clientId: string) =>
    new Set(hashes.filter(({ client_id }) => client_id === clientId).map(({ hash }) => hash))
  expect(of(world.clients.acme.clientId).size).toBe(1)
  expect(of(world.clients.rival.clientId).isDisjointFrom(of(world.clients.acme.clientId))).toBe(true)
  const { keyring, database } = await openCoreDependencies(config)
  const { lookupHash } = await keyring.of(world.clients.acme.clientId)
  expect(lookupHash('one', 'value')).not.toEqual(lookupHash('two', 'value'))
  await database.close()
})

test('rejects an unknown client', async () => {
  const { keyring, database } = await openCoreDependencies(config)
  await expect(keyring.of(anId())).rejects.toThrow()
  await database.close()
})

/** Returns all keys that can be recovered from the database with the root key. */
async function recoverAllKeys() {
  const root = await openRootKey(config.ROOT_KEY)
  const clientKeys = new Map<string, Buffer>()
  for (const { client_id, version, wrapped } of await sql('select * from client_keys')) {
    const context = clientKeyContext(client_id, version)
    clientKeys.set(`${client_id}/${version}`, await root.unwrap(wrapped, context))
  }
  const keyOf = (row: { client_id: string; client_key_version: number }) =>
    clientKeys.get(`${row.client_id}/${row.client_key_version}`) as Buffer
  const dataKeys = (await sql('select * from client_data_keys')).map((row) =>
    unseal(keyOf(row as never), dataKeySealContext(row.client_id, row.client_key_version), row.wrapped),
  )
  const userKeys = (await sql('select * from user_keys')).map((row) =>
    unseal(keyOf(row as never), userKeySealContext(row.user_id, row.client_key_version), row.wrapped),
  )
  const [cell] = await sql('select wrapped from cell_keys')
  return [...clientKeys.values(), ...dataKeys, ...userKeys, await root.unwrap(cell?.wrapped, 'cell')]
}

const countOpening = (keys: Buffer[], at: SealContext, sealed: Buffer) =>
  keys.filter((candidate) => {
    try {
      return unseal(candidate, at, sealed).length >= 0
    } catch {
      return false
    }
  }).length

test('deleting a user destroys their key: no remaining key unseals a copy of their data', async () => {
  const user = await createUser(acme)
  await createUser(acme)
  await acme('POST', '/authorisations', { user_id: user.user_id, user_agent: 'Browser' })
  const [row] = await sql('select sealed, version from users where id = $1', [user.user_id])
  const [consent] = await sql('select id, sealed from authorisations where user_id = $1', [user.user_id])
  const copies = [
    { at: userSealContext(user.user_id, row?.version), sealed: row?.sealed },
    { at: { ...userSealContext(consent?.id, 1), table: 'authorisations' }, sealed: consent?.sealed },
  ]
  const before = await recoverAllKeys()
  for (const { at, sealed } of copies) expect(countOpening(before, at, sealed)).toBe(1)

  expect((await acme('DELETE', `/users/${user.user_id}`)).status).toBe(200)
  const left = await recoverAllKeys()
  expect(left).toHaveLength(before.length - 1)
  for (const { at, sealed } of copies) expect(countOpening(left, at, sealed)).toBe(0)
  expect(await sql('select from authorisations where user_id = $1', [user.user_id])).toEqual([])
})

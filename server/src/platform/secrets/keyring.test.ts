import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { startApi } from '../../../test/api.ts'
import { anId, aUser, createUser } from '../../../test/people.ts'
import { openFoundation } from '../../process/dependencies.ts'
import { clientKeyContext, dataKeyPlace, userKeyPlace } from './keyring.ts'
import { openRootKey } from './root-key.ts'
import { open, type Place, seal } from './seal.ts'

const { acme, rival, sql, config, world } = await startApi({ LOG_LEVEL: 'silent' })
const key = randomBytes(32)
const place: Place = { table: 'users', column: 'sealed', row: anId(), version: 3 }
const personPlace = (row: string, version: number): Place => ({ ...place, row, version })

test('a sealed value opens in its place and under its key, and nowhere else', () => {
  const sealed = seal(key, place, 'a person')
  expect(open(key, place, sealed).toString()).toBe('a person')
  const elsewhere = [
    { ...place, table: 'members' },
    { ...place, column: 'wrapped' },
    { ...place, row: anId() },
    { ...place, version: 2 },
    { ...place, version: 4 },
    // The same letters, divided differently.
    { ...place, table: 'user', column: 'ssealed' },
    { ...place, row: place.row.slice(0, -1), version: Number(`${place.row.at(-1)}3`) },
  ]
  for (const other of elsewhere) expect(() => open(key, other, sealed)).toThrow()
  for (let n = 0; n < 20; n++) expect(() => open(randomBytes(32), place, sealed)).toThrow()
})

test('every flipped bit and every missing or added byte is refused', () => {
  const sealed = seal(key, place, JSON.stringify(aUser()))
  for (let bit = 0; bit < sealed.length * 8; bit++) {
    const flipped = Buffer.from(sealed)
    flipped.writeUInt8(flipped.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3)
    expect(() => open(key, place, flipped), `bit ${bit}`).toThrow()
  }
  for (let length = 0; length < sealed.length; length++) {
    expect(() => open(key, place, sealed.subarray(0, length)), `${length} bytes`).toThrow()
  }
  expect(() => open(key, place, Buffer.concat([sealed, Buffer.alloc(1)]))).toThrow()
})

test('sealing twice gives different bytes, so equal people cannot be told from the database', () => {
  const texts = Array.from({ length: 1_000 }, () => seal(key, place, 'same').toString('hex'))
  expect(new Set(texts).size).toBe(1_000)
  expect(new Set(texts.map((text) => text.slice(2, 26))).size).toBe(1_000)
})

test('an empty value and a large one are sealed and opened alike', () => {
  for (const text of ['', 'é'.repeat(500_000)]) {
    expect(open(key, place, seal(key, place, text)).toString()).toBe(text)
  }
})

test('values or keys that were moved between users or clients in the database open for nobody', async () => {
  const one = await createUser(acme, { forename: 'Firstling' })
  const two = await createUser(acme, { forename: 'Secondly' })
  const foreign = await createUser(rival, { forename: 'Thirdwise' })
  const moves = [
    'update users set sealed = (select sealed from users where id = $1) where id = $2',
    'update user_keys set wrapped = (select wrapped from user_keys where user_id = $1) where user_id = $2',
    `with moved as (
       update users set sealed = (select sealed from users where id = $1) where id = $2)
     update user_keys set wrapped = (select wrapped from user_keys where user_id = $1) where user_id = $2`,
    'update users set version = version + 1 where id = $2 and $1 <> id::text',
  ]
  for (const move of moves) {
    for (const [from, to, call] of [
      [one, two, acme],
      [one, foreign, rival],
    ] as const) {
      const kept = await sql('select sealed, version from users where id = $1', [to.user_id])
      const [wrapped] = await sql('select wrapped from user_keys where user_id = $1', [to.user_id])
      await sql(move, [from.user_id, to.user_id])
      const reply = await call('GET', `/users/${to.user_id}`)
      expect(reply.status, move).toBe(500)
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

test('a look-up hash finds equal values of one client and says nothing across clients or purposes', async () => {
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
  const { keyring, database } = await openFoundation(config)
  const { lookupHash } = await keyring.of(world.clients.acme.clientId)
  expect(lookupHash('one', 'value')).not.toEqual(lookupHash('two', 'value'))
  await database.close()
})

test('there are no keys for a client that does not exist', async () => {
  const { keyring, database } = await openFoundation(config)
  await expect(keyring.of(anId())).rejects.toThrow()
  await database.close()
})

/** Every key that whoever holds the database and the root key can get at. */
async function allKeysLeft() {
  const root = await openRootKey(config.ROOT_KEY)
  const clientKeys = new Map<string, Buffer>()
  for (const { client_id, version, wrapped } of await sql('select * from client_keys')) {
    const context = clientKeyContext(client_id, version)
    clientKeys.set(`${client_id}/${version}`, await root.unwrap(wrapped, context))
  }
  const keyOf = (row: { client_id: string; client_key_version: number }) =>
    clientKeys.get(`${row.client_id}/${row.client_key_version}`) as Buffer
  const dataKeys = (await sql('select * from client_data_keys')).map((row) =>
    open(keyOf(row as never), dataKeyPlace(row.client_id, row.client_key_version), row.wrapped),
  )
  const userKeys = (await sql('select * from user_keys')).map((row) =>
    open(keyOf(row as never), userKeyPlace(row.user_id, row.client_key_version), row.wrapped),
  )
  const [cell] = await sql('select wrapped from cell_keys')
  return [...clientKeys.values(), ...dataKeys, ...userKeys, await root.unwrap(cell?.wrapped, 'cell')]
}

const opens = (keys: Buffer[], at: Place, sealed: Buffer) =>
  keys.filter((candidate) => {
    try {
      return open(candidate, at, sealed).length >= 0
    } catch {
      return false
    }
  }).length

test('deleting a user destroys its key: a copy of the sealed bytes opens with nothing that is left', async () => {
  const user = await createUser(acme)
  await createUser(acme)
  await acme('POST', '/authorisations', { user_id: user.user_id, user_agent: 'Browser' })
  const [row] = await sql('select sealed, version from users where id = $1', [user.user_id])
  const [consent] = await sql('select id, sealed from authorisations where user_id = $1', [user.user_id])
  const copies = [
    { at: personPlace(user.user_id, row?.version), sealed: row?.sealed },
    { at: { ...personPlace(consent?.id, 1), table: 'authorisations' }, sealed: consent?.sealed },
  ]
  const before = await allKeysLeft()
  for (const { at, sealed } of copies) expect(opens(before, at, sealed)).toBe(1)

  expect((await acme('DELETE', `/users/${user.user_id}`)).status).toBe(200)
  const left = await allKeysLeft()
  expect(left).toHaveLength(before.length - 1)
  for (const { at, sealed } of copies) expect(opens(left, at, sealed)).toBe(0)
  expect(await sql('select from authorisations where user_id = $1', [user.user_id])).toEqual([])
})

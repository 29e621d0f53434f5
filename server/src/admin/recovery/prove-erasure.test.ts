import { expect, test } from 'vitest'
import { startApi } from '../../../test/api.ts'
import { startObjects } from '../../../test/objects.ts'
import { anId, createUser } from '../../../test/people.ts'
import { documentKey } from '../../features/documents/storage-keys.ts'
import { openObjectStore } from '../../platform/objects/objects.ts'
import { objectSettings } from '../../process/dependencies.ts'
import { runAdmin } from '../commands.ts'

const store = await startObjects()
const api = await startApi(store.settings)

type Report = { passed: boolean; rows_left: object; files_left: number; tables_searched: number }
const prove = (user: string) =>
  runAdmin(api.config, [
    'prove-erasure',
    '--client',
    api.world.clients.acme.clientId,
    '--user',
    user,
  ]) as Promise<Report>

test('nothing is left of an erased user but the audit line', async () => {
  const { user_id } = await createUser(api.acme)
  expect((await api.acme('DELETE', `/users/${user_id}`)).status).toBe(200)
  expect(await prove(user_id)).toMatchObject({
    passed: true,
    erased_at: expect.any(Date),
    rows_left: {},
    files_left: 0,
    facts_without_content: 0,
  })
})

test('fails for an existing user and for one that never existed', async () => {
  const { user_id } = await createUser(api.acme)
  await expect(prove(user_id)).rejects.toThrow(/"rows_left":\{"users":1,.*"user_keys":1/)
  await expect(prove(anId())).rejects.toThrow(/"erased_at":null/)
  await expect(prove('acme')).rejects.toThrow('--user must be the id of a user')
})

test('fails if a file was left behind', async () => {
  const { user_id } = await createUser(api.acme)
  await api.acme('DELETE', `/users/${user_id}`)
  const objects = openObjectStore(objectSettings(api.config))
  const key = documentKey({ client_id: api.world.clients.acme.clientId, user_id }, anId())
  await objects.put(key, Buffer.from('left behind'))
  await expect(prove(user_id)).rejects.toThrow('"files_left":1')
  await objects.deletePrefix(key)
  expect(await prove(user_id)).toMatchObject({ passed: true })
  await objects.close()
})

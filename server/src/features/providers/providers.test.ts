import { expect, test } from 'vitest'
import { startApi } from '../../../test/api.ts'
import { aMember, createUser } from '../../../test/people.ts'

const api = await startApi()

test('client, member and user read the same catalogue, in the form the interface fixes', async () => {
  const user = await createUser(api.acme)
  const { token } = (await api.acme('POST', '/user-tokens', { user_id: user.user_id })).body
  const support = await aMember(api, api.acme, 'Support')
  const reply = await api.acme('GET', '/providers')
  expect(reply.status).toBe(200)
  expect(Object.keys(reply.body).sort()).toEqual(['employers', 'parent_provider_meta', 'providers'])
  for (const call of [api.rival, api.withToken(token), api.withToken(support.token)]) {
    expect(await call('GET', '/providers')).toMatchObject({ status: 200, body: reply.body })
  }
})

test('every provider and employer refers only to entries that exist', async () => {
  const { providers, parent_provider_meta, employers } = (await api.acme('GET', '/providers')).body
  const idsOf = (entries: { id: string }[]) => entries.map(({ id }) => id)
  for (const entries of [providers, parent_provider_meta, employers]) {
    expect(new Set(idsOf(entries)).size).toBe(entries.length)
  }
  for (const { parent } of providers) {
    if (parent !== null) expect(idsOf(parent_provider_meta)).toContain(parent)
  }
  for (const employer of employers) {
    for (const id of employer.providers) expect(idsOf(providers)).toContain(id)
  }
})

test('nobody reads the catalogue without a credential, and it takes no questions', async () => {
  expect((await api.nobody('GET', '/providers')).status).toBe(401)
  expect((await api.withKey('guess')('GET', '/providers')).status).toBe(401)
  expect((await api.withToken('guess')('GET', '/providers')).status).toBe(401)
  expect(await api.acme('GET', '/providers?name=x')).toMatchObject({
    status: 400,
    body: { errors: ['Field [name] is unknown'] },
  })
})

import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { type Call, startApi } from '../../../test/api.ts'
import { aMember, anId, asOwner, createUser, mailedCode, readMail } from '../../../test/people.ts'
import { runAdmin } from '../../admin/commands.ts'

const api = await startApi({ TRUST_PROXY: '1' })
const { acme, anonymous, sql, world } = api
const owner = await asOwner(api, 'acme')

const anEmail = () => `m${randomBytes(5).toString('hex')}@team.example`
const asRole = async (role: Parameters<typeof aMember>[2]) =>
  api.withToken((await aMember(api, acme, role)).token)
const codeOf = ({ headers }: Awaited<ReturnType<Call>>) => headers['x-svc-error-code']

async function aKey(limits: object) {
  const { status, body } = await owner('POST', '/api-keys', { name: 'limited', ...limits })
  expect(status).toBe(201)
  return { ...(body as { id: string; key: string; prefix: string }), call: api.withKey(body.key) }
}

const webhook = (name: string) => ({
  name,
  events: ['user-payroll-submitted'],
  url: 'https://receiver.invalid/hook',
})

test('finding 8: a FullMember changes neither webhooks nor the configuration nor terms; an Admin does', async () => {
  const term = { name: 'Plain', authorisation_text: 'Plain.', authorisation_category: 'recurring' }
  const { webhook_id } = (await acme('POST', '/webhooks', webhook('standing'))).body
  const { id } = (await acme('POST', '/authorisations/terms', term)).body
  const path = `/webhooks/${webhook_id}`
  const writes: [string, string, object?][] = [
    ['POST', '/webhooks', webhook('exfiltration')],
    ['PATCH', path, { name: 'redirected' }],
    ['POST', `${path}/pause`],
    ['POST', `${path}/resume`],
    ['POST', `${path}/rotate`, { secret: 'signing', action: 'add', value: 'sixteen letters!' }],
    ['PATCH', '/configuration', { client_display_name: 'Changed' }],
    ['POST', '/authorisations/terms', term],
    ['PATCH', `/authorisations/terms/${id}`, { is_active: false }],
    ['DELETE', path],
  ]
  const member = await asRole('FullMember')
  for (const [method, at, body] of writes) {
    const reply = await member(method, at, body)
    expect([method, at, reply.status, codeOf(reply)]).toEqual([method, at, 403, 'role-too-low'])
  }
  const admin = await asRole('Admin')
  for (const [method, at, body] of writes) {
    const { status } = await admin(method, at, body)
    expect([method, at, status < 300 || status === 400]).toEqual([method, at, true])
  }
})

test('finding 11: no API key changes or deletes a member, weakens a second factor, or manages keys', async () => {
  const { id } = await aMember(api, acme, 'Support')
  const { id: keyId } = await aKey({})
  for (const [method, path, body] of [
    ['PATCH', `/members/${id}`, { mfa_status: 'disabled' }],
    ['PATCH', `/members/${id}`, { role: 'Admin' }],
    ['DELETE', `/members/${id}`],
    ['GET', '/api-keys'],
    ['POST', '/api-keys', { name: 'another' }],
    ['DELETE', `/api-keys/${keyId}`],
  ] as const) {
    expect(await acme(method, path, body)).toMatchObject({
      status: 403,
      headers: { 'x-svc-error-code': 'api-key-refused' },
      body: { errors: ['An API key may not do this; a member has to sign in'] },
    })
  }
  expect((await acme('GET', `/members/${id}`)).body).toMatchObject({ role: 'Support' })
})

test('finding 11: a key without scopes invites a member as the interface says', async () => {
  for (const role of ['FullMember', 'Support', 'Underwriter', 'Developer']) {
    const email = anEmail()
    expect(await acme('POST', '/members', { email, role })).toMatchObject({
      status: 201,
      body: { email, role },
    })
    expect((await readMail(world.inboxUrl, email, /invited/)).text).toMatch(mailedCode.invitation)
  }
})

test('finding 11: an Admin invited by a key gets no invitation before an administrator approves by e-mail', async () => {
  const email = anEmail()
  const invited = await acme('POST', '/members', { email, role: 'Admin' })
  expect(invited).toMatchObject({ status: 201, body: { role: 'Admin', status: 'unconfirmed' } })
  const codes = () => sql('select purpose from member_codes where member_id = $1', [invited.body.id])
  expect(await codes()).toEqual([{ purpose: 'approval' }])

  const mail = await readMail(world.inboxUrl, 'owner@acme.example', /Approve an invitation/, email)
  const [, code] = mailedCode.approval.exec(mail.text) ?? []
  // The approval code is no invitation.
  const acceptance = { name: 'Mallory', password: 'correct horse battery staple' }
  expect((await anonymous('POST', `/members/invitations/${code}/accept`, acceptance)).status).toBe(404)

  const approve = () => anonymous('POST', `/members/invitations/${code}/approve`)
  expect((await approve()).status).toBe(200)
  expect((await approve()).status).toBe(404)
  expect(await codes()).toEqual([{ purpose: 'invitation' }])
  const [, invitation] =
    mailedCode.invitation.exec((await readMail(world.inboxUrl, email, /invited/)).text) ?? []
  expect((await anonymous('POST', `/members/invitations/${invitation}/accept`, acceptance)).status).toBe(200)

  const byMember = anEmail()
  await owner('POST', '/members', { email: byMember, role: 'Admin' })
  await readMail(world.inboxUrl, byMember, /invited/)
})

test('finding 11: a key does what its scopes allow and nothing else', async () => {
  const { user_id } = await createUser(acme)
  const operations: Record<string, [string, string, object?]> = {
    read: ['GET', `/users/${user_id}`],
    write: ['PATCH', `/users/${user_id}`, { payroll_period_months: 7 }],
    tokens: ['POST', '/user-tokens', { user_id }],
    webhooks: ['GET', '/webhooks'],
    configuration: ['GET', '/configuration'],
    members: ['GET', '/members'],
    erase: ['DELETE', `/users/${user_id}`],
  }
  const keys: Record<string, Call> = {}
  for (const scope of Object.keys(operations)) keys[scope] = (await aKey({ scopes: [scope] })).call
  for (const [needed, [method, path, body]] of Object.entries(operations)) {
    for (const [scope, call] of Object.entries(keys)) {
      if (scope === needed) continue
      expect(await call(method, path, body)).toMatchObject({
        status: 403,
        headers: { 'x-svc-error-code': 'scope-missing' },
        body: { errors: [`This API key does not have the scope [${needed}]`] },
      })
    }
    expect((await keys[needed]?.(method, path, body))?.status).toBeLessThan(300)
  }
  await sql("delete from api_keys where name = 'limited'")
})

test('finding 11: a key is refused from an address that is not in its list', async () => {
  const { call, id } = await aKey({ addresses: ['203.0.113.0/24', '2001:db8::/48', '198.51.100.7'] })
  const from = (address: string) => call('GET', '/providers', undefined, { 'x-forwarded-for': address })
  for (const address of ['203.0.113.9', '2001:db8::1', '198.51.100.7'])
    expect((await from(address)).status).toBe(200)
  for (const address of ['203.0.114.9', '2001:db9::1', '198.51.100.8'])
    expect(await from(address)).toMatchObject({
      status: 403,
      headers: { 'x-svc-error-code': 'address-not-allowed' },
      body: { errors: [`This API key may not be used from the address [${address}]`] },
    })
  const listed = (await owner('GET', '/api-keys')).body.api_keys.find((key: { id: string }) => key.id === id)
  expect(listed).toMatchObject({
    scopes: null,
    addresses: ['203.0.113.0/24', '2001:db8::/48', '198.51.100.7'],
  })
})

test('finding 11: names every problem of scopes and addresses', async () => {
  const { body } = await owner('POST', '/api-keys', {
    name: 'x',
    scopes: ['all'],
    addresses: ['10.0.0.0/33'],
  })
  expect(body.errors).toEqual([
    'Field [scopes.0] is invalid: must be read, write, erase, tokens, webhooks, configuration or members',
    'Field [addresses.0] is invalid: must be an IP address or a range such as 203.0.113.0/24',
  ])
  expect((await owner('POST', '/api-keys', { name: 'x', scopes: [], addresses: [] })).status).toBe(400)
})

test('finding 11: the operator revokes a key by its readable start', async () => {
  const { prefix, id, call } = await aKey({})
  const revoke = () => runAdmin(api.config, ['revoke-api-key', '--client', 'acme', '--prefix', prefix])
  expect(await revoke()).toEqual({ revoked: id })
  await expect.poll(async () => (await call('GET', '/providers')).status).toBe(401)
  await expect(revoke()).rejects.toThrow(`The client has no active API key that starts with ${prefix}`)
  const other = await aKey({})
  const foreign = ['revoke-api-key', '--client', 'rival', '--prefix', other.prefix]
  await expect(runAdmin(api.config, foreign)).rejects.toThrow('has no active API key')
})

test('an Underwriter reads people and decides, but changes neither people nor settings', async () => {
  const member = await asRole('Underwriter')
  const { user_id } = await createUser(acme)
  for (const path of [
    '/users',
    `/users/${user_id}`,
    `/users/${user_id}/notes`,
    `/users/${user_id}/income`,
    `/payroll/${user_id}`,
    `/bankstatements/${user_id}`,
    '/attention',
    '/providers',
    // The report names the client, and consents show their terms.
    '/configuration',
    '/authorisations/terms',
  ])
    expect([path, (await member('GET', path)).status]).toEqual([path, 200])
  expect((await member('GET', `/users/${user_id}`)).body.forename).toBe('Wilhelmina')
  // A decision about something unknown is refused only because it does not exist.
  expect((await member('POST', `/accounts/${anId()}/identity/accept`)).status).toBe(404)
  expect((await member('POST', `/documents/${anId()}/identity/accept`)).status).toBe(404)
  for (const [method, path, body] of [
    ['POST', '/users', {}],
    ['DELETE', `/users/${user_id}`],
    ['POST', '/user-tokens', { user_id }],
    ['PATCH', '/configuration', {}],
    ['POST', '/authorisations/terms', {}],
    ['GET', '/webhooks'],
    ['GET', '/api-keys'],
    ['GET', '/members'],
    ['GET', '/audit-log'],
  ] as const)
    expect([path, codeOf(await member(method, path, body))]).toEqual([path, 'role-too-low'])
})

test('a Developer manages keys and webhooks and reads logs, but sees no people', async () => {
  const member = await asRole('Developer')
  const { user_id } = await createUser(acme)
  const made = await member('POST', '/api-keys', { name: 'limited', scopes: ['read', 'webhooks'] })
  expect(made.status).toBe(201)
  expect((await member('DELETE', `/api-keys/${made.body.id}`)).status).toBe(200)
  const hook = await member('POST', '/webhooks', webhook('of a developer'))
  expect(hook.status).toBe(201)
  expect((await member('DELETE', `/webhooks/${hook.body.webhook_id}`)).status).toBe(200)
  for (const path of ['/api-keys', '/webhooks', '/audit-log', '/events', '/providers'])
    expect([path, (await member('GET', path)).status]).toEqual([path, 200])
  for (const [method, path, body] of [
    ['GET', '/users'],
    ['GET', `/users/${user_id}`],
    ['GET', '/activity'],
    ['GET', `/payroll/${user_id}`],
    ['POST', '/user-tokens', { user_id }],
    ['PATCH', '/configuration', {}],
    ['POST', '/members', {}],
  ] as const)
    expect([path, codeOf(await member(method, path, body))]).toEqual([path, 'role-too-low'])
})

test('a Developer cannot make a key that invites members or changes the configuration', async () => {
  const member = await asRole('Developer')
  for (const limits of [{}, { scopes: ['members'] }, { scopes: ['read', 'configuration'] }])
    expect(await member('POST', '/api-keys', { name: 'limited', ...limits })).toMatchObject({
      status: 403,
      headers: { 'x-svc-error-code': 'role-too-low' },
    })
})

import { expect, test } from 'vitest'
import { startApi } from '../../../test/api.ts'
import { aMember, createUser } from '../../../test/people.ts'
import { runAdmin } from '../../admin/commands.ts'
import { readConfig } from '../../config.ts'
import { openLog } from '../../platform/telemetry/log.ts'
import { openRole } from '../../process/roles.ts'

const api = await startApi()
const { acme, rival } = api

const defaults = {
  payslip_upload_enabled: true,
  payroll_period_months: 36,
  recurring_checks_enabled: false,
  payroll_connections_enabled: true,
  taxauth_enabled: false,
}

test('starts with the defaults and the client name and omits unset fields', async () => {
  const fresh = await startApi({}, 'api')
  for (const [name, call] of Object.entries({ acme: fresh.acme, rival: fresh.rival }))
    expect((await call('GET', '/configuration')).body).toEqual({ ...defaults, client_display_name: name })
})

test('changes only the fields sent, and only for this client', async () => {
  const everything = {
    payslip_upload_enabled: false,
    payroll_period_months: 120,
    client_logo: 'https://acme.example/logo.svg',
    client_callback_url: 'https://acme.example/done?from=payproof',
    recurring_checks_enabled: true,
    recurring_check_frequency: 'HOURLY',
    recurring_check_end_date: '2031-05-01T00:00:00.000Z',
    payroll_connections_enabled: false,
    taxauth_enabled: true,
    client_display_name: 'Acme Lending',
    brand_colour: '#1a6b3c',
    frame_origins: ['https://acme.example', 'http://127.0.0.1:8090'],
  }
  expect(await acme('PATCH', '/configuration', everything)).toMatchObject({ status: 200, body: everything })
  const one = await acme('PATCH', '/configuration', { payroll_period_months: 6 })
  expect(one.body).toEqual({ ...everything, payroll_period_months: 6 })
  expect((await acme('GET', '/configuration')).body).toEqual(one.body)
  expect((await acme('PATCH', '/configuration', {})).body).toEqual(one.body)
  // The reply can be sent back unchanged as a request.
  expect((await acme('PATCH', '/configuration', one.body)).body).toEqual(one.body)
  expect((await rival('GET', '/configuration')).body).toEqual({ ...defaults, client_display_name: 'rival' })
})

test('accepts only plain origins as frame origins', async () => {
  const wrong = [
    'https://acme.example/',
    'https://acme.example/page',
    'https://*.acme.example',
    'https://a;b.example',
    'https://a.example https://b.example',
    "'self'",
    'javascript:alert(1)',
    'HTTPS://ACME.EXAMPLE',
    'https://acme.example:443',
  ]
  for (const origin of wrong)
    expect((await acme('PATCH', '/configuration', { frame_origins: [origin] })).status, origin).toBe(400)
  const tooMany = Array.from({ length: 21 }, (_, n) => `https://page-${n}.example`)
  expect((await acme('PATCH', '/configuration', { frame_origins: tooMany })).status).toBe(400)
  expect((await acme('PATCH', '/configuration', { brand_colour: 'green' })).status).toBe(400)
  expect((await acme('PATCH', '/configuration', { frame_origins: [] })).body.frame_origins).toEqual([])
})

test('keeps concurrent changes of different fields', async () => {
  const changes = [
    { payroll_period_months: 17 },
    { client_display_name: 'At once' },
    { taxauth_enabled: false },
    { client_logo: 'logo' },
  ]
  await Promise.all(changes.map((change) => acme('PATCH', '/configuration', change)))
  expect((await acme('GET', '/configuration')).body).toMatchObject(Object.assign({}, ...changes))
})

test('null unsets optional fields and is refused for the others', async () => {
  const set = {
    client_logo: 'https://acme.example/logo.svg',
    client_callback_url: 'https://acme.example/done',
    recurring_check_frequency: 'WEEKLY',
    recurring_check_end_date: '2027-01-31T12:00:00.000Z',
    client_display_name: 'Acme',
    brand_colour: '#112233',
    frame_origins: ['https://acme.example'],
  }
  expect((await acme('PATCH', '/configuration', set)).body).toMatchObject(set)
  const unset = Object.fromEntries(Object.keys(set).map((name) => [name, null]))
  const { status, body } = await acme('PATCH', '/configuration', unset)
  expect(status).toBe(200)
  for (const name of Object.keys(set)) expect(body).not.toHaveProperty(name)
  expect((await acme('PATCH', '/configuration', { taxauth_enabled: null })).body.errors).toEqual([
    'Field [taxauth_enabled] is invalid: must be true or false',
  ])
})

test('names every problem of an invalid change and applies none of it', async () => {
  const before = (await acme('GET', '/configuration')).body
  const reply = await acme('PATCH', '/configuration', {
    payroll_period_months: 0,
    recurring_check_frequency: 'DAILY',
    client_callback_url: 'javascript:alert(1)',
    taxauth_enabled: 'yes',
    client_logo: 'javascript:alert(1)',
    recurring_check_end_date: 'never',
    client_display_name: 'Not to be',
    client_id: 'mine',
  })
  expect(reply.status).toBe(400)
  expect(reply.body.errors).toEqual([
    'Field [payroll_period_months] is invalid: must be 1 or more',
    'Field [client_logo] is invalid: must be an https, http or data:image URL of a picture',
    'Field [client_callback_url] is invalid: must be an https or http URL',
    'Field [recurring_check_frequency] is invalid: must be HOURLY, WEEKLY or MONTHLY',
    'Field [recurring_check_end_date] is invalid: must be an ISO 8601 date-time with Z or an offset',
    'Field [taxauth_enabled] is invalid: must be true or false',
    'Field [client_id] is unknown',
  ])
  expect((await acme('GET', '/configuration')).body).toEqual(before)
})

test('refuses HOURLY and callbacks without https in production', async () => {
  const settings = Object.entries(api.config).filter(([, value]) => value !== undefined)
  const production = readConfig({
    ...Object.fromEntries(settings.map(([name, value]) => [name, String(value)])),
    ENVIRONMENT: 'production',
    METRICS_TOKEN: 'a token of some length',
    PASSWORD_MEMORY_KIB: '19456',
  })
  const { key } = (await runAdmin(production, ['create-api-key', '--client', 'acme', '--name', 'live'])) as {
    key: string
  }
  const live = await openRole('api', production, openLog('error'))
  const patch = async (payload: object) =>
    (
      await live.server.inject({
        method: 'PATCH',
        url: '/configuration',
        headers: { 'x-api-key': key },
        payload,
      })
    ).json()
  expect(
    await patch({ recurring_check_frequency: 'HOURLY', client_callback_url: 'http://acme.example/done' }),
  ).toEqual({
    errors: [
      'Field [client_callback_url] is invalid: must be an https URL',
      'Field [recurring_check_frequency] is invalid: HOURLY is allowed in sandbox only',
    ],
  })
  expect(await patch({ recurring_check_frequency: 'WEEKLY' })).toMatchObject({
    recurring_check_frequency: 'WEEKLY',
  })
  await live.close()
})

test('finding 8: is readable for Support, changeable for Admins only and hidden from user tokens', async () => {
  const support = api.withToken((await aMember(api, acme, 'Support')).token)
  expect((await support('GET', '/configuration')).status).toBe(200)
  expect((await support('PATCH', '/configuration', { taxauth_enabled: true })).status).toBe(403)
  const member = api.withToken((await aMember(api, acme, 'FullMember')).token)
  expect((await member('PATCH', '/configuration', { taxauth_enabled: true })).status).toBe(403)
  const admin = api.withToken((await aMember(api, acme, 'Admin')).token)
  expect((await admin('PATCH', '/configuration', { taxauth_enabled: true })).status).toBe(200)
  const user = await createUser(acme)
  const { token } = (await acme('POST', '/user-tokens', { user_id: user.user_id })).body
  expect((await api.withToken(token)('GET', '/configuration')).status).toBe(401)
  expect((await api.anonymous('GET', '/configuration')).status).toBe(401)
})

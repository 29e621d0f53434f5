import { expect, test } from 'vitest'
import { startApi } from '../../../test/api.ts'
import { startOutside } from '../../../test/outside/start.ts'
import { startSandbox } from '../../../test/sandbox.ts'

// Covers what the contract tests do not: isolation of inboxes, data sent to the sandbox program, and its outages.

const controlKey = 'only between the two of us'
const sandbox = await startSandbox({ controlKey })
const api = await startApi({
  OUTBOUND_LOOPBACK: 'true',
  SANDBOX_URL: sandbox.url,
  SANDBOX_CONTROL_KEY: controlKey,
})
const { acme, rival } = api

const who = '/sandbox/people/wilhelmina.oakapple'
const control = (method: string, path: string, body?: object) =>
  fetch(`${sandbox.url}/controls/${path}`, {
    method,
    headers: { 'x-control-key': controlKey, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })

test('moving the clock to the next pay day affects the client that moved it and no other', async () => {
  const { next_pay_day } = (await acme('GET', who)).body
  const moved = await acme('PATCH', '/sandbox/clock', { now: `${next_pay_day}T09:00:00Z` })
  expect(moved.body).toMatchObject({ today: next_pay_day, is_own: true })
  expect((await acme('GET', who)).body.next_pay_day > next_pay_day).toBe(true)
  expect((await rival('GET', '/sandbox/clock')).body).toMatchObject({ today: '2026-06-15', is_own: false })
  expect((await rival('GET', who)).body.next_pay_day).toBe(next_pay_day)

  // The clock of the installation moves the clients that have not set their own.
  await control('PUT', 'clock', { now: '2026-08-01T09:00:00Z' })
  expect((await rival('GET', '/sandbox/clock')).body.today).toBe('2026-08-01')
  expect((await acme('GET', '/sandbox/clock')).body.today).toBe(next_pay_day)
  const restarted = await acme('PATCH', '/sandbox/clock', { restart: true })
  expect(restarted.body).toMatchObject({ today: '2026-08-01', is_own: false })
  await control('DELETE', 'clock')
})

test('two clients have their own switches, and a reset returns to those of the installation', async () => {
  const at = '/sandbox/providers/sandbox-payroll'
  const stateFor = async (call: typeof acme) => {
    const { providers } = (await call('GET', '/sandbox/providers')).body
    return providers.find(({ id }: { id: string }) => id === 'sandbox-payroll')
  }
  await acme('PATCH', at, { is_down: true, slow_seconds: 1 })
  await acme('PATCH', `${who}/behaviour`, { provider: 'sandbox-payroll', behaviour: 'error:maintenance' })
  expect(await stateFor(acme)).toMatchObject({
    is_down: true,
    slow_seconds: 1,
    overridden_user_names: ['wilhelmina.oakapple'],
    is_own: true,
  })
  expect(await stateFor(rival)).toMatchObject({ is_down: false, overridden_user_names: [], is_own: false })
  const reset = await acme('PATCH', at, { reset: true })
  expect(reset.body).toMatchObject({
    is_down: false,
    slow_seconds: 0,
    overridden_user_names: [],
    is_own: false,
  })
})

test('an inbox receives and verifies deliveries of its own client only', async () => {
  const { url } = (await acme('GET', '/sandbox/inbox')).body
  expect(url).toBe(`${sandbox.url}/inbox/${api.world.clients.acme.clientId}`)
  const signing_secret = 'between the two of us'
  const webhook = await acme('POST', '/webhooks', {
    name: 'inbox',
    events: ['user-payroll-submitted'],
    url,
    signing_secret,
  })
  await acme('PATCH', '/sandbox/inbox', { signing_secrets: [signing_secret] })
  const tested = await acme('POST', `/webhooks/${webhook.body.webhook_id}/test`, {
    event: 'user-payroll-submitted',
  })
  expect(tested.status, tested.text).toBe(200)
  const { body } = await acme('GET', '/sandbox/inbox')
  expect(body.pagination).toMatchObject({ offset: 1, count: 1, total_count: 1 })
  expect(body.deliveries[0]).toMatchObject({
    answered: 200,
    event: 'user-payroll-submitted',
    is_test: true,
    is_accepted: true,
    signatures: { standard: 'verified' },
  })
  const theirs = (await rival('GET', '/sandbox/inbox')).body
  expect(theirs).toMatchObject({ deliveries: [], pagination: { total_count: 0 } })
  expect(theirs.url).not.toBe(url)
})

test('sends none of the caller’s headers to the sandbox program', async () => {
  const listener = await startOutside('receiver.ts')
  const elsewhere = await startApi({ SANDBOX_URL: listener.url })
  const reply = await elsewhere.acme('GET', '/sandbox/clock', undefined, {
    cookie: 'a=b',
    'x-mine': 'secret',
  })
  // The receiver replies, but not in the format of the sandbox program.
  expect([reply.status, reply.headers['x-svc-error-code']]).toEqual([503, 'unavailable'])
  const { clientId } = elsewhere.world.clients.acme
  const [got] = (await (await fetch(`${listener.url}/received/${clientId}`)).json()) as { headers: object }[]
  const headers = Object.keys(got?.headers ?? {})
  expect(headers).toContain('host')
  for (const name of ['x-api-key', 'authorization', 'cookie', 'x-mine']) expect(headers).not.toContain(name)
  await listener.stop()
  const away = await elsewhere.acme('GET', '/sandbox/clock')
  expect([away.status, away.headers['x-svc-error-code']]).toEqual([503, 'unavailable'])
})

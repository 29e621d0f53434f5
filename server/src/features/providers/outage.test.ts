import { expect, test } from 'vitest'
import { startApi } from '../../../test/api.ts'
import { eventually } from '../../../test/engine.ts'
import { createUser } from '../../../test/people.ts'
import { startSandbox } from '../../../test/sandbox.ts'

const sandbox = await startSandbox()
const api = await startApi({ SANDBOX_URL: sandbox.url })
const provider = 'sandbox-payroll'

const { user_id } = await createUser(api.acme)
await api.acme('POST', '/authorisations', { user_id, user_agent: 'Browser 1' })

let people = 0
// Each call uses a different login, because an attempt with an unknown result counts against its login.
const connect = () =>
  api.acme('POST', '/accounts', {
    user_id,
    payroll_provider: provider,
    user_name: `person.${++people}`,
    password: 'pass',
  })
const shown = async (id = provider) => {
  const { body } = await api.acme('GET', '/providers')
  return body.providers.find((entry: { id: string }) => entry.id === id).health
}
const switchOff = (is_down: boolean) => sandbox.control('PATCH', `/providers/${provider}`, { is_down })

test('opens the circuit of a failing provider, shows it as down and recovers after one reply', async () => {
  expect(await shown()).toEqual({ state: 'unknown', success_rate: null, median_ms: null, calls: 0 })
  expect((await connect()).status).toBe(201)
  await eventually(async () => (await shown()).state === 'operational')

  await switchOff(true)
  const isDown = async () => (await shown()).state === 'down'
  for (let tries = 0; tries < 10 && !(await isDown()); tries++) {
    const reply = await connect()
    expect(reply).toMatchObject({ status: 400, headers: { 'x-svc-error-code': 'provider-down' } })
  }
  expect(await isDown()).toBe(true)
  const [{ since }] = await api.sql('select since from provider_breakers')

  // The provider is back, but the circuit stays open until a probe succeeds. The open time is extended because the
  // test machine may be slow.
  await api.sql("update provider_breakers set open_until = now() + interval '5 minutes'")
  await switchOff(false)
  const early = await connect()
  expect(early).toMatchObject({ status: 400, headers: { 'x-svc-error-code': 'provider-down' } })
  expect(Number(early.headers['retry-after'])).toBeGreaterThan(0)
  const [row] = await api.sql('select since, opened, probe_by from provider_breakers')
  expect(row).toEqual({ since, opened: 1, probe_by: null })
  expect((await shown('sandbox-cloud')).state).toBe('unknown')

  await api.sql('update provider_breakers set open_until = now()')
  await eventually(async () => (await connect()).status === 201)
  await eventually(async () => !(await isDown()))
  await eventually(async () => (await shown()).success_rate < 1)
  expect((await connect()).status).toBe(201)
})

test('exports provider metrics without client data', async () => {
  const { text } = await api.anonymous('GET', '/metrics')
  expect(text).toMatch(/payproof_provider_seconds_count\{provider="sandbox-payroll",outcome="good"\} \d/)
  expect(text).toContain('payproof_provider_breaker_open{provider="sandbox-payroll"} 0')
  expect(text).not.toMatch(/payproof_provider\w*\{[^}]*(client|user|account)/)
})

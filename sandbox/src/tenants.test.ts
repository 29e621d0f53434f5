import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { openVisitor } from './providers/testing/portal-visitor.ts'
import { startSandbox } from './testing/start-sandbox.ts'

// Two developers use one sandbox: what one of them changes does not affect the other.

const { sandbox, call } = await startSandbox()
const person = 'wilhelmina.oakapple'
const today = async (path = '') => (await call('GET', `${path}/controls/clock`)).body.today
const provider = async (path = '', id = 'sandbox-payroll') =>
  (await call('GET', `${path}/controls/providers/${id}`)).body
const signIn = (path = '', password = 'pass') =>
  call('POST', `${path}/payroll/session`, { user_name: person, password })

/** Paths of two tenants that no other test uses. */
const twoTenants = () => [`/tenants/${randomUUID()}`, `/tenants/${randomUUID()}`] as const

describe('the clock', () => {
  test('of a tenant moves alone, and follows the installation until it is set and after a reset', async () => {
    const [ada, bob] = twoTenants()
    const before = await today()
    const moved = await call('PUT', `${ada}/controls/clock`, { advance: 'P1M' })
    expect(moved.body).toMatchObject({ today: '2026-07-15', is_own: true })
    expect([await today(ada), await today(bob), await today()]).toEqual(['2026-07-15', before, before])

    await call('PUT', '/controls/clock', { now: '2026-09-01T09:00:00Z' })
    expect([await today(ada), await today(bob)]).toEqual(['2026-07-15', '2026-09-01'])
    expect((await call('GET', '/controls/clock')).body.tenants).toEqual([
      { tenant: ada.slice('/tenants/'.length), now: expect.stringMatching(/^2026-07-15T/) },
    ])

    expect((await call('DELETE', `${ada}/controls/clock`)).body).toMatchObject({
      today: '2026-09-01',
      is_own: false,
    })
    await call('DELETE', '/controls/clock')
    expect([await today(ada), await today()]).toEqual([before, before])
  })

  test('of a tenant decides which payslips exist and when its sessions end', async () => {
    const [ada, bob] = twoTenants()
    const sessions = await Promise.all([signIn(ada), signIn(bob)])
    const payslips = (path: string, { body }: (typeof sessions)[0]) =>
      fetch(`${sandbox.url}${path}/payroll/payslips`, {
        headers: { authorization: `Bearer ${body.session_token ?? body.token}` },
      })
    for (const [n, path] of [ada, bob].entries())
      expect((await payslips(path, sessions[n] as (typeof sessions)[0])).status, path).toBe(200)
    await call('PUT', `${ada}/controls/clock`, { advance: 'P1M' })
    expect((await payslips(ada, sessions[0])).status).toBe(401)
    expect((await payslips(bob, sessions[1])).status).toBe(200)
    const countOf = async (path: string) =>
      (await call('GET', `${path}/controls/people/${person}/payslips?limit=1`)).body.total_count
    expect(await countOf(ada)).toBe(Number(await countOf(bob)) + 1)
    await call('POST', `${ada}/controls/reset`, {})
  })
})

describe('the switches', () => {
  test('of a tenant take a provider down for that tenant only', async () => {
    const [ada, bob] = twoTenants()
    await call('PATCH', `${ada}/controls/providers/sandbox-payroll`, { is_down: true })
    expect((await Promise.all([signIn(ada), signIn(bob), signIn()])).map(({ status }) => status)).toEqual([
      503, 200, 200,
    ])
    expect(await provider(ada)).toMatchObject({ is_down: true, is_own: true })
    expect(await provider(bob)).toMatchObject({ is_down: false, is_own: false })
    const reset = await call('POST', `${ada}/controls/providers/sandbox-payroll/reset`, {})
    expect(reset.body).toMatchObject({ is_down: false, is_own: false })
    expect((await signIn(ada)).status).toBe(200)
  })

  test('of the installation are the default, which a tenant can override', async () => {
    const [ada, bob] = twoTenants()
    await call('PATCH', '/controls/providers/sandbox-payroll', { is_down: true })
    await call('PATCH', `${ada}/controls/providers/sandbox-payroll`, { is_down: false })
    expect([(await signIn(ada)).status, (await signIn(bob)).status]).toEqual([200, 503])
    expect(await provider(bob)).toMatchObject({ is_down: true, is_own: false })
    await call('PATCH', '/controls/providers/sandbox-payroll', { is_down: false })
    expect((await signIn(bob)).status).toBe(200)
  })

  test('a locked account, and unlocking it, concern one tenant; the installation unlocks all', async () => {
    const [ada, bob] = twoTenants()
    await signIn(ada, 'lock')
    expect([(await signIn(ada)).status, (await signIn(bob)).status]).toEqual([423, 200])
    expect((await provider(ada)).locked_user_names).toEqual([person])
    expect((await provider(bob)).locked_user_names).toEqual([])
    expect((await provider()).locked_user_names).toEqual([person])
    await call('POST', `${bob}/controls/providers/sandbox-payroll/unlock`, {})
    expect((await signIn(ada)).status).toBe(423)
    await call('POST', '/controls/providers/sandbox-payroll/unlock', {})
    expect((await signIn(ada)).status).toBe(200)
  })

  test('a behaviour is set for one tenant; null is normal behaviour even if the installation set one', async () => {
    const [ada, bob] = twoTenants()
    const behaviour = `controls/providers/sandbox-payroll/behaviours/${person}`
    await call('PUT', `${ada}/${behaviour}`, { behaviour: 'error:maintenance' })
    expect([(await signIn(ada)).status, (await signIn(bob)).status]).toEqual([503, 200])
    expect((await provider(ada)).overridden_user_names).toEqual([person])
    expect((await provider(bob)).overridden_user_names).toEqual([])
    await call('PUT', `/${behaviour}`, { behaviour: 'error:account_disabled' })
    expect([(await signIn(ada)).status, (await signIn(bob)).status]).toEqual([503, 403])
    await call('DELETE', `${ada}/${behaviour}`)
    expect((await signIn(ada)).status).toBe(200)
    await call('DELETE', `/${behaviour}`)
    expect((await signIn(bob)).status).toBe(200)
  })

  test('ending sessions ends those of one tenant; the installation ends all', async () => {
    const [ada, bob] = twoTenants()
    await signIn(ada)
    await signIn(bob)
    const end = async (path: string) =>
      (await call('DELETE', `${path}/controls/providers/sandbox-payroll/sessions?user_name=${person}`)).body
        .ended
    expect(await end(ada)).toBe(1)
    expect(await end(bob)).toBe(1)
    await signIn(ada)
    await signIn(bob)
    expect(Number(await end(''))).toBeGreaterThanOrEqual(2)
    expect(await end(ada)).toBe(0)
  })
})

test('the portal keeps a visitor inside the tenant', async () => {
  const [ada] = twoTenants()
  const home = await fetch(`${sandbox.url}${ada}/portal/`)
  expect(home.headers.get('set-cookie')).toContain(`Path=${ada}/portal;`)
  const text = await home.text()
  expect(text).toContain(`action="${ada}/portal/sign-in"`)
  expect(text).not.toMatch(/(href|action)="\/portal/)
  const visitor = openVisitor(sandbox.url)
  await visitor.go(`${ada}/portal/`)
  const signedIn = await visitor.submit(`${ada}/portal/sign-in`, { user_name: person, password: 'pass' })
  expect(signedIn.path).toBe(`${ada}/portal/payslips`)
  expect(signedIn.page).not.toMatch(/(href|action)="\/portal/)
})

test('a reset by a tenant leaves the others alone; a reset of the installation does not', async () => {
  const [ada, bob] = twoTenants()
  for (const path of [ada, bob]) {
    await call('PUT', `${path}/controls/clock`, { now: '2026-12-01T09:00:00Z' })
    await call('PATCH', `${path}/controls/providers/taxauth`, { is_down: true })
  }
  await call('POST', `${ada}/controls/reset`, {})
  expect([await today(ada), await today(bob)]).toEqual(['2026-06-15', '2026-12-01'])
  expect([(await provider(ada, 'taxauth')).is_down, (await provider(bob, 'taxauth')).is_down]).toEqual([
    false,
    true,
  ])
  await call('POST', '/controls/reset', {})
  expect([await today(bob), (await provider(bob, 'taxauth')).is_down]).toEqual(['2026-06-15', false])
})

test('visitors of 1,500 other addresses do not end the sessions and switches of a tenant', async () => {
  const [ada] = twoTenants()
  await call('PATCH', `${ada}/controls/providers/taxauth`, { is_down: true })
  const { body } = await signIn(ada)
  for (let n = 0; n < 1_500; n += 50)
    await Promise.all(
      Array.from({ length: 50 }, async () => {
        const path = `${sandbox.url}/tenants/${randomUUID()}`
        await (await fetch(`${path}/portal/`)).text()
        const headers = { authorization: 'Bearer nothing' }
        await (await fetch(`${path}/payroll/payslips`, { headers })).text()
      }),
    )
  const payslips = await fetch(`${sandbox.url}${ada}/payroll/payslips`, {
    headers: { authorization: `Bearer ${body.session_token ?? body.token}` },
  })
  expect([payslips.status, (await provider(ada, 'taxauth')).is_down]).toEqual([200, true])
})

test.each(['/tenants/', '/tenants/acme/controls/clock', `/tenants/${randomUUID()}0/controls/clock`])(
  'there is nothing at %s',
  async (path) => {
    expect((await call('GET', path)).status).toBe(404)
  },
)

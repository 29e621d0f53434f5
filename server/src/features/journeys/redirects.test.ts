import { expect, test } from 'vitest'
import { signInAtAuthority } from '../../../test/authority.ts'
import { pathOf, startJourneys } from '../../../test/features/journeys.ts'

// Redirects to a provider's login and back, and to the client at the end of a journey.

const world = await startJourneys()
const { acme, rival, nobody, sandbox, between, sql, newName, aTraveller } = world
const tax = 'dashiell.pennyfeather'

/** Follows the redirect to the provider, completes the login there with `visit`, and follows the redirect back. */
async function completeRedirect(authorization_url: string, visit: (url: string) => Promise<string>) {
  const left = await nobody('GET', pathOf(authorization_url))
  const cookie = String(left.headers['set-cookie']).split(';')[0] ?? ''
  const back = await visit(String(left.headers.location))
  return nobody('GET', pathOf(back), undefined, { cookie })
}

async function signInAtCloud(url: string, decision = 'allow') {
  const first = await fetch(url)
  const cookie = first.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const [, flow = ''] = /name="flow" value="([^"]+)"/.exec(await first.text()) ?? []
  const post = (path: string, form: Record<string, string>) =>
    fetch(`${between.url}/cloud/oauth/${path}`, {
      method: 'POST',
      headers: { cookie },
      redirect: 'manual',
      body: new URLSearchParams({ flow, ...form }),
    })
  await post('sign-in', { user_name: newName(), password: 'pass' })
  return (await post('consent', { decision })).headers.get('location') ?? ''
}

const signInAtTax = (url: string) => signInAtAuthority(url, { userName: tax })

test('returns from a provider’s login to the journey without secrets in the URL', async () => {
  await acme('PATCH', '/configuration', { client_callback_url: 'https://lender.example/back' })
  try {
    const { connect, current, reached, journeyId, code, token } = await aTraveller()
    const made = await connect({
      payroll_provider: 'sandbox-cloud',
      user_name: undefined,
      password: undefined,
    })
    expect(made.status, made.text).toBe(201)
    expect((await current()).accounts[0]).toMatchObject({
      status: 'PENDING',
      progress: 'waiting',
      waiting: { kind: 'oauth2' },
    })
    const back = await completeRedirect(made.body.authorization_url, signInAtCloud)
    expect(back.status).toBe(303)
    const target = `http://127.0.0.1:8080/j/${journeyId}/back?account_id=${made.body.account_id}`
    expect(back.headers.location).toBe(target)
    for (const secret of [code, token, 'code=', 'state=', 'ticket=']) expect(target).not.toContain(secret)
    expect(await reached('done')).toMatchObject({ status: 'AUTHORISED', waiting: null })

    const other = await aTraveller()
    const refused = await other.connect({
      payroll_provider: 'sandbox-cloud',
      user_name: undefined,
      password: undefined,
    })
    const reply = await completeRedirect(refused.body.authorization_url, (url) =>
      signInAtCloud(url, 'refuse'),
    )
    expect(reply.headers.location).toBe(
      `http://127.0.0.1:8080/j/${other.journeyId}/back?account_id=${refused.body.account_id}&error=consent-refused`,
    )
    expect((await other.current()).accounts[0]).toMatchObject({
      status: 'INVALID',
      progress: 'failed',
      failure: 'consent-refused',
    })
  } finally {
    await sql('update configurations set client_callback_url = null')
  }
})

test('allows another login after the user did not return from the provider in time', async () => {
  const { connect, current, person } = await aTraveller()
  const cloud = { payroll_provider: 'sandbox-cloud', user_name: undefined, password: undefined }
  const { account_id } = (await connect(cloud)).body
  await sql('update accounts set pending_until = now() where id = $1', [account_id])
  expect((await current()).accounts[0]).toMatchObject({
    status: 'EXPIRED',
    reason: 'window-passed',
    progress: 'failed',
    failure: 'session-ended',
  })
  expect((await person('POST', `/accounts/${account_id}/reconnect`, {})).status).toBe(200)
  expect((await current()).accounts[0]).toMatchObject({ progress: 'waiting', waiting: { kind: 'oauth2' } })
})

test('sends fraud prevention headers to the tax authority and retrieves the tax years', async () => {
  const { identity } = await sandbox.control('GET', `/people/${tax}`)
  const journey = await aTraveller({ changes: { taxauth_enabled: true, payroll_period_months: 24 } })
  const made = await journey.connect(
    {
      payroll_provider: 'taxauth',
      user_name: undefined,
      password: undefined,
      extra_login_params: {
        unique_tax_reference: identity.unique_tax_reference,
        ni_number: identity.ni_number,
      },
    },
    { 'x-svc-client-timezone': 'UTC+00:00' },
  )
  expect(made.status, made.text).toBe(201)
  const back = await completeRedirect(made.body.authorization_url, signInAtTax)
  expect(back.headers.location).toContain(`/j/${journey.journeyId}/back`)
  expect(await journey.reached('done')).toMatchObject({
    payroll_provider: 'taxauth',
    latest_pay_date: null,
  })
  expect((await journey.current()).accounts[0].submissions).toBeGreaterThan(0)
  const year = `/taxauth/individual-income/sa/${identity.unique_tax_reference}/annual-summary/2024-25`
  expect(between.headersOf(`GET ${year}`).at(-1)).toMatchObject({
    'gov-client-public-ip': '127.0.0.1',
    'gov-client-timezone': 'UTC+00:00',
  })
})

test('ends a journey at the client’s registered callback URL, regardless of the page’s input', async () => {
  const { user_id, person, connect } = await aTraveller()
  const { account_id } = (await connect()).body
  const end = (outcome: unknown, more: object = {}) =>
    person('POST', '/journeys/current/ends', { outcome, ...more })
  expect(await end({ kind: 'documents' })).toMatchObject({ status: 201, body: { redirect_to: null } })
  await acme('PATCH', '/configuration', { client_callback_url: 'https://lender.example/back?step=2#x' })
  try {
    const to = async (outcome: unknown) => (await end(outcome)).body.redirect_to
    const start = 'https://lender.example/back?step=2'
    expect(await to({ kind: 'connected', account_id })).toBe(
      `${start}&account_id=${account_id}&user_id=${user_id}&provider=sandbox-payroll#x`,
    )
    expect(await to({ kind: 'documents' })).toBe(`${start}&user_id=${user_id}&message=documents-submitted#x`)
    expect(await to({ kind: 'nothing' })).toBe(`${start}&user_id=${user_id}&message=ended#x`)
    expect(await to({ kind: 'failed', error: 'login-refused' })).toBe(
      `${start}&error=login-refused&user_id=${user_id}#x`,
    )
    for (const wrong of ['https://evil.example', '//evil.example', 'a b', 'x&user_id=1', ''])
      expect((await end({ kind: 'failed', error: wrong })).status, wrong).toBe(400)
    expect((await end({ kind: 'documents' }, { redirect_to: 'https://evil.example' })).status).toBe(400)
    const theirs = await aTraveller({ call: rival })
    const other = (await theirs.connect()).body.account_id
    expect((await end({ kind: 'connected', account_id: other })).status).toBe(404)
  } finally {
    await sql('update configurations set client_callback_url = null')
  }
})

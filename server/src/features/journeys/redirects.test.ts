import { expect, test } from 'vitest'
import { signInAtAuthority } from '../../../test/authority.ts'
import { pathOf, startJourneys } from '../../../test/features/journeys.ts'
import { leaveForProvider } from '../../../test/oauth2-start.ts'

// Tests redirects to a provider's login and back, and to the client at the end of a journey.

const world = await startJourneys()
const { acme, rival, anonymous, sandbox, proxy, sql, newName, anApplicant } = world
const tax = 'dashiell.pennyfeather'

type Made = { body: { authorization_url: string }; headers: Record<string, unknown> }

const get = (path: string, headers: Record<string, string>) => anonymous('GET', path, undefined, headers)
const cookieOf = ({ headers }: Pick<Made, 'headers'>) =>
  String(headers['set-cookie'] ?? '').split(';')[0] ?? ''
const cloud = { payroll_provider: 'sandbox-cloud', user_name: undefined, password: undefined }

/** Follows the redirect to the provider, completes the login there with `visit`, and follows the redirect back. */
async function completeRedirect(made: Made, visit: (url: string) => Promise<string>) {
  const left = await get(pathOf(made.body.authorization_url), { cookie: cookieOf(made) })
  const cookie = String(left.headers['set-cookie']).split(';')[0] ?? ''
  const back = await visit(String(left.headers.location))
  return anonymous('GET', pathOf(back), undefined, { cookie })
}

async function signInAtCloud(url: string, decision = 'allow', user_name = newName()) {
  const first = await fetch(url)
  const cookie = first.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const [, flow = ''] = /name="flow" value="([^"]+)"/.exec(await first.text()) ?? []
  const post = (path: string, form: Record<string, string>) =>
    fetch(new URL(path, url), {
      method: 'POST',
      headers: { cookie },
      redirect: 'manual',
      body: new URLSearchParams({ flow, ...form }),
    })
  await post('sign-in', { user_name, password: 'pass' })
  return (await post('consent', { decision })).headers.get('location') ?? ''
}

const signInAtTax = (url: string) => signInAtAuthority(url, { userName: tax })

test('returns from a provider’s login to the journey without secrets in the URL', async () => {
  await acme('PATCH', '/configuration', { client_callback_url: 'https://lender.example/back' })
  try {
    const { connect, current, reached, journeyId, code, token } = await anApplicant()
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
    const back = await completeRedirect(made, signInAtCloud)
    expect(back.status).toBe(303)
    const target = `http://127.0.0.1:8080/j/${journeyId}/back?account_id=${made.body.account_id}`
    expect(back.headers.location).toBe(target)
    for (const secret of [code, token, 'code=', 'state=', 'ticket=']) expect(target).not.toContain(secret)
    expect(await reached('done')).toMatchObject({ status: 'AUTHORISED', waiting: null })

    const other = await anApplicant()
    const refused = await other.connect({
      payroll_provider: 'sandbox-cloud',
      user_name: undefined,
      password: undefined,
    })
    const reply = await completeRedirect(refused, (url) => signInAtCloud(url, 'refuse'))
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
  const { connect, current, person } = await anApplicant()
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
  const journey = await anApplicant({ changes: { taxauth_enabled: true, payroll_period_months: 24 } })
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
  const back = await completeRedirect(made, signInAtTax)
  expect(back.headers.location).toContain(`/j/${journey.journeyId}/back`)
  expect(await journey.reached('done')).toMatchObject({
    payroll_provider: 'taxauth',
    latest_pay_date: null,
  })
  expect((await journey.current()).accounts[0].submissions).toBeGreaterThan(0)
  const year = `/taxauth/individual-income/sa/${identity.unique_tax_reference}/annual-summary/2024-25`
  expect(proxy.headersOf(`GET ${year}`).at(-1)).toMatchObject({
    'gov-client-public-ip': '127.0.0.1',
    'gov-client-timezone': 'UTC+00:00',
  })
})

test('ends a journey at the client’s registered callback URL, regardless of the page’s input', async () => {
  const { user_id, person, connect } = await anApplicant()
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
    const theirs = await anApplicant({ call: rival })
    const other = (await theirs.connect()).body.account_id
    expect((await end({ kind: 'connected', account_id: other })).status).toBe(404)
  } finally {
    await sql('update configurations set client_callback_url = null')
  }
})

test('security finding 1: a link of a journey opens only in the browser that requested it', async () => {
  const attacker = await anApplicant()
  const key = { 'idempotency-key': crypto.randomUUID() }
  const made = await attacker.connect(cloud, key)
  expect(String(made.headers['set-cookie'])).toMatch(/; Path=\/; Max-Age=900; HttpOnly; SameSite=Lax$/)
  const link = pathOf(made.body.authorization_url)
  const victim = await anApplicant()
  const theirs = cookieOf(await victim.connect(cloud))
  for (const cookie of ['', theirs, `${cookieOf(made).split('=')[0]}=${theirs.split('=')[1]}`]) {
    const opened = await get(link, { cookie })
    expect(opened.status).toBe(400)
    expect(opened.text).toContain('This link does not work')
    expect(opened.headers['set-cookie']).toBeUndefined()
  }
  // The page repeats a request whose reply was lost; the replay has to bring the cookie again.
  const replayed = await attacker.connect(cloud, key)
  expect(replayed.headers['idempotent-replayed']).toBe('true')
  expect(cookieOf(replayed)).toBe(cookieOf(made))
  expect((await get(link, { cookie: cookieOf(made) })).status).toBe(303)
})

test('security finding 1: if the journey runs in a frame, the link names client and person first', async () => {
  await acme('PATCH', '/configuration', { frame_origins: ['https://lender.example'] })
  try {
    const { connect } = await anApplicant()
    const made = await connect(cloud)
    const link = pathOf(made.body.authorization_url)
    const page = await get(link, {})
    expect(page.status).toBe(200)
    expect(page.text).toContain('Check that this is for you')
    expect((await leaveForProvider(get, link)).status).toBe(303)
    expect((await get(link, { cookie: cookieOf(made) })).status).toBe(303)
  } finally {
    await sql('update configurations set frame_origins = null')
  }
})

test('security finding 1: an applicant sees nothing of an account that shows another person', async () => {
  const mallory = { forename: 'Mallory', surname: 'Attacker', date_of_birth: '1990-01-01T12:00:00Z' }
  const { person, connect, reached, user_id } = await anApplicant({ changes: mallory })
  const made = await connect(cloud)
  await completeRedirect(made, (url) => signInAtCloud(url, 'allow', 'wilhelmina.oakapple'))
  await reached('done')
  const { account_id } = made.body as unknown as { account_id: string }
  const query = () => person('POST', '/payroll/entries/connections', { account_id })
  const shown = async () => {
    const replies = [
      await person('GET', '/journeys/current/findings'),
      await person('GET', '/journeys/current/export'),
      await person('GET', `/accounts?user_id=${user_id}`),
      await person('GET', `/accounts/${account_id}`),
      await query(),
    ]
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 201])
    return replies.map(({ text }) => text).join('\n')
  }
  const hidden = await shown()
  const { payroll_submissions } = (await acme('GET', `/payroll/${user_id}`)).body
  const [{ identity_information: victim }] = payroll_submissions
  for (const text of ['oakapple', victim.name, victim.NI_number, victim.address.post_code])
    expect(hidden.toLowerCase()).not.toContain(text.toLowerCase())
  await acme('POST', `/accounts/${account_id}/identity/accept`)
  const accepted = await shown()
  for (const text of [victim.name, victim.NI_number, 'wilhelmina.oakapple@']) expect(accepted).toContain(text)
})

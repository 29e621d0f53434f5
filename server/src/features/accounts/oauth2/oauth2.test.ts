import { expect, test } from 'vitest'
import { eventually } from '../../../../test/engine.ts'
import { refusal, startAccounts } from '../../../../test/features/accounts.ts'
import { continueHref, leaveForProvider } from '../../../../test/oauth2-start.ts'

const world = await startAccounts()
const { acme, anonymous, proxy, sandbox, aPerson, newName, historyOf, sql } = world
const redirect = 'http://127.0.0.1:8080/oauth2/callback'

async function aPendingAccount(changes: object = {}) {
  const person = await aPerson(acme, changes)
  const created = await acme('POST', '/accounts', {
    user_id: person.user_id,
    payroll_provider: 'sandbox-cloud',
  })
  expect(created.status).toBe(201)
  const { authorization_url, ...account } = created.body
  return {
    ...person,
    account,
    id: account.account_id as string,
    path: `/accounts/${account.account_id}`,
    link: pathOf(authorization_url),
  }
}

const pathOf = (url: string) => url.replace('http://127.0.0.1:8080', '')

/** Opens the link like a browser and confirms it. Returns the cookie and the redirect target. */
async function start(link: string) {
  const reply = await leaveForProvider(get, link)
  const cookie = String(reply.headers['set-cookie'] ?? '')
  return { reply, cookie, browser: cookie.split(';')[0] ?? '', url: String(reply.headers.location ?? '') }
}

const get = (path: string, headers: Record<string, string>) => anonymous('GET', path, undefined, headers)

/** Signs in on the provider's pages. Returns the callback path that the provider redirects to. */
async function signInAt(url: string, { decision = 'allow', user_name = newName(), password = 'pass' } = {}) {
  const first = await fetch(url)
  const cookie = first.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const [, flow = ''] = /name="flow" value="([^"]+)"/.exec(await first.text()) ?? []
  const post = (path: string, form: Record<string, string>) =>
    fetch(new URL(path, url), {
      method: 'POST',
      headers: { cookie },
      body: new URLSearchParams({ flow, ...form }),
      redirect: 'manual',
    })
  await post('sign-in', { user_name, password })
  const back = (await post('consent', { decision })).headers.get('location') ?? ''
  expect(back.startsWith(redirect)).toBe(true)
  return pathOf(back)
}

const openCallback = (path: string, cookie: string) => anonymous('GET', path, undefined, { cookie })

const expectDeadLink = (reply: { status: number; text: string }) => {
  expect(reply.status).toBe(400)
  expect(reply.text).toContain('This link does not work')
}

test('authorises the account after the person signs in at the provider and returns', async () => {
  const account = await aPendingAccount()
  expect(account.account).toMatchObject({ status: 'PENDING', user_name: null, mfa_enabled: false })
  const { cookie, browser, url, reply } = await start(account.link)
  expect(reply.status).toBe(303)
  expect(cookie).toMatch(/; Path=\/; Max-Age=900; HttpOnly; SameSite=Lax$/)
  expect(new URL(url).searchParams.get('code_challenge_method')).toBe('S256')
  const user_name = newName()
  const back = await openCallback(await signInAt(url, { user_name }), browser)
  expect(back.status).toBe(200)
  expect(back.text).toContain('You are connected')
  expect(back.headers['content-security-policy']).toContain("default-src 'none'")
  expect(back.headers['set-cookie']).toContain('Max-Age=0')
  expect((await acme('GET', account.path)).body).toMatchObject({
    status: 'AUTHORISED',
    user_name: `${user_name}@example.com`,
  })
  expect(await historyOf(account.id)).toEqual(['AUTHORISED consent-given', 'PENDING consent-asked'])
})

test('redirects to the callback URL of the client with the result', async () => {
  await acme('PATCH', '/configuration', { client_callback_url: 'https://lender.example/back?step=2' })
  try {
    const [good, bad] = [await aPendingAccount(), await aPendingAccount()]
    const there = await start(good.link)
    const back = await openCallback(await signInAt(there.url), there.browser)
    expect(back.status).toBe(303)
    expect(back.headers.location).toBe(
      `https://lender.example/back?step=2&account_id=${good.id}&user_id=${good.user_id}&provider=sandbox-cloud`,
    )
    const other = await start(bad.link)
    const refused = await openCallback(await signInAt(other.url, { decision: 'refuse' }), other.browser)
    expect(refused.headers.location).toBe(
      `https://lender.example/back?step=2&error=consent-refused&user_id=${bad.user_id}`,
    )
    expect(await historyOf(bad.id)).toEqual(['INVALID consent-refused', 'PENDING consent-asked'])
  } finally {
    await sql('update configurations set client_callback_url = null')
  }
})

test('accepts the link again until the login succeeds and invalidates the previous state', async () => {
  const account = await aPendingAccount()
  const first = await start(account.link)
  const lost = await signInAt(first.url)
  const second = await start(account.link)
  expectDeadLink(await openCallback(lost, first.browser))
  expect((await openCallback(await signInAt(second.url), second.browser)).status).toBe(200)
  expectDeadLink(await anonymous('GET', account.link))
})

test('accepts a state once and only from the browser that started', async () => {
  const account = await aPendingAccount()
  const { browser, url } = await start(account.link)
  const back = await signInAt(url)
  expectDeadLink(await anonymous('GET', back))
  expectDeadLink(await openCallback(back, `${browser.slice(0, -1)}${browser.endsWith('A') ? 'B' : 'A'}`))
  expectDeadLink(await openCallback(back.replace(/state=[\w-]{6}/, 'state=AAAAAA'), browser))
  const replies = await Promise.all([openCallback(back, browser), openCallback(back, browser)])
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 400])
  expectDeadLink(await openCallback(back, browser))
})

test('shows the same page for unknown, malformed and expired links', async () => {
  const account = await aPendingAccount()
  const { browser, url } = await start(account.link)
  const back = await signInAt(url)
  await sql('update oauth2_journeys set expires_at = now() where account_id = $1', [account.id])
  const replies = [
    await anonymous('GET', account.link),
    await openCallback(back, browser),
    await anonymous('GET', `/oauth2/start?ticket=${'x'.repeat(43)}`),
    await anonymous('GET', '/oauth2/start?ticket=x&ticket=y'),
    await anonymous('GET', '/oauth2/start'),
    await anonymous('GET', '/oauth2/callback?code=1'),
  ]
  for (const reply of replies) expectDeadLink(reply)
  expect(new Set(replies.map(({ text }) => text)).size).toBe(1)
})

test('lets the person try again if the provider is down during the code exchange', async () => {
  const account = await aPendingAccount()
  const first = await start(account.link)
  const back = await signInAt(first.url)
  await sandbox.control('PATCH', '/providers/sandbox-cloud', { is_down: true })
  try {
    const reply = await openCallback(back, first.browser)
    expect(reply.status).toBe(400)
    expect(reply.text).toContain('does not answer at the moment')
  } finally {
    await sandbox.control('PATCH', '/providers/sandbox-cloud', { is_down: false })
  }
  expect((await acme('GET', account.path)).body.status).toBe('PENDING')
  const second = await start(account.link)
  expect((await openCallback(await signInAt(second.url), second.browser)).status).toBe(200)
})

test('stores nothing and revokes the consent if the authorisation is revoked during the exchange', async () => {
  const account = await aPendingAccount()
  const { browser, url } = await start(account.link)
  const back = await signInAt(url)
  const held = proxy.hold('POST /cloud/oauth/token')
  const coming = openCallback(back, browser)
  await held.arrived
  await account.revoke()
  held.release()
  expect((await coming).text).toContain('no longer there')
  expect((await acme('GET', account.path)).body).toMatchObject({ status: 'PENDING', user_name: null })
  const [row] = await sql('select session from accounts where id = $1', [account.id])
  expect(row?.session).toBeNull()
  await eventually(() => proxy.count('POST /cloud/oauth/revoke') > 0)
})

test('sends the person to the provider again on reconnect and refuses a different login', async () => {
  const account = await aPendingAccount()
  const user_name = newName()
  const reconnect = () => acme('POST', `${account.path}/reconnect`, {})
  const refused = await start(account.link)
  await openCallback(await signInAt(refused.url, { decision: 'refuse' }), refused.browser)
  const again = await reconnect()
  expect(again).toMatchObject({ status: 200, body: { status: 'PENDING' } })
  const first = await start(pathOf(again.body.authorization_url))
  expect((await openCallback(await signInAt(first.url, { user_name }), first.browser)).status).toBe(200)
  expect(refusal(await reconnect())).toEqual([400, 'invalid-request'])

  await sql("update accounts set status = 'EXPIRED', session = null where id = $1", [account.id])
  const second = await start(pathOf((await reconnect()).body.authorization_url))
  const other = await openCallback(await signInAt(second.url), second.browser)
  expect(other.text).toContain('another login')
  expect((await acme('GET', account.path)).body).toMatchObject({
    status: 'INVALID',
    user_name: `${user_name}@example.com`,
  })
})

test('payslips with another NI number than the registered one are refused', async () => {
  const account = await aPendingAccount()
  await acme('PATCH', `/users/${account.user_id}`, { ni_number: 'QQ000000A' })
  const { browser, url } = await start(account.link)
  await openCallback(await signInAt(url), browser)
  await eventually(async () => (await acme('GET', account.path)).body.status === 'INVALID')
  expect((await historyOf(account.id))[0]).toBe('INVALID identity-mismatch')
  expect((await acme('GET', account.path)).body.retrieval).toMatchObject({
    state: 'failed',
    reason: 'identity-mismatch',
  })
  const { payroll_submissions } = (await acme('GET', `/payroll/${account.user_id}`)).body
  expect(payroll_submissions).toEqual([])
})

test('security finding 1: the link of an API key names client and person, and only its own page continues', async () => {
  const changes = { forename: 'Mallory', surname: 'O’Attacker', date_of_birth: '1990-01-31T12:00:00Z' }
  await acme('PATCH', '/configuration', { client_display_name: 'Larch & <Loans>' })
  const account = await aPendingAccount(changes)
  const page = await anonymous('GET', account.link)
  expect(page.status).toBe(200)
  expect(page.headers.location).toBeUndefined()
  for (const text of ['Larch &amp; &lt;Loans&gt;', 'M. O.', '**/**/1990', 'Cirrusfold'])
    expect(page.text).toContain(text)
  for (const text of ['Mallory', 'Attacker', '<Loans>']) expect(page.text).not.toContain(text)
  // The day is looked for in the visible text only: the random ticket in the link may contain it.
  expect(page.text.replace(/<[^>]*>/g, ' ')).not.toContain('31')
  const cookie = String(page.headers['set-cookie'])
  expect(cookie).toMatch(/; Path=\/; Max-Age=900; HttpOnly; SameSite=Strict$/)

  // The confirmation of one browser is worth nothing in another, so that a link cannot skip the page.
  const confirmed = continueHref(page.text)
  const other = await anonymous('GET', account.link)
  for (const cookie of ['', String(other.headers['set-cookie']).split(';')[0] ?? '']) {
    const reply = await get(confirmed, { cookie })
    expect(reply.status).toBe(200)
    expect(reply.headers.location).toBeUndefined()
  }
  expect((await get(confirmed, { cookie: cookie.split(';')[0] ?? '' })).status).toBe(303)
})

test('security finding 1: an authorisation response of another issuer is refused', async () => {
  const account = await aPendingAccount()
  const { browser, url } = await start(account.link)
  const back = new URL(await signInAt(url), 'http://127.0.0.1:8080')
  expect(back.searchParams.get('iss')).toBe('https://cirrusfold.example')
  const withIssuer = (issuer: string | null) => {
    const changed = new URL(back)
    if (issuer === null) changed.searchParams.delete('iss')
    else changed.searchParams.set('iss', issuer)
    return changed.pathname + changed.search
  }
  for (const issuer of [null, 'https://evil.example', 'https://cirrusfold.example/'])
    expectDeadLink(await openCallback(withIssuer(issuer), browser))
  expectDeadLink(
    await openCallback(`${withIssuer('https://evil.example')}&iss=https://cirrusfold.example`, browser),
  )
  expect((await openCallback(back.pathname + back.search, browser)).status).toBe(200)
})

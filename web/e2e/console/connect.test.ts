import qrcode from 'qrcode-generator'
import { expect, test } from 'vitest'
import { inspect, inspectNarrow, requestStartsMs, startConsole } from './start.ts'
import type { Console } from './world.ts'

// Tests connecting a user: creating, copying, scanning or mailing a link, and following the person's progress.

const world = await startConsole()
const { must } = world.lender
const { anonymous, withToken } = world.api
const patience = { timeout: 300_000 }
const soon = { timeout: 60_000 }

const button = ({ page }: Console, name: string) => page.getByRole('button', { name, exact: true })
const says = ({ page }: Console, text: string | RegExp) => page.getByText(text).first().waitFor()
const codeOf = (link: string) => link.split('/').at(-1)
const openJourney = (link: string) => anonymous('POST', '/journeys/sessions', { code: codeOf(link) })

/** Returns the dark modules of a QR code for this text. */
function modulesOf(text: string) {
  const code = qrcode(0, 'M')
  code.addData(text)
  code.make()
  const places = Array.from({ length: code.getModuleCount() }, (_, n) => n)
  return places.flatMap((y) => places.flatMap((x) => (code.isDark(y, x) ? `${x} ${y}` : [])))
}

test(
  "a link is created, copied and shown as a QR code, and the page follows the person's progress",
  patience,
  async () => {
    const person = await world.aPerson(world.lender, 'person.5')
    const console = await world.signIn('FullMember', { path: '/users' })
    const { page } = console
    const { forename, surname } = person.truth.identity
    await page.getByRole('link', { name: `Connect ${forename} ${surname}` }).click()
    await page.getByRole('heading', { level: 1, name: `${forename} ${surname}` }).waitFor()
    await inspect(console)
    await button(console, 'Create a link').click()
    const shown = page.locator('.secret code')
    await shown.waitFor()
    const link = (await shown.textContent()) ?? ''
    expect(link).toMatch(new RegExp(`^${world.url}/r/[\\w-]{43}$`))
    await button(console, 'Copy the link').click()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(link)
    const drawn = (await page.locator('.qr-code path').getAttribute('d')) ?? ''
    const dark = [...drawn.matchAll(/M(\d+) (\d+)h1v1h-1z/g)].map(
      ([, x, y]) => `${Number(x) - 4} ${Number(y) - 4}`,
    )
    expect(dark).toEqual(modulesOf(link))
    await says(console, 'The link has not been opened yet')
    await inspect(console)
    await inspectNarrow(console)

    const session = await openJourney(link)
    expect(session.status).toBe(201)
    const until = new Date(session.body.link_expires_at).toLocaleDateString('en-GB', {
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      timeZone: 'Europe/London',
    })
    await says(console, new RegExp(`opens the journey until ${until}`))
    const step = (name: string) => page.locator('.step-done').filter({ hasText: name })
    await step('Opened the journey').waitFor(soon)
    expect(await page.locator('.step-done').count()).toBe(1)
    const asPerson = withToken(session.body.token)
    await asPerson('POST', '/authorisations', { user_id: person.user_id, user_agent: 'Browser 1' })
    await step('Agreed to the terms').waitFor(soon)
    await must('POST', '/accounts', {
      user_id: person.user_id,
      payroll_provider: 'sandbox-payroll',
      user_name: person.userName,
      password: 'pass',
    })
    await step('Shared income').waitFor(soon)
    await asPerson('POST', '/journeys/current/ends', { outcome: { kind: 'nothing' } })
    await step('Left the journey').waitFor(soon)
    await inspect(console)
    // The page polls one request at a time, with a pause after each.
    const starts = await requestStartsMs(console, '/timeline?')
    const pauses = starts.slice(1).map((at, n) => at - (starts[n] ?? 0))
    expect(pauses.length).toBeGreaterThan(0)
    expect(Math.min(...pauses)).toBeGreaterThan(3_000)

    await button(console, 'Create another link').click()
    await expect.poll(() => shown.textContent(), soon).not.toBe(link)
    const other = (await shown.textContent()) ?? ''
    await button(console, 'Revoke all links').click()
    await inspect(console)
    await button(console, 'Revoke links').click()
    await says(console, 'All links of this user are revoked')
    await shown.waitFor({ state: 'detached' })
    for (const ended of [link, other]) expect((await openJourney(ended)).status).toBe(404)
    await console.close()
  },
)

test('a link can be mailed at most five times a day', patience, async () => {
  const person = await world.aPerson(world.lender, 'barnaby.thistlewick')
  const console = await world.signIn('Admin', { path: `/users/${person.user_id}/connect`, viewport: 'phone' })
  const { page } = console
  const email = page.getByLabel('Email address of the person')
  await email.fill('nowhere')
  await button(console, 'Send the link').click()
  await expect.poll(() => email.getAttribute('aria-invalid'), soon).toBe('true')
  const address = world.emailOf('Barnaby')
  await email.fill(address)
  await page.getByLabel('Language of the message').selectOption('cy')
  await button(console, 'Send the link').click()
  await says(console, `A link is on its way to ${address}`)
  const { text } = await world.mailTo(address, /./)
  const link = /http\S+\/r\/[\w-]{43}/.exec(text)?.[0] ?? ''
  expect((await openJourney(link)).status).toBe(201)
  await page.locator('.step-done').filter({ hasText: 'Opened the journey' }).waitFor(soon)
  await inspect(console)
  for (let sent = 1; sent < 5; sent++)
    await must('POST', '/journeys/invitations', { user_id: person.user_id, email: address })
  await button(console, 'Send another').click()
  await says(console, /was sent 5 links within 24 hours/)
  // The limit lasts a day, so the page does not promise to continue automatically.
  expect(await page.getByText('The page will continue automatically').count()).toBe(0)
  await inspect(console)
  await page.getByRole('link', { name: 'Timeline' }).click()
  await expect.poll(() => page.getByText('Journey link sent').count(), soon).toBe(5)
  await console.close()
})

test('a link can be sent as a text message', patience, async () => {
  const { user_id } = await world.aPerson(world.lender, 'barnaby.thistlewick')
  const console = await world.signIn('FullMember', { path: `/users/${user_id}/connect` })
  const { page } = console
  await page.getByLabel('Send by').selectOption('Text message')
  expect(await page.getByLabel('Email address of the person').count()).toBe(0)
  const phone = page.getByLabel('UK mobile number of the person')
  await phone.fill('12')
  await button(console, 'Send the link').click()
  await expect.poll(() => phone.getAttribute('aria-invalid'), soon).toBe('true')
  await phone.fill('07700 900321')
  await button(console, 'Send the link').click()
  await says(console, 'A link is on its way to 07700 900321')
  await inspect(console)
  await inspectNarrow(console)
  expect((await must('GET', `/users/${user_id}`)).phone).toBe('+447700900321')
  await console.close()
})

test('a link that cannot be made says why; Support makes none', patience, async () => {
  const { user_id } = await world.aPerson(world.lender, 'gwendolyn.larkspur')
  const path = `/users/${user_id}/connect`
  const console = await world.signIn('Owner', { path })
  await console.page.route(/\/user-tokens$/, (route) =>
    route.fulfill({
      status: 400,
      headers: { 'x-request-id': 'r-42' },
      body: '{"errors":["It is the wrong day"]}',
    }),
  )
  await button(console, 'Create a link').click()
  await says(console, 'It is the wrong day')
  await inspect(console)
  await console.page.unroute(/\/user-tokens$/)
  await button(console, 'Create a link').click()
  await console.page.locator('.qr-code').waitFor()
  await console.close()

  const support = await world.signIn('Support', { path })
  await says(support, 'Your role does not allow this')
  expect(await button(support, 'Create a link').count()).toBe(0)
  await inspect(support)
  await support.close()
  const callSupport = await world.callAs('Support')
  for (const [asked, body] of [
    ['/user-tokens', { user_id }],
    ['/user-tokens/revocations', { user_id }],
    ['/journeys/invitations', { user_id, email: world.emailOf('Nobody') }],
  ] as const)
    expect((await callSupport('POST', asked, body)).headers['x-svc-error-code'], asked).toBe('role-too-low')
})

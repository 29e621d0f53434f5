import { expect, test } from 'vitest'
import { mailedCode } from '../../../server/test/people.ts'
import { password, type TeamRole } from './members.ts'
import { inspect, inspectNarrow, requestStartsMs, startConsole } from './start.ts'
import type { Console } from './world.ts'

// Tests signing in, resetting a password, and the error messages of both.

const world = await startConsole()
const patience = { timeout: 300_000 }

const button = ({ page }: Console, name: string) => page.getByRole('button', { name, exact: true })
const heading = ({ page }: Console, name: string) =>
  page.getByRole('heading', { name, exact: true, level: 1 })

async function fillIn({ page }: Console, fields: Record<string, string>) {
  for (const [label, value] of Object.entries(fields))
    await page.getByLabel(label, { exact: true }).fill(value)
}

async function fillSignInForm(console: Console, email: string, secret: string) {
  await fillIn(console, { Email: email, Password: secret })
  await button(console, 'Sign in').click()
}

/** Shortest measured second in milliseconds: browsers round timestamps, and timers may fire early. */
const shortestSecondMs = 990

const labels: Record<TeamRole, { role: string; lines: string[] }> = {
  Owner: { role: 'Owner', lines: ['API keys', 'Members', 'Audit log'] },
  Admin: { role: 'Admin', lines: ['API keys', 'Members', 'Audit log'] },
  FullMember: { role: 'Full member', lines: ['Members'] },
  Support: { role: 'Support', lines: [] },
  Underwriter: { role: 'Underwriter', lines: [] },
  Developer: { role: 'Developer', lines: ['API keys', 'Audit log'] },
}
const teamLines = ['API keys', 'Members', 'Audit log']

test.for(Object.entries(labels))(
  '%s signs in, sees what the role allows, and signs out',
  patience,
  async ([role, { role: shown, lines }]) => {
    const { email, password: secret } = world.members[role as TeamRole]
    const console = await world.visit('desk')
    const { page } = console
    await console.open('/')
    await heading(console, 'Sign in').waitFor()
    await fillSignInForm(console, email, secret)
    await page.locator('.who-email', { hasText: email }).waitFor()
    const side = page.locator('header')
    expect(await side.locator('.who-foot').textContent()).toContain(shown)
    const navigation = side.getByRole('navigation')
    const seen = await navigation.getByRole('link').allTextContents()
    expect(seen.filter((line) => teamLines.includes(line))).toEqual(lines)
    expect(await page.evaluate('JSON.stringify(localStorage)')).toMatch(/^\{"payproof-console":"\d+"\}$/)
    expect(await page.evaluate('document.cookie')).toBe('')
    const cookies = async () =>
      new Map((await console.context.cookies()).map(({ name, value }) => [name, value]))
    const token = (await cookies()).get('payproof_session') ?? ''
    const browser = world.api.withToken(token)
    expect((await browser('GET', '/members/sessions/current')).status).toBe(200)
    await inspect(console)
    await button(console, 'Sign out').click()
    await heading(console, 'Sign in').waitFor()
    expect(await page.evaluate('localStorage.length')).toBe(0)
    // The browser stays known, so that guesses of strangers do not make the member wait.
    expect([...(await cookies()).keys()]).toEqual(['payproof_known'])
    await expect.poll(async () => (await browser('GET', '/members/sessions/current')).status).toBe(401)
    await console.close()
  },
)

test(
  'a wrong password is refused in the service’s words, and the page says which request it was',
  patience,
  async () => {
    const console = await world.visit('phone')
    await console.open('/signin')
    await inspect(console)
    await fillSignInForm(console, world.members.Admin.email, 'not this one')
    const alert = console.page.getByRole('alert')
    expect(await alert.textContent()).toMatch(/The username or password is wrong.*Request id \S+/)
    await inspect(console)
    await console.close()
  },
)

test(
  'an invitation is accepted by the link of the mail; the second factor comes by mail too',
  patience,
  async () => {
    const email = world.emailOf('Ingrid')
    await world.lender.must('POST', '/members', { email, role: 'FullMember' })
    const { text } = await world.mailTo(email, /invited/)
    const link = /^ {2}(http\S+)$/m.exec(text)?.[1] ?? ''
    expect(link).toMatch(new RegExp(`^${world.url}/console/invitations/[\\w-]{43}$`))
    const console = await world.signIn('Developer', { viewport: 'phone' })
    await console.page.goto(link)
    await heading(console, 'Join your team').waitFor()
    await inspect(console)

    await fillIn(console, { 'Your name': 'Ingrid Fairweather', Password: 'short' })
    await button(console, 'Accept the invitation').click()
    const field = console.page.getByLabel('Password', { exact: true })
    await expect.poll(() => field.getAttribute('aria-invalid'), { timeout: 60_000 }).toBe('true')
    await fillIn(console, { Password: password })
    await button(console, 'Accept the invitation').click()

    await heading(console, 'Sign in').waitFor()
    const callDeveloper = await world.callAs('Developer')
    expect((await callDeveloper('GET', '/members/sessions/current')).status).toBe(401)
    expect(await console.page.getByLabel('Email').inputValue()).toBe(email)
    await fillIn(console, { Password: password })
    await button(console, 'Sign in').click()
    await heading(console, 'Check your email').waitFor()
    await inspect(console)
    await fillIn(console, { Code: 'abcdef' })
    await button(console, 'Continue').click()
    await console.page.getByText('The code is wrong or no longer valid').waitFor()
    const mail = await world.mailTo(email, /sign-in code/)
    await fillIn(console, { Code: mailedCode.mfa.exec(mail.text)?.[1] ?? '' })
    await button(console, 'Continue').click()
    await button(console, 'Menu').click()
    await console.page.locator('.who-name', { hasText: 'Ingrid Fairweather' }).waitFor()
    await inspect(console)

    await console.page.goto(link)
    await fillIn(console, { 'Your name': 'Somebody else', Password: password })
    await button(console, 'Accept the invitation').click()
    await console.page.getByText(/^Invitation \[[\w-]{43}\] does not exist$/).waitFor()
    await console.close()
  },
)

test('a forgotten password is replaced by the link of the mail', patience, async () => {
  const email = world.emailOf('Rosalind')
  const { code } = await world.invite(email, 'Support')
  await world.api.anonymous('POST', `/members/invitations/${code}/accept`, { name: 'Rosalind', password })
  const console = await world.visit('desk')
  await console.open('/signin')
  await fillIn(console, { Email: email })
  await console.page.getByRole('link', { name: 'Forgotten your password?' }).click()
  await heading(console, 'Reset your password').waitFor()
  expect(await console.page.getByLabel('Email').inputValue()).toBe(email)
  await button(console, 'Send the link').click()
  await console.page.getByText('If the address belongs to a member, a mail is on its way').waitFor()
  await inspect(console)
  const { text } = await world.mailTo(email, /new password/)
  const link = /^ {2}(http\S+)$/m.exec(text)?.[1] ?? ''
  expect(link).toMatch(new RegExp(`^${world.url}/console/password-reset/[\\w-]{43}$`))
  await console.page.goto(link)
  await fillIn(console, { Password: 'another horse with another staple' })
  await inspectNarrow(console)
  await button(console, 'Change the password').click()
  await heading(console, 'Sign in').waitFor()
  await fillSignInForm(console, email, password)
  await console.page.getByText('The username or password is wrong').waitFor()
  await fillSignInForm(console, email, 'another horse with another staple')
  await heading(console, 'Check your email').waitFor()
  await console.close()
})

test(
  'a session that has ended leads back to the same address; other people’s addresses lead nowhere',
  patience,
  async () => {
    const console = await world.signIn('Owner', { path: '/audit-log' })
    const { page } = console
    const { email, password: secret } = world.members.Owner
    await console.context.addCookies([{ name: 'payproof_session', value: 'ended', url: world.url }])
    await page.goto(`${world.url}/console/audit-log?from=2026-01-01`)
    await heading(console, 'Sign in').waitFor()
    await fillSignInForm(console, email, secret)
    await heading(console, 'Audit log').waitFor()
    expect(page.url()).toBe(`${world.url}/console/audit-log?from=2026-01-01`)
    await page.goto(`${world.url}/console/signin?next=//elsewhere.example/`)
    await page.locator('.who-email', { hasText: email }).waitFor()
    expect(new URL(page.url()).origin).toBe(world.url)
    await inspect(console)
    await console.close()
  },
)

test(
  'finding 14: signed-in devices are listed, and signing out everywhere ends every tab',
  patience,
  async () => {
    const console = await world.visit('phone')
    const { email, password: secret } = world.members.Support
    await console.open('/signin')
    await fillSignInForm(console, email, secret)
    await button(console, 'Menu').click()
    await console.page.locator('.who-name').getByRole('link').click()
    await heading(console, 'Your account').waitFor()
    await console.page.getByText('This device').waitFor()
    await inspectNarrow(console)
    const tab = await console.context.newPage()
    await tab.goto(`${world.url}/console/account`)
    await tab.getByRole('heading', { name: 'Your account', level: 1 }).waitFor()
    await button(console, 'Sign out everywhere').click()
    await console.page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click()
    await heading(console, 'Sign in').waitFor()
    await tab.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor()
    await console.close()
  },
)

test('shows a notice while the service asks for a retry, then continues', patience, async () => {
  const console = await world.signIn('Admin')
  const { page } = console
  let requests = 0
  await page.route(/\/members\?/, async (route) => {
    requests++
    if (requests > 2) return route.continue()
    const body = '{"errors":["Too many requests"]}'
    const headers = { 'retry-after': '1', 'x-svc-error-code': 'rate-limited' }
    await route.fulfill({ status: requests === 1 ? 429 : 503, headers, body })
  })
  await page.getByRole('link', { name: 'Members', exact: true }).click()
  await page.getByText('The service is busy.', { exact: false }).waitFor()
  await page.getByRole('cell', { name: /^Adah Brightwater/ }).waitFor()
  await page.getByText('The service is busy.', { exact: false }).waitFor({ state: 'detached' })
  const [first = 0, second = 0, third = 0] = await requestStartsMs(console, '/members?')
  expect(second - first).toBeGreaterThanOrEqual(shortestSecondMs)
  expect(third - second).toBeGreaterThanOrEqual(shortestSecondMs)
  await inspect(console)
  await console.close()
})

test(
  'the keyboard: skip link, focus on the heading of the next page, menu on a phone',
  patience,
  async () => {
    const console = await world.signIn('Admin', { path: '/members' })
    const { page } = console
    await page.keyboard.press('Tab')
    expect(await page.evaluate('document.activeElement.className')).toBe('skip')
    await page.keyboard.press('Enter')
    expect(await page.evaluate('document.activeElement.id')).toBe('main')
    await page.getByRole('link', { name: 'Audit log', exact: true }).click()
    await expect.poll(() => page.evaluate('document.activeElement.tagName'), { timeout: 60_000 }).toBe('H1')
    expect(await page.title()).toBe('Audit log · Payproof')
    await page.setViewportSize({ width: 390, height: 844 })
    await button(console, 'Menu').click()
    await inspect(console)
    await page.getByRole('link', { name: 'Members', exact: true }).click()
    await heading(console, 'Members').waitFor()
    expect(await page.getByRole('link', { name: 'Audit log', exact: true }).isVisible()).toBe(false)
    await console.open('/nowhere')
    await heading(console, 'Not found').waitFor()
    await inspect(console)
    await console.close()
  },
)

test('a page that cannot read its session offers another try, and keeps the session', patience, async () => {
  const console = await world.signIn('Admin', { path: '/members' })
  const { page } = console
  let isBroken = true
  await page.route(/\/members\/sessions\/current$/, (route) =>
    isBroken ? route.fulfill({ status: 500, body: '{"errors":["Something went wrong"]}' }) : route.continue(),
  )
  await page.reload()
  await heading(console, 'The console could not be loaded').waitFor()
  expect(await page.evaluate('localStorage.length')).toBe(1)
  isBroken = false
  await button(console, 'Try again').click()
  await page.getByRole('cell', { name: /^Adah Brightwater/ }).waitFor()
  await console.close()
})

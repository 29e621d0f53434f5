import { expect, test } from 'vitest'
import { password } from './members.ts'
import { inspect, inspectNarrow, startConsole } from './start.ts'
import type { Console } from './world.ts'

// Tests members, API keys and the audit log, as each role sees and uses them.

const world = await startConsole()
const patience = { timeout: 300_000 }

const button = ({ page }: Console, name: string) => page.getByRole('button', { name, exact: true })
const row = ({ page }: Console, text: string | RegExp) => page.locator('tbody tr').filter({ hasText: text })
const dialog = ({ page }: Console) => page.getByRole('dialog')
const says = ({ page }: Console, text: string | RegExp) => page.getByText(text).first().waitFor()

async function choose(console: Console, who: string, action: string) {
  await button(console, `Actions for ${who}`).click()
  await button(console, action).click()
}

/** Adds a member that the tests can change and remove. */
async function aColleague(name: string, role: 'Admin' | 'FullMember' | 'Support' = 'Support') {
  const email = world.emailOf(name)
  const { code } = await world.invite(email, role)
  await world.api.anonymous('POST', `/members/invitations/${code}/accept`, { name, password })
  return email
}

test('members: an Admin invites, changes and removes; the last Owner stays', patience, async () => {
  const leaver = await aColleague('Lennox Leaver')
  const console = await world.signIn('Admin', { path: '/members' })
  await row(console, 'Adah Brightwater').getByText('(you)').waitFor()
  await inspect(console)
  await inspectNarrow(console)

  await button(console, 'Invite a member').click()
  await button(console, 'Send the invitation').click()
  const email = dialog(console).getByLabel('Email')
  await expect.poll(() => email.getAttribute('aria-invalid'), { timeout: 60_000 }).toBe('true')
  await inspect(console)
  const newcomer = world.emailOf('Newcomer')
  await email.fill(newcomer)
  await dialog(console).getByLabel('Role').selectOption('FullMember')
  expect(await dialog(console).locator('option').allTextContents()).toHaveLength(5)
  await button(console, 'Send the invitation').click()
  await row(console, newcomer).getByText('Invited').waitFor()
  expect((await world.mailTo(newcomer, /invited/)).text).toContain('/console/invitations/')

  await choose(console, 'Lennox Leaver', 'Change role or sign-in')
  await dialog(console).getByLabel('Role').selectOption('FullMember')
  await dialog(console).getByLabel('Second factor').selectOption('disabled')
  await inspect(console)
  await button(console, 'Save').click()
  const lennox = row(console, 'Lennox Leaver')
  await lennox.getByText('Full member').waitFor()
  await lennox.getByText('Off').waitFor()

  await choose(console, 'Lennox Leaver', 'Remove')
  await button(console, 'Cancel').click()
  await choose(console, 'Lennox Leaver', 'Remove')
  await inspect(console)
  await dialog(console).getByRole('button', { name: 'Remove' }).click()
  await says(console, 'Lennox Leaver was removed')
  const gone = await world.api.anonymous('POST', '/members/signin', {
    username: leaver,
    password,
  })
  expect(gone.status).toBe(401)

  // An Admin cannot change an Owner, so the page does not offer it.
  expect(await button(console, 'Actions for Olive Owner').count()).toBe(0)
  await console.close()
  const owner = await world.signIn('Owner', { path: '/members' })
  await choose(owner, 'Olive Owner', 'Remove')
  await dialog(owner).getByRole('button', { name: 'Remove' }).click()
  await says(owner, 'The last Owner cannot be removed or given another role')
  await inspect(owner)
  await owner.close()
})

test('members: a full member can only read, Support sees that the role is too low', patience, async () => {
  const full = await world.signIn('FullMember', { path: '/members' })
  await row(full, 'Felix Marchbank').waitFor()
  expect(await button(full, 'Invite a member').count()).toBe(0)
  expect(await full.page.getByRole('button', { name: /^Actions for/ }).count()).toBe(0)
  await inspect(full)
  await full.close()
  for (const path of ['/members', '/api-keys', '/audit-log']) {
    const support = await world.signIn('Support', { path, viewport: 'phone' })
    await says(support, 'Your role does not allow this')
    await says(support, 'The role [Support] may not do this')
    await inspect(support)
    await support.close()
  }
})

test('API keys: made with a secret that is shown once and copied, used, and revoked', patience, async () => {
  const console = await world.signIn('Admin', { path: '/api-keys' })
  const { page } = console
  await inspect(console)
  await button(console, 'Create API key').click()
  await button(console, 'Create key').click()
  const name = dialog(console).getByLabel('Name')
  await expect.poll(() => name.getAttribute('aria-invalid'), { timeout: 60_000 }).toBe('true')
  await name.fill('Nightly export')
  await dialog(console).getByLabel('Expires on').fill('2031-12-01')
  await button(console, 'Create key').click()
  await says(console, 'Your new key')
  const key = (await dialog(console).locator('code').textContent()) ?? ''
  expect(key).toMatch(/^svc_sbx_/)
  await inspect(console)
  await inspectNarrow(console)
  await page.getByRole('button', { name: 'Copy the key' }).click()
  await says(console, 'Copied')
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(key)
  expect((await world.api.withKey(key)('GET', '/configuration')).status).toBe(200)
  await readReferenceWith(console, key)
  await button(console, 'I’ve stored it').click()
  expect(await page.content()).not.toContain(key)
  expect(await page.evaluate('JSON.stringify(sessionStorage) + JSON.stringify(localStorage)')).not.toContain(
    key,
  )

  const made = row(console, 'Nightly export')
  await made.getByText('1 Dec 2031').waitFor()
  await made.getByRole('button', { name: 'Revoke' }).click()
  await inspect(console)
  await dialog(console).getByRole('button', { name: 'Revoke' }).click()
  await says(console, 'The key Nightly export was revoked')
  await made.waitFor({ state: 'detached' })
  const status = async () => (await world.api.withKey(key)('GET', '/configuration')).status
  await expect.poll(status, { timeout: 60_000 }).toBe(401)
  await console.close()
})

/** Opens the API reference from the dialog and checks that its samples contain the key, which is in no URL. */
async function readReferenceWith({ page }: Console, key: string) {
  const opening = page.context().waitForEvent('page')
  await page.getByRole('link', { name: 'Open the API reference with this key' }).click()
  const reference = await opening
  await reference.getByText(`The samples use the key that ends in ${key.slice(-4)}.`).waitFor()
  await reference.getByRole('link', { name: 'Users', exact: true }).first().click()
  await reference.waitForURL('**/docs/reference/users')
  const sample = reference.locator('#listUsers [role=tabpanel]:not([hidden]) code')
  await expect.poll(() => sample.textContent(), { timeout: 60_000 }).toContain(`X-API-KEY: ${key}`)
  expect(await sample.textContent()).toContain(`"${world.url}/users"`)
  expect(reference.url()).not.toContain(key)
  await reference.getByRole('button', { name: 'Remove the key' }).click()
  expect(await sample.textContent()).toContain('X-API-KEY: $PAYPROOF_API_KEY')
  expect(await reference.evaluate('JSON.stringify(sessionStorage)')).not.toContain(key)
  await reference.close()
}

test('audit log: pages by cursor, filters in the address, kept by reload and back', patience, async () => {
  const callAdmin = await world.callAs('Admin')
  await Promise.all(Array.from({ length: 60 }, () => callAdmin('GET', '/members')))
  const console = await world.signIn('Owner', { path: '/audit-log' })
  const { page } = console
  const rows = page.locator('tbody tr')
  expect(await rows.count()).toBe(50)
  await inspect(console)
  const newest = await rows.first().locator('code').last().textContent()
  await button(console, 'Older').click()
  await expect.poll(() => page.url(), { timeout: 60_000 }).toContain('cursor=')
  await console.settled()
  const older = await rows.first().locator('code').last().textContent()
  expect(older).not.toBe(newest)
  await page.reload()
  await console.settled()
  expect(await rows.first().locator('code').last().textContent()).toBe(older)
  await page.goBack()
  await console.settled()
  await expect.poll(() => page.url(), { timeout: 60_000 }).not.toContain('cursor=')

  const { id } = world.members.Admin
  await page.getByLabel('Actor', { exact: true }).fill(id)
  await page.getByLabel('From', { exact: true }).fill('2026-01-01')
  await button(console, 'Filter').click()
  await expect.poll(() => page.url(), { timeout: 60_000 }).toContain(`actor_id=${id}`)
  await console.settled()
  await expect
    .poll(async () => new Set(await rows.locator('td:nth-child(3) button').allTextContents()), {
      timeout: 60_000,
    })
    .toEqual(new Set(['Adah Brightwater']))
  expect(new URL(page.url()).searchParams.get('from')).toBe('2026-01-01')
  await inspectNarrow(console)

  await page.getByLabel('To', { exact: true }).fill('2026-01-02')
  await button(console, 'Filter').click()
  await says(console, 'No entries match these filters')
  await inspect(console)
  await button(console, 'Clear').click()
  await expect.poll(() => rows.count(), { timeout: 60_000 }).toBe(50)

  await page.getByLabel('Subject', { exact: true }).fill('not an id')
  await button(console, 'Filter').click()
  await says(console, /Field \[subject_id\] is invalid/)
  await inspect(console)
  await console.close()
})

test('a failure is shown with the id of its request, and can be tried again', patience, async () => {
  const console = await world.signIn('Owner', { path: '/members' })
  const { page } = console
  let isDown = true
  await page.route(/\/api-keys\?/, (route) => {
    if (!isDown) return route.continue()
    const headers = { 'x-request-id': 'r-42', 'x-svc-error-code': 'invalid-request' }
    return route.fulfill({ status: 400, headers, body: '{"errors":["It is the wrong day"]}' })
  })
  await page.getByRole('link', { name: 'API keys', exact: true }).click()
  await says(console, 'It is the wrong day')
  await says(console, 'r-42')
  await inspect(console)
  isDown = false
  await button(console, 'Try again').click()
  await page.locator('tbody tr').first().waitFor()
  await console.close()
})

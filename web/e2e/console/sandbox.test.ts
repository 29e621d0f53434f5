import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { dayOf } from '../../ui/format.ts'
import { ownWorld } from '../start.ts'
import { inspect, inspectNarrow, startConsole } from './start.ts'
import type { Console } from './world.ts'

// Tests the sandbox pages of the console: people, clock, providers and inbox.

// Uses its own service, because these tests move the clock and take a provider down.
const own = await ownWorld()
const world = await startConsole(own)
const { must } = world.lender
const patience = { timeout: 300_000 }
const soon = { timeout: 60_000 }

const button = ({ page }: Console, name: string | RegExp) => page.getByRole('button', { name })
const row = ({ page }: Console, text: string) => page.locator('tbody tr').filter({ hasText: text })
const says = ({ page }: Console, text: string | RegExp) => page.getByText(text).first().waitFor()
const fact = ({ page }: Console, name: string) =>
  page
    .locator('.pairs > div')
    .filter({ has: page.locator('dt', { hasText: name }) })
    .locator('dd')

test('people: found by their story, with all that is needed to sign in as them', patience, async () => {
  const console = await world.signIn('FullMember', { path: '/sandbox' })
  const { page } = console
  const { pagination } = await must('GET', '/sandbox/people')
  expect(await page.locator('tbody tr').count()).toBe(pagination.total_count)
  await inspect(console)
  await inspectNarrow(console)
  await page.getByLabel('Name, user name or scenario').fill('simplest case')
  await button(console, 'Search').click()
  await expect.poll(() => page.locator('tbody tr').count(), soon).toBe(1)
  expect(page.url()).toContain('search=simplest')
  await page.getByRole('link', { name: 'Ms Wilhelmina Oakapple' }).click()
  const person = await must('GET', '/sandbox/people/wilhelmina.oakapple')
  for (const [name, value] of [
    ['Password', person.sign_in.password],
    ['Memorable word', person.sign_in.memorable_word],
    ['National Insurance number', person.identity.ni_number],
  ] as [string, string][])
    expect(await fact(console, name).locator('code').textContent(), name).toBe(value)
  await button(console, 'Copy the memorable word').click()
  await says(console, 'Copied')
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(person.sign_in.memorable_word)
  expect(await row(console, person.jobs[0].employer.name).count()).toBe(1)
  await inspect(console)
  await inspectNarrow(console)
  await console.open('/sandbox?search=nobody-of-this-name')
  await says(console, 'No matches')
  await inspect(console)
  await console.open('/sandbox/people/nobody')
  await says(console, /\[nobody\]/)
  await console.close()
})

test('behaviour: an override applies to that person for any password', patience, async () => {
  const person = await world.aPerson(world.lender, 'person.7')
  const connect = async () => {
    const { user_id, userName: user_name } = person
    await must('POST', '/authorisations', { user_id, user_agent: 'Browser 1' })
    const login = { user_name, password: 'pass', payroll_provider: 'sandbox-payroll' }
    return world.lender.call('POST', '/accounts', { user_id, ...login })
  }
  const console = await world.signIn('Admin', { path: '/sandbox/people/person.7' })
  const { page } = console
  await page.getByLabel('Provider', { exact: true }).selectOption('sandbox-payroll')
  await page.getByLabel('What happens').selectOption('error:account_locked')
  await button(console, 'Save').click()
  await says(console, '[person.7] behaves as requested at [sandbox-payroll]')
  expect((await connect()).status).toBeGreaterThanOrEqual(400)
  await page.getByLabel('What happens').selectOption('')
  await page.getByLabel('Or a behaviour from the guide').fill('no such word')
  await button(console, 'Save').click()
  await says(console, 'It is none that [sandbox-payroll] knows')
  await page.getByLabel('Or a behaviour from the guide').fill('')
  const [reply] = await Promise.all([
    page.waitForResponse((reply) => reply.url().endsWith('/behaviour') && reply.status() === 200),
    button(console, 'Save').click(),
  ])
  expect(reply.ok()).toBe(true)
  expect((await connect()).status).toBeLessThan(300)
  await console.close()
})

test('clock: moves forward, to a date, to the next pay day, and back', patience, async () => {
  const console = await world.signIn('FullMember', { path: '/sandbox/clock' })
  const { page } = console
  const today = async () => (await must('GET', '/sandbox/clock')).today
  const before = await today()
  await inspect(console)
  await inspectNarrow(console)
  await button(console, 'One day later').click()
  await expect.poll(today, soon).toBe(new Date(Date.parse(before) + 86_400_000).toISOString().slice(0, 10))
  await expect.poll(() => fact(console, 'Now').textContent(), soon).toContain(dayOf(await today()))
  await page.getByLabel('Go to date').fill('2026-07-03')
  await button(console, 'Set date').click()
  await expect.poll(today, soon).toBe('2026-07-03')
  await page.getByLabel('Go to date').fill('2031-07-03')
  await button(console, 'Set date').click()
  await says(console, /stays within the days of the world/)
  await inspect(console)
  expect(await fact(console, 'Set by').textContent()).toBe('Your client')
  // The clock of the installation has not moved.
  const shared = (await (await fetch(`${own.sandbox.url}/controls/clock`)).json()) as { today: string }
  expect(shared.today).toBe(before)

  const { next_pay_day } = await must('GET', '/sandbox/people/wilhelmina.oakapple')
  await console.open('/sandbox/people/wilhelmina.oakapple')
  await button(console, 'Go to this pay day').click()
  await expect.poll(today, soon).toBe(next_pay_day)
  await console.open('/sandbox/clock')
  await button(console, 'Reset the clock').click()
  await expect.poll(today, soon).toBe(before)
  await expect.poll(() => fact(console, 'Set by').textContent(), soon).toBe('The installation')
  expect(await button(console, 'Reset the clock').count()).toBe(0)
  await console.close()
})

test('scenarios: a provider is taken down, made slow, and its locked accounts opened', patience, async () => {
  const provider = async () =>
    (await must('GET', '/sandbox/providers')).providers.find(
      ({ id }: { id: string }) => id === 'sandbox-payroll',
    )
  const { user_id } = await world.aPerson(world.lender, 'person.8')
  await must('POST', '/authorisations', { user_id, user_agent: 'Browser 1' })
  const login = { user_id, user_name: 'person.8', password: 'lock', payroll_provider: 'sandbox-payroll' }
  await world.lender.call('POST', '/accounts', login)
  await expect.poll(async () => (await provider()).locked_user_names, soon).toEqual(['person.8'])

  const console = await world.signIn('FullMember', { path: '/sandbox/providers' })
  const { page } = console
  const payroll = row(console, 'Fennelgate Payroll')
  await payroll.getByText('person.8').waitFor()
  await inspect(console)
  await inspectNarrow(console)
  await payroll.getByRole('button', { name: 'Unlock' }).click()
  await payroll.locator('[data-title="Locked accounts"]').getByText('None').waitFor()
  await payroll.getByRole('button', { name: 'Take down' }).click()
  await payroll.getByText('Down', { exact: true }).waitFor()
  await payroll.getByRole('combobox').selectOption('5')
  await expect.poll(async () => (await provider()).slow_seconds, soon).toBe(5)
  expect(await provider()).toMatchObject({ is_down: true, locked_user_names: [] })
  const shared = await (await fetch(`${own.sandbox.url}/controls/providers/sandbox-payroll`)).json()
  expect(shared).toMatchObject({ is_down: false, slow_seconds: 0 })
  await payroll.getByRole('button', { name: 'Bring back' }).click()
  await payroll.getByText('Slow', { exact: true }).waitFor()
  await page.getByLabel('Response delay of Fennelgate Payroll').selectOption('0')
  await payroll.getByText('Working', { exact: true }).waitFor()

  await must('PATCH', '/sandbox/people/person.9/behaviour', {
    provider: 'sandbox-payroll',
    behaviour: 'error:maintenance',
  })
  const tax = row(console, 'HMRC')
  await tax.getByRole('button', { name: 'Take down' }).click()
  await tax.getByText('Down', { exact: true }).waitFor()
  await payroll.getByRole('link', { name: 'person.9' }).waitFor()
  await inspect(console)
  await inspectNarrow(console)
  await tax.getByRole('button', { name: 'Reset' }).click()
  await tax.getByText('Working', { exact: true }).waitFor()
  await button(console, 'Reset all providers').click()
  await says(console, 'The providers were reset')
  await payroll.getByRole('link', { name: 'person.9' }).waitFor({ state: 'detached' })
  expect(await provider()).toMatchObject({ is_own: false, overridden_user_names: [] })
  await console.close()
})

test(
  'inbox: what arrives is verified and decrypted with the keys that were handed over',
  patience,
  async () => {
    const console = await world.signIn('Owner', { path: '/sandbox/inbox' })
    const { page } = console
    await says(console, 'Nothing has arrived yet')
    await inspect(console)
    const { url } = await must('GET', '/sandbox/inbox')
    expect(await page.locator('.secret code').textContent()).toBe(url)
    const signing_secret = randomBytes(24).toString('base64url')
    const encryption_key = randomBytes(32).toString('base64')
    const { webhook_id } = await must('POST', '/webhooks', {
      name: 'Inbox',
      url,
      signing_secret,
      encryption_key,
      events: ['user-payroll-submitted'],
    })
    await must('POST', `/webhooks/${webhook_id}/test`)
    await button(console, 'Refresh').click()
    await says(console, 'Signature not checked')
    await says(console, 'Encrypted')
    await page.getByLabel('Signing secret').fill(signing_secret)
    await page.getByLabel('Encryption key').fill('too short')
    await button(console, 'Save').click()
    await says(console, /Field \[encryption_keys/)
    await page.getByLabel('Encryption key').fill(encryption_key)
    await button(console, 'Save').click()
    await says(console, 'The keys of the inbox were set')
    await must('POST', `/webhooks/${webhook_id}/test`)
    await button(console, 'Refresh').click()
    const newest = page.locator('.arrival').first()
    await newest.getByText('Signature verified').first().waitFor()
    await newest.getByText('Decrypted').waitFor()
    await newest.locator('summary').click()
    const { deliveries } = await must('GET', '/sandbox/inbox')
    expect(JSON.parse((await newest.locator('pre').textContent()) ?? '')).toEqual(
      JSON.parse(deliveries[0].body),
    )
    await inspect(console)
    await inspectNarrow(console)
    await console.close()
  },
)

test('Support sees that the role is too low; an unreachable sandbox shows an error', patience, async () => {
  const support = await world.signIn('Support', { path: '/sandbox' })
  await says(support, 'Your role does not allow this')
  expect(await support.page.getByRole('link', { name: 'Sandbox', exact: true }).count()).toBe(0)
  await inspect(support)
  await support.close()
  const console = await world.signIn('FullMember', { path: '/sandbox' })
  let isDown = true
  await console.page.route(/\/sandbox\/clock$/, (route) => {
    if (!isDown || route.request().isNavigationRequest()) return route.continue()
    const headers = { 'x-request-id': 'r-3', 'x-svc-error-code': 'invalid-request' }
    return route.fulfill({ status: 400, headers, body: '{"errors":["The clock stands still"]}' })
  })
  await console.page.getByRole('link', { name: 'Clock' }).click()
  await says(console, 'The clock stands still')
  isDown = false
  await button(console, 'Try again').click()
  await says(console, 'Starts')
  await console.close()
})

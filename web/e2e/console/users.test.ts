import { expect, test } from 'vitest'
import { eventually } from '../../../server/test/eventually.ts'
import { connect, register } from './people.ts'
import { inspect, inspectNarrow, openPopulatedConsole, startConsole } from './start.ts'
import type { Console } from './world.ts'

// Tests users, and the timeline, connections and notes of one user, as each role sees and uses them.

const world = await startConsole()
const { must, call } = world.lender
/** No other test file signs in as these people, so that failed logins here do not affect other tests. */
const [sought, connected, waiting] = await Promise.all([
  register(world, world.lender, 'person.9', 0),
  register(world, world.lender, 'person.11', 1),
  register(world, world.lender, 'person.12', 2),
])
await Promise.all([
  connect(world.lender, sought, 'pass'),
  connect(world.lender, connected, 'pass'),
  connect(world.lender, waiting, 'mfa:code'),
])
for (const { user_id } of [sought, connected])
  await eventually(
    async () => (await must('GET', `/accounts?user_id=${user_id}`)).accounts[0]?.latest_pay_date,
    60_000,
  )
const soughtName = `${sought.truth.identity.forename} ${sought.truth.identity.surname}`
const soughtSurname = sought.truth.identity.surname

/** Shared client for read-only tests. */
const populated = await openPopulatedConsole()
const { wilhelmina } = populated
const patience = { timeout: 300_000 }
const soon = { timeout: 60_000 }

const button = ({ page }: Console, name: string) => page.getByRole('button', { name, exact: true })
const rows = ({ page }: Console) => page.locator('tbody tr')
const dialog = ({ page }: Console) => page.getByRole('dialog')
const says = ({ page }: Console, text: string | RegExp) => page.getByText(text).first().waitFor()
const dayOf = (iso: string) =>
  new Date(iso).toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'Europe/London',
  })

type User = { user_id: string; forename: string; surname: string; ext_id: string }
const listed = async (query = ''): Promise<User[]> => (await must('GET', `/users?limit=50${query}`)).users
const nameOf = ({ forename, surname }: User) => `${forename} ${surname}`

async function find(console: Console, text: string) {
  await console.page.getByLabel('Find a user').fill(text)
  await button(console, 'Find').click()
  await expect.poll(() => new URL(console.page.url()).searchParams.get('search'), soon).toBe(text)
  await console.settled()
}

/** Makes one response fail; expects the page to show the error and offer a retry. */
async function failsOnce(console: Console, address: RegExp, path: string) {
  const { page } = console
  let isDown = true
  await page.route(address, (route) => {
    if (!isDown) return route.continue()
    const headers = { 'x-request-id': 'r-42', 'x-svc-error-code': 'invalid-request' }
    return route.fulfill({ status: 400, headers, body: '{"errors":["It is the wrong day"]}' })
  })
  await console.open(path)
  await says(console, 'It is the wrong day')
  await says(console, 'r-42')
  await inspect(console)
  isDown = false
  await button(console, 'Try again').first().click()
  await page.getByText('It is the wrong day').first().waitFor({ state: 'detached' })
  await page.unroute(address)
  await console.settled()
}

test(
  'users: found by reference, id and name, listed by their checks, with an address each',
  patience,
  async () => {
    const console = await world.signIn('FullMember', { path: '/users' })
    const { page } = console
    const all = await listed()
    const texts = async (column: string) => (await rows(console).locator(column).allTextContents()).toSorted()
    expect(await texts('td:first-child a')).toEqual(all.map(nameOf).toSorted())
    expect(await texts('td:first-child span')).toEqual(all.map((one) => one.ext_id).toSorted())
    await says(console, `${all.length} shown`)
    await inspect(console)
    await inspectNarrow(console)

    const byLetters = soughtName.toLowerCase().slice(0, 3)
    await find(console, byLetters)
    await rows(console).getByRole('link', { name: soughtName, exact: true }).waitFor()
    for (const text of ['LOAN-2041', sought.user_id, soughtSurname.toLowerCase(), soughtName]) {
      await find(console, text)
      await expect
        .poll(() => rows(console).locator('td:first-child a').allTextContents(), soon)
        .toEqual([soughtName])
    }
    await page.reload()
    await console.settled()
    expect(await page.getByLabel('Find a user').inputValue()).toBe(soughtName)
    expect(await rows(console).count()).toBe(1)
    await find(console, `${soughtSurname.slice(0, 2)}xyz`)
    await says(console, 'No matches')
    await inspect(console)
    await button(console, 'Clear').click()
    await expect.poll(() => rows(console).count(), soon).toBe(all.length)

    await must('PATCH', `/users/${sought.user_id}`, { recurring_checks_enabled: true })
    await page.getByText('More filters').click()
    await page.getByLabel('Recurring checks').selectOption('on')
    await expect
      .poll(() => rows(console).locator('td:first-child a').allTextContents(), soon)
      .toEqual([soughtName])
    expect(new URL(page.url()).search).toBe('?recurring=on')
    await page.getByRole('link', { name: soughtName, exact: true }).click()
    await page.getByRole('heading', { level: 1, name: soughtName }).waitFor()
    expect(new URL(page.url()).pathname).toBe(`/console/users/${sought.user_id}`)
    await page.goBack()
    await expect.poll(() => page.getByLabel('Recurring checks').inputValue(), soon).toBe('on')

    await failsOnce(console, /\/reviews\?/, '/users')
    expect(await rows(console).count()).toBe(all.length)
    await console.close()
  },
)

test('users: Support sees ids, cannot search by name, and is refused by the service', patience, async () => {
  const console = await world.signIn('Support', { path: '/users', viewport: 'phone' })
  expect(await rows(console).count()).toBe((await listed()).length)
  const shown = (await console.page.locator('main').textContent()) ?? ''
  for (const { forename, surname, ext_id } of await listed())
    for (const word of [forename, surname, ext_id]) expect(shown).not.toContain(word)
  expect(await button(console, 'Register a user').count()).toBe(0)
  expect(await console.page.getByRole('link', { name: /^Connect/ }).count()).toBe(0)
  await says(console, /Your role can’t search by name/)
  await inspect(console)
  await find(console, soughtSurname)
  await says(console, 'No matches')
  await find(console, 'LOAN-2041')
  await rows(console).first().waitFor()
  expect(await rows(console).count()).toBe(1)
  await rows(console).getByRole('link').click()
  await says(console, 'Your role cannot see personal details')
  await console.settled()
  await console.page.getByRole('link', { name: 'Timeline' }).click()
  await console.settled()
  await expect.poll(() => console.page.locator('.timeline li').count(), soon).toBeGreaterThan(3)
  for (const name of ['Change', 'Delete']) expect(await button(console, name).count()).toBe(0)
  await inspect(console)
  await console.close()
  const support = await world.callAs('Support')
  const { user_id } = sought
  const [{ account_id }] = (await must('GET', `/accounts?user_id=${user_id}`)).accounts
  const [{ id }] = (await must('GET', `/authorisations?user_id=${user_id}`)).authorisations
  for (const [method, path, body] of [
    ['POST', '/users', {}],
    ['PATCH', `/users/${user_id}`, { payroll_period_months: 1 }],
    ['DELETE', `/users/${user_id}`],
    ['DELETE', `/accounts/${account_id}`],
    ['PUT', `/authorisations/${id}/revoke`],
  ] as const)
    expect((await support(method, path, body)).headers['x-svc-error-code'], path).toBe('role-too-low')
})

test('users: a person is registered, changed and deleted', patience, async () => {
  const console = await world.signIn('FullMember', { path: '/users' })
  const { page } = console
  await button(console, 'Register a user').click()
  await button(console, 'Register').click()
  const forename = dialog(console).getByLabel('Forename')
  await expect.poll(() => forename.getAttribute('aria-invalid'), soon).toBe('true')
  await inspect(console)
  await inspectNarrow(console)
  await forename.fill('Peregrine')
  await dialog(console).getByLabel('Surname').fill('Duskwood')
  await dialog(console).getByLabel('Date of birth').fill('1979-03-30')
  await dialog(console).getByLabel('Postcodes').fill('LS1 4AP, YO24 1AB')
  await dialog(console).getByLabel('Your reference').fill('LOAN-9001')
  await dialog(console).getByLabel('Months of payslips').fill('a year')
  await button(console, 'Register').click()
  const months = dialog(console).getByLabel('Months of payslips')
  await expect.poll(() => months.getAttribute('aria-invalid'), soon).toBe('true')
  await months.fill('6')
  await button(console, 'Register').click()
  await page.getByRole('heading', { level: 1, name: 'Peregrine Duskwood' }).waitFor()
  const [made] = await listed('&search=LOAN-9001')
  expect(made).toMatchObject({
    forename: 'Peregrine',
    surname: 'Duskwood',
    ext_id: 'LOAN-9001',
    payroll_period_months: 6,
    date_of_birth: '1979-03-30T12:00:00.000Z',
    post_codes: ['LS1 4AP', 'YO24 1AB'],
  })
  const id = made?.user_id
  expect(new URL(page.url()).pathname).toBe(`/console/users/${id}/connect`)

  await page.getByRole('link', { name: 'Summary' }).click()
  await says(console, 'Registered')
  for (const shown of ['30 Mar 1979', 'LS1 4AP, YO24 1AB', '6 months']) await says(console, shown)
  await must('PATCH', `/users/${id}`, { payroll_period_months: null })
  await page.reload()
  await button(console, 'Change').click()
  await dialog(console).getByLabel('Your reference').fill('')
  await dialog(console).getByLabel('Surname').fill('Duskwood-Hale')
  await dialog(console).getByLabel('HMRC').selectOption('false')
  await dialog(console).getByLabel('How often').selectOption('WEEKLY')
  await inspect(console)
  await button(console, 'Save').click()
  await page.getByRole('heading', { level: 1, name: 'Peregrine Duskwood-Hale' }).waitFor()
  await says(console, 'Every week')
  const changed = await must('GET', `/users/${id}`)
  expect(changed).toMatchObject({
    surname: 'Duskwood-Hale',
    taxauth_enabled: false,
    recurring_check_frequency: 'WEEKLY',
    forename: 'Peregrine',
    post_codes: ['LS1 4AP', 'YO24 1AB'],
  })
  // A cleared field is unset; untouched fields stay.
  for (const name of ['ext_id', 'payslip_upload_enabled', 'payroll_period_months'])
    expect(changed).not.toHaveProperty(name)
  await page.getByRole('link', { name: 'Timeline' }).click()
  await says(console, 'Details were changed')
  await page.getByRole('link', { name: 'Summary' }).click()

  await button(console, 'Delete').click()
  await button(console, 'Cancel').click()
  expect((await call('GET', `/users/${id}`)).status).toBe(200)
  await button(console, 'Delete').click()
  await inspect(console)
  await dialog(console).getByRole('button', { name: 'Delete' }).click()
  await says(console, 'Enter “Peregrine Duskwood-Hale” to confirm')
  expect((await call('GET', `/users/${id}`)).status).toBe(200)
  await page
    .getByLabel('To confirm, enter their name: Peregrine Duskwood-Hale')
    .fill('peregrine duskwood-hale')
  await dialog(console).getByRole('button', { name: 'Delete' }).click()
  await says(console, 'Peregrine Duskwood-Hale was deleted')
  await page.getByRole('heading', { level: 1, name: 'Users' }).waitFor()
  expect((await call('GET', `/users/${id}`)).status).toBe(404)
  await console.open(`/users/${id}`)
  await says(console, /User \[.*\]/)
  await inspect(console)
  await console.close()
})

test('timeline: every event is a sentence with a link, grouped by day', patience, async () => {
  const { user_id } = wilhelmina
  const { must } = populated.lender
  const console = await populated.signIn('Admin', { path: `/users/${user_id}/timeline?show=all` })
  const { page } = console
  const { timeline } = await must('GET', `/users/${user_id}/timeline?limit=50`)
  const items = page.locator('.timeline li')
  const times = await items
    .locator('time')
    .evaluateAll((all) => all.map((one) => one.getAttribute('datetime')))
  expect(times).toEqual(timeline.map(({ at }: { at: string }) => at))
  const days = await page.locator('.timeline h3').allTextContents()
  expect(days).toEqual([...new Set(timeline.map(({ at }: { at: string }) => dayOf(at)))])
  const linkOf = async (kind: string) => {
    const at = timeline.findIndex((event: { kind: string }) => event.kind === kind)
    return { event: timeline[at], to: await items.nth(at).getByRole('link').getAttribute('href') }
  }
  const stored = await linkOf('document.stored')
  expect(stored.to).toBe(`/console/users/${user_id}/documents/${stored.event.id}`)
  const delivery = await linkOf('delivery.delivered')
  expect(delivery.to).toBe(`/console/webhooks/${delivery.event.webhook_id}/deliveries/${delivery.event.id}`)
  expect((await linkOf('account.moved')).to).toBe(`/console/users/${user_id}/connections`)
  // No event kind is shown by its bare identifier.
  const words = (await items.allTextContents()).join(' ')
  for (const { kind } of timeline) expect(words).not.toContain(kind.replace('.', ' '))
  for (const sentence of [
    '24 payslips',
    'Agreed to the terms',
    'Left a note about a job',
    'The person signed in',
  ])
    expect(words).toContain(sentence)
  await inspect(console)
  await inspectNarrow(console)
  await failsOnce(console, /\/timeline\?limit/, `/users/${user_id}/timeline`)
  await items.first().waitFor()
  await console.close()
})

test(
  'connections: accounts with state, reason and history; consents; both can be ended',
  patience,
  async () => {
    const { user_id } = connected
    const path = `/users/${user_id}/connections`
    const [account] = (await must('GET', `/accounts?user_id=${user_id}`)).accounts
    const support = await world.signIn('Support', { path })
    await support.page.getByRole('article').getByText('Connected', { exact: true }).waitFor()
    expect(await support.page.getByText('person.11').count()).toBe(0)
    expect(await support.page.getByRole('button', { name: /^Delete/ }).count()).toBe(0)
    await support.page.getByRole('button', { name: /^Actions for the consent/ }).click()
    expect(await button(support, 'Withdraw').count()).toBe(0)
    await support.close()

    const console = await world.signIn('Admin', { path })
    const { page } = console
    const card = page.getByRole('article')
    for (const shown of ['person.11', dayOf(account.latest_pay_date)]) await card.getByText(shown).waitFor()
    await card.getByText('History').click()
    await card.locator('tbody tr').getByText('The person signed in').waitFor()
    const { history } = await must('GET', `/accounts/${account.account_id}/history`)
    expect(await card.locator('tbody tr').count()).toBe(history.length)
    await inspect(console)
    await inspectNarrow(console)

    const [given] = (await must('GET', `/authorisations?user_id=${user_id}`)).authorisations
    const consent = page.locator('.panel-close tbody tr')
    await consent.getByText(dayOf(given.expires_at)).waitFor()
    await consent.getByRole('button').click()
    await button(console, 'Read the text').click()
    expect(await dialog(console).locator('.accepted-text').textContent()).toBe(given.accepted_text)
    await inspect(console)
    await button(console, 'Close').click()
    await consent.getByRole('button').click()
    await button(console, 'Withdraw').click()
    await dialog(console).getByRole('button', { name: 'Withdraw' }).click()
    await consent.getByText('Withdrawn', { exact: true }).waitFor()
    expect((await must('GET', `/authorisations?user_id=${user_id}`)).authorisations[0].status).toBe('revoked')

    await card.getByRole('button', { name: /^Delete the account/ }).click()
    await inspect(console)
    await dialog(console).getByRole('button', { name: 'Delete' }).click()
    await says(console, 'Nothing is connected yet')
    expect((await call('GET', `/accounts/${account.account_id}`)).status).toBe(404)
    await inspect(console)
    await failsOnce(console, /\/accounts\?/, path)
    await console.close()
  },
)

test(
  'connections: a pending account says what it waits for, an ended one says why and how to continue',
  patience,
  async () => {
    const { user_id } = waiting
    const [{ account_id }] = (await must('GET', `/accounts?user_id=${user_id}`)).accounts
    const console = await world.signIn('FullMember', { path: `/users/${user_id}/connections` })
    const card = console.page.getByRole('article')
    await card.getByText('Waiting', { exact: true }).waitFor()
    await card.getByText('The provider asked for a second factor. Waiting for the person.').waitFor()
    await inspect(console)
    const status = async () => (await must('GET', `/accounts/${account_id}`)).status
    while ((await status()) === 'PENDING') await call('PUT', `/accounts/${account_id}/mfa`, { mfa: '000000' })
    expect(await status()).toBe('INVALID')
    await console.page.reload()
    await card.getByText('Refused', { exact: true }).waitFor()
    await card
      .getByText(/The provider rejected the second factor/)
      .first()
      .waitFor()
    await inspect(console)
    await card.getByRole('link', { name: 'Create a link' }).click()
    await expect.poll(() => console.page.url(), soon).toContain(`/users/${user_id}/connect`)
    await console.close()
  },
)

test('connections: a refused login is a card with the provider and the reason', patience, async () => {
  const refused = await register(world, world.lender, 'person.41', 3)
  const { user_id, userName } = refused
  const login = { user_id, payroll_provider: 'sandbox-payroll', user_name: userName, password: 'wrong' }
  expect((await call('POST', '/accounts', login)).status).toBe(400)
  const console = await world.signIn('Support', { path: `/users/${user_id}/connections` })
  const card = console.page.getByRole('article', { name: 'Failed login at Fennelgate Payroll' })
  await card.getByText('The provider does not know this user name and password.').waitFor()
  await inspect(console)
  await inspectNarrow(console)
  await console.open(`/users/${user_id}/timeline`)
  await says(console, 'Login refused at Fennelgate Payroll')
  await console.close()
})

test('palette: finds a page and a user with the keyboard alone', patience, async () => {
  const console = await world.signIn('FullMember', { path: '/overview' })
  const { page } = console
  const input = page.getByRole('combobox', { name: 'Find a page or a user' })
  await console.settled()
  await page.keyboard.press('Control+K')
  await input.fill('webh')
  await inspect(console)
  await page.keyboard.press('Enter')
  await expect.poll(() => page.url(), soon).toContain('/webhooks')
  await page.keyboard.press('Control+K')
  await input.fill(soughtSurname)
  await page.getByRole('option', { name: soughtName }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect.poll(() => page.url(), soon).toContain(`/users/${sought.user_id}`)
  await page.keyboard.press('Control+K')
  await input.fill('no such page')
  await says(console, /^No matches/)
  await page.keyboard.press('Escape')
  await expect.poll(() => page.getByRole('dialog').count(), soon).toBe(0)
  await console.close()
})

test('notes: shows each note with its subject, except to Support', patience, async () => {
  const path = `/users/${wilhelmina.user_id}/notes`
  const console = await populated.signIn('FullMember', { path, viewport: 'phone' })
  const { notes } = await populated.lender.must('GET', path)
  expect(notes.length).toBeGreaterThan(0)
  expect(await rows(console).locator('td:first-child p').allTextContents()).toEqual(
    notes.map(({ text }: { text: string }) => text),
  )
  expect(await rows(console).getByRole('link').first().getAttribute('href')).toBe(
    `/console/users/${wilhelmina.user_id}/payslips`,
  )
  // The selected tab, the last of many, is scrolled into view.
  const tab = await console.page.getByRole('link', { name: 'Notes', exact: true }).boundingBox()
  expect((tab?.x ?? 390) + (tab?.width ?? 0)).toBeLessThanOrEqual(390)
  await inspect(console)
  await failsOnce(console, /\/notes\?/, path)
  await console.open(`/users/${populated.of('person.3').user_id}/notes`)
  await says(console, 'No notes')
  await inspect(console)
  await console.close()
  const support = await populated.signIn('Support', { path })
  await says(support, 'The role [Support] may not do this')
  await inspect(support)
  await support.close()
})

import type { Delivery, DeliveryWithAttempts } from '@payproof/sdk'
import { expect, test } from 'vitest'
import { eventually } from '../../../server/test/eventually.ts'
import { register, submitDocument } from './people.ts'
import { inspect, inspectNarrow, startConsole } from './start.ts'
import type { Console } from './world.ts'

// Tests webhooks, deliveries and signatures. The sandbox's inboxes receive the deliveries and report them.

const world = await startConsole()
const { lender } = world
const patience = { timeout: 300_000 }
const waiting = { timeout: 60_000 }
const secret = 'between the two of us'

const button = ({ page }: Console, name: string) => page.getByRole('button', { name, exact: true })
const dialog = ({ page }: Console) => page.getByRole('dialog')
const says = ({ page }: Console, text: string | RegExp) => page.getByText(text).first().waitFor()
const row = ({ page }: Console, text: string) => page.locator('tbody tr').filter({ hasText: text })

async function choose(console: Console, action: string) {
  await button(console, 'More actions').click()
  await button(console, action).click()
}

const inbox = (name: string) => `${world.sandbox.url}/inbox/${name}`

type Arrival = {
  headers: Record<string, string>
  is_test: boolean
  is_accepted: boolean
  is_decrypted: boolean
  signatures: { standard: string; hexadecimal: string }
}

async function configureInbox(name: string, what: 'keys' | 'behaviour', body: object) {
  const reply = await fetch(`${inbox(name)}/${what}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!reply.ok) throw new Error(await reply.text())
}

async function arrivedAt(name: string): Promise<Arrival[]> {
  const reply = await fetch(`${inbox(name)}/deliveries?limit=100`)
  return reply.ok ? ((await reply.json()) as { deliveries: Arrival[] }).deliveries : []
}

const statusOf = (id: string) => lender.must('GET', `/webhooks/${id}/status`)
const deliveriesOf = async (id: string, query = ''): Promise<Delivery[]> =>
  (await lender.must('GET', `/webhooks/${id}/deliveries${query}`)).deliveries

/** Creates two webhooks with two deliveries each; the second is for the test that changes its deliveries. */
async function submitDocuments() {
  const add = async (name: string, inboxName: string): Promise<string> => {
    const { webhook_id } = await lender.must('POST', '/webhooks', {
      name,
      url: inbox(inboxName),
      signing_secret: secret,
      events: ['user-payroll-submitted', 'user-bank-statement-submitted', 'user-taxauth-data-submitted'],
    })
    return webhook_id
  }
  const [id, givenUp] = [await add('Decisions', 'decisions'), await add('Reports', 'reports')]
  const person = await register(world, lender, 'wilhelmina.oakapple', 0)
  await Promise.all([
    submitDocument(world, lender, person, 'payslip'),
    submitDocument(world, lender, person, 'statement'),
  ])
  for (const webhook of [id, givenUp])
    await eventually(async () => (await deliveriesOf(webhook, '?state=delivered')).length === 2)
  return { id, givenUp, user_id: person.user_id }
}
const submitted = await submitDocuments()

test(
  'none at first; one is added with secrets that are shown once, and its receiver reads a test',
  patience,
  async () => {
    const empty = await startConsole()
    const console = await empty.signIn('Admin', { path: '/webhooks' })
    const { page } = console
    await says(console, 'No webhooks yet')
    await inspect(console)
    await page.getByRole('button', { name: 'Add a webhook' }).first().click()
    await button(console, 'Add the webhook').click()
    const name = dialog(console).getByLabel('Name')
    await expect.poll(() => name.getAttribute('aria-invalid'), waiting).toBe('true')
    await name.fill('Data warehouse')
    await dialog(console).getByLabel('Address').fill(inbox('warehouse'))
    await dialog(console).getByLabel('Tax data').uncheck()
    await dialog(console).getByLabel('Encrypt deliveries').check()
    await inspect(console)
    await button(console, 'Add the webhook').click()
    await says(console, 'Data warehouse was added')
    await inspect(console)
    await inspectNarrow(console)
    const [signing = '', encryption = ''] = await dialog(console).locator('code').allTextContents()
    await page.getByRole('button', { name: 'Copy the signing secret' }).click()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(signing)
    await configureInbox('warehouse', 'keys', { signing_secrets: [signing], encryption_keys: [encryption] })
    await dialog(console).getByRole('link').click()
    await page.getByRole('heading', { name: 'Data warehouse' }).waitFor()
    expect(await page.content()).not.toContain(signing)

    const [webhook] = (await empty.lender.must('GET', '/webhooks')).webhooks
    expect(webhook.events).toEqual(['user-payroll-submitted', 'user-bank-statement-submitted'])
    await says(console, 'Nothing sent yet')
    await button(console, 'Send a test').click()
    await dialog(console).getByLabel('Event').selectOption('user-bank-statement-submitted')
    await button(console, 'Send the test').click()
    await says(console, 'Your receiver accepted it')
    await inspect(console)
    expect(await arrivedAt('warehouse')).toMatchObject([
      { is_test: true, is_accepted: true, is_decrypted: true },
    ])
    await configureInbox('warehouse', 'behaviour', { status: 503, times: 1 })
    await button(console, 'Send another').click()
    await button(console, 'Send the test').click()
    await says(console, 'Your receiver did not accept it')
    await dialog(console).getByText('503').waitFor()
    await button(console, 'Close').click()
    await expect.poll(() => row(console, 'Test').count(), waiting).toBe(2)
    await console.close()
  },
)

test('changed, paused, resumed, its secret exchanged in steps, and deleted', patience, async () => {
  const { webhook_id: id } = await lender.must('POST', '/webhooks', {
    name: 'Archive',
    url: inbox('archive'),
    events: ['user-payroll-submitted'],
    signing_secret: secret,
  })
  const console = await world.signIn('Admin', { path: `/webhooks/${id}` })
  const { page } = console
  await choose(console, 'Change')
  await dialog(console).getByLabel('Name').fill('Long archive')
  await dialog(console).getByLabel('Include the data').check()
  await button(console, 'Save').click()
  await says(console, 'personal data is sent by https')
  await inspect(console)
  await dialog(console).getByLabel('Include the data').uncheck()
  await dialog(console).getByLabel('Bank statements').check()
  await button(console, 'Save').click()
  await page.getByRole('heading', { name: 'Long archive' }).waitFor()
  expect(await lender.must('GET', `/webhooks/${id}`)).toMatchObject({
    name: 'Long archive',
    events: ['user-payroll-submitted', 'user-bank-statement-submitted'],
  })

  await button(console, 'Pause').click()
  await says(console, 'Paused since')
  expect((await statusOf(id)).state).toBe('paused')
  await inspect(console)
  await inspectNarrow(console)
  await button(console, 'Resume').click()
  await button(console, 'Pause').waitFor()
  expect((await statusOf(id)).state).toBe('active')

  await choose(console, 'Signing secret')
  await button(console, 'Add secret').click()
  await says(console, 'New signing secret')
  const next = (await dialog(console).locator('code').textContent()) ?? ''
  await button(console, 'I’ve stored it').click()
  await says(console, 'The signing secret is being rotated')
  expect((await statusOf(id)).signing.rotation).toBe('added')
  await choose(console, 'Signing secret')
  await inspect(console)
  await button(console, 'Make the new secret primary').click()
  await expect.poll(async () => (await statusOf(id)).signing.rotation, waiting).toBe('promoted')
  await button(console, 'Make the new secret primary').waitFor({ state: 'detached' })
  await choose(console, 'Signing secret')
  await button(console, 'Remove the old secret').click()
  await expect.poll(async () => (await statusOf(id)).signing.rotation, waiting).toBe('none')
  await choose(console, 'Encryption key')
  await button(console, 'Create key').click()
  await says(console, 'New encryption key')
  const key = (await dialog(console).locator('code').textContent()) ?? ''
  await button(console, 'I’ve stored it').click()
  await configureInbox('archive', 'keys', { signing_secrets: [next], encryption_keys: [key] })
  await lender.must('POST', `/webhooks/${id}/test`, {})
  expect(await arrivedAt('archive')).toMatchObject([{ is_accepted: true, is_decrypted: true }])

  await choose(console, 'Delete')
  await inspect(console)
  await dialog(console).getByRole('button', { name: 'Delete' }).click()
  await says(console, 'Long archive was deleted')
  expect((await lender.call('GET', `/webhooks/${id}`)).status).toBe(404)
  await expect.poll(() => row(console, 'Long archive').count(), waiting).toBe(0)
  await console.open(`/webhooks/${id}`)
  await says(console, `Webhook [${id}] does not exist`)
  await console.close()
})

test('the log of deliveries is read by cursor, with filters in the address', patience, async () => {
  const { id, user_id } = submitted
  for (let n = 0; n < 6; n++)
    await Promise.all(Array.from({ length: 9 }, () => lender.must('POST', `/webhooks/${id}/test`, {})))
  const console = await world.signIn('Owner', { path: '/webhooks' })
  const { page } = console
  await row(console, 'Decisions').getByText('Active').waitFor()
  await inspect(console)
  await inspectNarrow(console)
  await row(console, 'Decisions').getByRole('link').click()
  const rows = page.locator('tbody tr')
  await expect.poll(() => rows.count(), waiting).toBe(50)
  await inspect(console)
  await button(console, 'Older').click()
  await expect.poll(() => page.url(), waiting).toContain('cursor=')
  await expect.poll(() => rows.count(), waiting).toBe(6)
  await page.goBack()
  await expect.poll(() => rows.count(), waiting).toBe(50)

  await page.getByLabel('User').fill(user_id)
  await button(console, 'Filter').click()
  await expect.poll(() => page.url(), waiting).toContain(`user_id=${user_id}`)
  await expect.poll(() => rows.count(), waiting).toBe(2)
  await page.getByLabel('Event').selectOption('user-bank-statement-submitted')
  await expect.poll(() => rows.count(), waiting).toBe(1)
  await page.reload()
  await expect.poll(() => rows.count(), waiting).toBe(1)
  await page.getByLabel('State').selectOption('dropped')
  await says(console, 'No deliveries match these filters')
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
    state: 'dropped',
    event: 'user-bank-statement-submitted',
    user_id,
  })
  await inspectNarrow(console)
  await button(console, 'Clear').click()
  await expect.poll(() => rows.count(), waiting).toBe(50)

  let isDown = true
  await page.route(/\/deliveries\?/, (route) => {
    if (!isDown) return route.continue()
    return route.fulfill({ status: 400, body: '{"errors":["It is the wrong day"]}' })
  })
  await console.open(`/webhooks/${id}?state=delivered`)
  await says(console, 'It is the wrong day')
  await inspect(console)
  isDown = false
  await button(console, 'Try again').click()
  await expect.poll(() => rows.count(), waiting).toBe(50)
  await console.close()
})

test(
  'a delivery: attempts, body, both signatures computed in the page, and sent again',
  patience,
  async () => {
    const { id, user_id } = submitted
    const [{ delivery_id = '' } = {}] = await deliveriesOf(id, `?user_id=${user_id}&limit=1`)
    const path = `/webhooks/${id}/deliveries/${delivery_id}`
    const delivery: DeliveryWithAttempts = await lender.must('GET', path)
    const arrivals = async () =>
      (await arrivedAt('decisions')).filter(({ headers }) => headers['webhook-id'] === delivery_id)
    const [arrival] = await arrivals()
    if (!arrival) throw new Error('the inbox has not got it')

    const console = await world.signIn('Admin', { path })
    const { page } = console
    const sent: string[] = []
    page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`))
    await row(console, String(delivery.attempts[0]?.status)).waitFor()
    const shown = await page.getByRole('region', { name: 'Body', exact: true }).textContent()
    expect(shown).toBe(JSON.stringify(JSON.parse(delivery.body ?? 'null'), null, 2))
    await page.getByLabel('Signing secret').fill(secret)
    for (const header of ['webhook-signature', 'x-svc-signature']) {
      const part = page.getByRole('region', { name: header, exact: true })
      const got = arrival.headers[header] ?? ''
      expect(got).not.toBe('')
      await part.getByText(got).waitFor()
      await part.getByRole('textbox').fill(got)
      await part.getByText('They match').waitFor()
    }
    await inspect(console)
    await inspectNarrow(console)
    await page.getByLabel('Signing secret').fill('somebody else')
    await expect.poll(() => page.getByText('No match').count(), waiting).toBe(2)
    expect(sent.filter((text) => text.includes(secret) || text.includes(encodeURIComponent(secret)))).toEqual(
      [],
    )

    await button(console, 'Send again').click()
    await says(console, 'Queued again')
    await expect.poll(() => page.locator('tbody tr').count(), waiting).toBe(2)
    expect(await arrivals()).toHaveLength(2)
    await console.close()
  },
)

test('dead deliveries are sent again, and the page shows the progress', patience, async () => {
  const { givenUp: id, user_id } = submitted
  await world.api.sql(
    `update deliveries set state = 'dead', tries = 12, attempts = 12, ended_at = now()
       where webhook_id = $1 and user_id = $2`,
    [id, user_id],
  )
  const console = await world.signIn('Admin', { path: `/webhooks/${id}?state=dead` })
  await row(console, 'Failed').first().waitFor()
  await choose(console, 'Resend failed deliveries')
  await inspect(console)
  await button(console, 'Send again').click()
  await says(console, 'All 2 are queued again.')
  await says(console, 'All deliveries were sent')
  await inspect(console)
  await button(console, 'Close').click()
  await says(console, 'No deliveries match these filters')
  expect(await deliveriesOf(id, `?user_id=${user_id}&state=delivered`)).toHaveLength(2)
  await console.close()
})

test('Support sees how deliveries stand, but no body, no answer and nothing to do', patience, async () => {
  const { id, user_id } = submitted
  const [{ delivery_id = '' } = {}] = await deliveriesOf(id, `?user_id=${user_id}&limit=1`)
  const support = await world.signIn('Support', { path: '/webhooks', viewport: 'phone' })
  await row(support, 'Decisions').waitFor()
  expect(await button(support, 'Add a webhook').count()).toBe(0)
  await support.open(`/webhooks/${id}`)
  await says(support, inbox('decisions'))
  for (const name of ['Send a test', 'Pause', 'More actions'])
    expect(await button(support, name).count(), name).toBe(0)
  await inspect(support)
  await support.open(`/webhooks/${id}/deliveries/${delivery_id}`)
  await says(support, 'Only full members and above can see bodies and responses.')
  expect(await button(support, 'Send again').count()).toBe(0)
  await inspect(support)
  await support.close()
  // The API also rejects the actions that the page hides.
  const call = await world.callAs('Support')
  for (const path of ['/test', '/pause', '/rotate', `/deliveries/${delivery_id}/redeliver`])
    expect((await call('POST', `/webhooks/${id}${path}`, {})).status, path).toBe(403)
})

import { expect, test } from 'vitest'
import { inspect, inspectNarrow, openPopulatedConsole } from './start.ts'
import type { Console } from './world.ts'

// Tests the list of events, one event, and the charts of a webhook, with the shared client.

const world = await openPopulatedConsole()
const { must } = world.lender
const { wilhelmina, webhooks } = world
const patience = { timeout: 300_000 }
const soon = { timeout: 60_000 }

const rows = ({ page }: Console) => page.locator('tbody tr')
const says = ({ page }: Console, text: string | RegExp) => page.getByText(text).first().waitFor()

test('events: all kinds with their deliveries, filtered by kind and user', patience, async () => {
  const console = await world.signIn('Admin', { path: '/events' })
  const { page } = console
  await rows(console).first().waitFor()
  await inspect(console)
  await inspectNarrow(console)
  await page.getByLabel('Event', { exact: true }).selectOption('user-payroll-submitted')
  await page.getByLabel('User', { exact: true }).fill(wilhelmina.user_id)
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  const { events } = await must(
    'GET',
    `/events/recent?event=user-payroll-submitted&user_id=${wilhelmina.user_id}&limit=50`,
  )
  expect(events.length).toBeGreaterThan(0)
  await expect.poll(() => rows(console).count(), soon).toBe(events.length)
  await rows(console).getByRole('link', { name: 'Payroll data', exact: true }).first().click()
  const body = page.getByRole('region', { name: 'Body of the event' })
  await expect.poll(() => body.textContent(), soon).toContain(`"user_id": "${wilhelmina.user_id}"`)
  await inspect(console)
  await inspectNarrow(console)
  await page.getByRole('link', { name: 'All events' }).click()
  await rows(console).first().waitFor()
  await console.close()
})

test('events: a Developer sees deliveries, but no contents', patience, async () => {
  const [event] = (await must('GET', '/events/recent?limit=1')).events
  const console = await world.signIn('Developer', { path: `/events/${event.event_id}` })
  await says(console, 'Your role can’t see the contents of events.')
  await inspect(console)
  await console.close()
})

test(
  'a webhook shows its attempts and response times by hour, and a delivery its headers',
  patience,
  async () => {
    const console = await world.signIn('Admin', { path: `/webhooks/${webhooks.good}` })
    const { page } = console
    await page.getByRole('figure', { name: /Attempts by hour/ }).waitFor()
    await inspect(console)
    await inspectNarrow(console)
    await page.getByRole('button', { name: 'View as table' }).first().click()
    const { hours } = await must('GET', `/webhooks/${webhooks.good}/statistics`)
    expect(hours.some(({ succeeded }: { succeeded: number }) => succeeded > 0)).toBe(true)
    await page.getByRole('table', { name: /Attempts by hour/ }).waitFor()
    const { deliveries } = await must('GET', `/webhooks/${webhooks.good}/deliveries?limit=1`)
    await console.open(`/webhooks/${webhooks.good}/deliveries/${deliveries[0].delivery_id}`)
    await says(console, `webhook-id: ${deliveries[0].delivery_id}`)
    await inspect(console)
    await inspectNarrow(console)
    await console.close()
  },
)

import { expect, test } from 'vitest'
import { inspect, inspectNarrow, startConsole } from './start.ts'
import type { Console } from './world.ts'

// Tests the journey simulator and the test-data generator of the sandbox.

const world = await startConsole()
const { must } = world.lender
const patience = { timeout: 300_000 }
const soon = { timeout: 120_000 }

const button = ({ page }: Console, name: string) => page.getByRole('button', { name, exact: true })
const listed = async () => (await must('GET', '/reviews?limit=100')).reviews

test('simulator: starts a journey as a sandbox person and shows live what happens', patience, async () => {
  const before = (await listed()).length
  const console = await world.signIn('FullMember', { path: '/sandbox/people/wilhelmina.oakapple' })
  const { page } = console
  await button(console, 'Start as Wilhelmina').click()
  const link = page.getByRole('link', { name: 'Open the journey' })
  const address = (await link.getAttribute('href', soon)) ?? ''
  await expect.poll(async () => (await listed()).length, soon).toBe(before + 1)
  await world.api.anonymous('POST', '/journeys/sessions', { code: address.split('/').at(-1) })
  const live = page.getByRole('region', { name: 'Live events' })
  await live
    .getByText(/opened/i)
    .first()
    .waitFor(soon)
  await inspect(console)
  await inspectNarrow(console)
  await console.close()
})

test('test data: makes users in every state', patience, async () => {
  const before = new Set((await listed()).map(({ user_id }: { user_id: string }) => user_id))
  const console = await world.signIn('FullMember', { path: '/sandbox' })
  const { page } = console
  await button(console, 'Create test users').click()
  await inspect(console)
  await button(console, 'Create them').click()
  await page.getByText('Created 6 test users').waitFor({ timeout: 240_000 })
  const made = (await listed()).filter(({ user_id }: { user_id: string }) => !before.has(user_id))
  expect(made).toHaveLength(6)
  const statuses = new Set(made.map(({ status }: { status: string }) => status))
  for (const status of ['registered', 'invited', 'decided']) expect(statuses).toContain(status)
  await console.close()
})

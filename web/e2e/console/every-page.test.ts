import { expect, test } from 'vitest'
import { startConsole } from './start.ts'
import type { Console, Role } from './world.ts'

// What holds on every page of the console alike: who sees it, what it says when it is refused, when the service fails, and when
// there is nothing yet. What each is for is tried in files of their own.

type Page = { path: string; least?: Role }
// By its address: the types of pages are those of browsers.
const list = new URL('../../console/pages.ts', import.meta.url).href
const { pages } = (await import(/* @vite-ignore */ list)) as { pages: Page[] }

const roles = ['Support', 'FullMember', 'Admin', 'Owner'] as const satisfies Role[]
const isAtLeast = (role: Role, least: Role) => roles.indexOf(role) >= roles.indexOf(least)

const patience = { timeout: 300_000 }
const world = await startConsole()
const { of, wilhelmina, webhooks, papers } = await world.populate()
const nobody = of('person.3')

const { must } = world.lender
const { payroll_submissions } = await must('GET', `/payroll/${wilhelmina.user_id}?limit=1`)
const { deliveries } = await must('GET', `/webhooks/${webhooks.good}/deliveries?limit=1`)
const { terms } = await must('GET', '/authorisations/terms?limit=1')

const ids: Record<string, string> = {
  user_id: wilhelmina.user_id,
  submission_id: payroll_submissions[0].id,
  document_id: papers.payslip.document_id,
  webhook_id: webhooks.good,
  delivery_id: deliveries[0].delivery_id,
  term_id: terms[0].id,
  user_name: 'wilhelmina.oakapple',
}
const addressOf = (path: string, given = ids) => path.replaceAll(/\$(\w+)/g, (_, name) => given[name] ?? '')

/** Shown to everybody; what was read from the paper is not. */
const partlyRefused = '/users/$user_id/documents/$document_id'
const refusals = ({ page }: Console) => page.locator('[data-state="no-permission"]')
const failures = ({ page }: Console) => page.getByText('That did not work')

const textOf = ({ page }: Console) => page.locator('main').textContent()

/** Presses what is offered until nothing failed is left; a page may have asked for several things. */
async function recovers(console: Console) {
  const again = console.page.getByRole('button', { name: 'Try again' })
  for (const until = Date.now() + 20_000; Date.now() < until; ) {
    if ((await failures(console).count()) === 0) return true
    // It may be gone in the moment of the press.
    await again
      .first()
      .click({ timeout: 1_000 })
      .catch(() => undefined)
    await console.settled()
  }
  return false
}

test.each(roles)('%s sees every page, or is told that the role is too low', patience, async (role) => {
  const console = await world.signIn(role)
  const wrong: string[] = []
  for (const { path, least = 'Support' } of pages) {
    await console.open(addressOf(path))
    const isAllowed = isAtLeast(role, least) && !(role === 'Support' && path === partlyRefused)
    if ((await refusals(console).count()) > 0 === isAllowed) wrong.push(`${path} is not as expected`)
    if ((await failures(console).count()) > 0) wrong.push(`${path} failed`)
  }
  expect([...wrong, ...console.watch.takeFaults()]).toEqual([])
  await console.close()
})

test(
  'what the service cannot answer is told on every page, and tried again when asked',
  patience,
  async () => {
    const console = await world.signIn('Owner')
    const wrong: string[] = []
    for (const { path } of pages) {
      const api = (url: URL) => url.origin === world.url && !url.pathname.startsWith('/console')
      await console.page.route(api, (route) =>
        route.fulfill({ status: 400, json: { errors: ['Nothing can be said today.'] } }),
      )
      await console.open(addressOf(path))
      if ((await failures(console).count()) === 0) wrong.push(`${path} says nothing`)
      await console.page.unroute(api)
      if (!(await recovers(console))) wrong.push(`${path} does not recover: ${await textOf(console)}`)
    }
    expect(wrong).toEqual([])
    await console.close()
  },
)

test('where there is nothing yet, each page says so', patience, async () => {
  const console = await world.signIn('FullMember')
  const wrong: string[] = []
  const about = pages.filter(
    ({ path }) => /^\/users\/\$user_id\/\w+$/.test(path) && !path.endsWith('/connect'),
  )
  for (const { path } of about) {
    await console.open(addressOf(path, { user_id: nobody.user_id }))
    if ((await console.page.locator('.state').count()) === 0) wrong.push(path)
  }
  expect(about.length).toBeGreaterThan(7)
  expect([...wrong, ...console.watch.takeFaults()]).toEqual([])
  await console.close()
})

import { expect, test } from 'vitest'
import { addressOf, failures, openEveryPage, pages } from './every-page.ts'
import type { Console } from './world.ts'

// Tests every page of the console: permissions of each role, failures of the service, and empty pages. The Owner's
// view is tested in every-page.smoke.test.ts.

const patience = { timeout: 300_000 }
const world = await openEveryPage()
const { ids, findFaults } = world

const textOf = ({ page }: Console) => page.locator('main').textContent()

/** Presses "Try again" until no failure is left, because a page may have made several requests. */
async function recovers(console: Console) {
  const again = console.page.getByRole('button', { name: 'Try again' })
  for (const until = Date.now() + 60_000; Date.now() < until; ) {
    if ((await failures(console).count()) === 0) return true
    // The button may disappear before the click reaches it.
    await again
      .first()
      .click({ timeout: 1_000 })
      .catch(() => undefined)
    await console.settled()
  }
  return false
}

test.each(['Support', 'FullMember', 'Admin', 'Underwriter', 'Developer'] as const)(
  '%s sees the pages that the role allows and is refused the others',
  patience,
  async (role) => {
    expect(await findFaults(role)).toEqual([])
  },
)

test('every page reports a failed request and recovers on "Try again"', patience, async () => {
  const console = await world.signIn('Owner')
  const wrong: string[] = []
  for (const { path } of pages) {
    // The session is loaded before the page; without it there is only the sign-in.
    const api = ({ origin, pathname }: URL) =>
      origin === world.url && !pathname.startsWith('/console') && pathname !== '/members/sessions/current'
    await console.page.route(api, (route) =>
      route.fulfill({ status: 400, json: { errors: ['Nothing can be said today.'] } }),
    )
    await console.open(addressOf(path, ids))
    if ((await failures(console).count()) === 0) wrong.push(`${path} shows no failure`)
    await console.page.unroute(api)
    if (!(await recovers(console))) wrong.push(`${path} does not recover: ${await textOf(console)}`)
  }
  expect(wrong).toEqual([])
  await console.close()
})

test('every page about a user without data says that it is empty', patience, async () => {
  const console = await world.signIn('FullMember')
  const wrong: string[] = []
  // Connecting needs no data, and the timeline of every user begins with the registration.
  const about = pages.filter(
    ({ path }) => /^\/users\/\$user_id\/\w+$/.test(path) && !/\/(connect|timeline)$/.test(path),
  )
  for (const { path } of about) {
    await console.open(addressOf(path, { user_id: world.of('person.3').user_id }))
    if ((await console.page.locator('.state').count()) === 0) wrong.push(path)
  }
  expect(about.length).toBeGreaterThan(7)
  expect([...wrong, ...console.watch.takeFaults()]).toEqual([])
  await console.close()
})

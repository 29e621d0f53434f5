import { expect, test } from 'vitest'
import { inspectAll } from './inspect.ts'
import { startJourneys } from './start.ts'
import { agree, commonViews, goToLogin, providers, signIn } from './stories.ts'
import type { Walk } from './walk.ts'

// Tests conditions around the journey: expiring sessions and links, two tabs, slow or lost networks.

const { world, lender, journeyOf } = await startJourneys()
const patience = { timeout: 180_000 }

test(
  'a session that is about to end asks, one that has ended says how to go on, and so does a link',
  patience,
  async () => {
    await journeyOf(
      'henrietta.dovecote',
      async (walk, { link, aLink, user_id }) => {
        const { texts: t, page } = walk
        await agree(walk, link)
        await shortenSession(walk)
        await page.reload()
        await walk.see(t.ending.title)
        await walk.press(t.ending.stay)
        await page.locator('dialog').waitFor({ state: 'detached' })
        await walk.until('source')

        await lender.must('POST', '/user-tokens/revocations', { user_id })
        await walk.press(walk.tile(t.source.payroll))
        await walk.at('expired', 'expired-session')
        await walk.see(t.expired.endedTitle)
        const another = await aLink()
        await walk.open(another)
        await walk.press(t.welcome.resume)
        await walk.until('source')

        await world.api.sql('update journey_links set expires_at = now() where user_id = $1', [user_id])
        expect((await walk.open(another))?.status()).toBe(404)
        await walk.at('expired', 'expired-link')
        await walk.see(t.expired.title)
      },
      { inspect: inspectAll({ known: commonViews, back: false, reload: false }) },
    )
  },
)

/** Makes the session stored in this tab expire soon. */
async function shortenSession({ page }: Walk) {
  const name = `payproof:${page.url().split('/')[4]}`
  const stored = await page.context().storageState()
  expect(JSON.stringify(stored)).not.toContain('token')
  await page.evaluate(
    `sessionStorage.setItem('${name}', JSON.stringify({ ...JSON.parse(sessionStorage.getItem('${name}')),
      expires_at: new Date(Date.now() + 90_000).toISOString() }))`,
  )
}

test('two tabs: changes in one are reflected in the other', patience, async () => {
  await journeyOf('yasmin.moorhen', async (walk, { link, userName }) => {
    const { texts: t, page: first } = walk
    await agree(walk, link)
    await goToLogin(walk, providers.payroll)
    // The first tab does not hear of the changes in the second before the person continues.
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    await first.route('**/journeys/current', async (route) => {
      await released
      await route.continue()
    })
    const second = await walk.visit.context.newPage()
    walk.use(second)
    await walk.open(link)
    await walk.press(t.welcome.resume)
    await walk.until('source')
    await goToLogin(walk, providers.payroll)
    await signIn(walk, userName, 'pass')
    await walk.until('review')
    walk.use(first)
    await signIn(walk, userName, 'pass')
    await walk.until('error')
    await walk.see(t.errors['account-duplicate'].title)
    await walk.press(t.errors.next.continue)
    release()
    await walk.until('review')
    const { accounts } = await lender.must('GET', `/accounts?user_id=${await userOf(link)}`)
    expect(accounts).toHaveLength(1)
  })
  async function userOf(link: string) {
    const code = link.split('/').at(-1)
    const { body } = await world.api.anonymous('POST', '/journeys/sessions', { code })
    return (await world.api.withToken(body.token)('GET', '/journeys/current')).body.user_id
  }
})

test('a slow network, impatient fingers, and no network at all for a while', patience, async () => {
  await journeyOf('clementine.marrowfield', async (walk, { link, userName, user_id }) => {
    const { texts: t, page } = walk
    const session = await walk.visit.context.newCDPSession(page)
    await session.send('Network.enable')
    const throughput = { downloadThroughput: 50_000, uploadThroughput: 20_000 }
    await session.send('Network.emulateNetworkConditions', { offline: false, latency: 400, ...throughput })
    await walk.open(link)
    await walk.press(t.welcome.start)
    await walk.button(t.consent.agree).dblclick()
    await walk.until('source')
    expect((await lender.must('GET', `/authorisations?user_id=${user_id}`)).authorisations).toHaveLength(1)
    await goToLogin(walk, providers.payroll)
    await session.send('Network.emulateNetworkConditions', { offline: true, latency: 0, ...throughput })
    await signIn(walk, userName, 'pass')
    await walk.see(t.errors.network.title)
    await session.send('Network.emulateNetworkConditions', { offline: false, latency: 100, ...throughput })
    await signIn(walk, userName, 'pass')
    await walk.until('review')
    expect((await lender.must('GET', `/accounts?user_id=${user_id}`)).accounts).toHaveLength(1)
  })
})

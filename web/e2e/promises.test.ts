import { expect, test } from 'vitest'
import { say } from '../journey/texts/say.ts'
import { measureFirstView } from './budget.ts'
import { startJourneys } from './start.ts'
import { agree, answerFactor, chooseProvider, goToLogin, providers, signIn } from './stories.ts'
import { startWalk } from './walk.ts'
import { callback, type E2ePerson } from './world.ts'

// Tests the cost of the first view, allowed frame ancestors, return URLs, and event counts.

const { world, browser, journeyOf } = await startJourneys()
const patience = { timeout: 180_000 }

// Timings are measured by the proof `journey`, which runs alone on the machine.
test('the first view: at most 60 kB of script in a dozen requests', patience, async () => {
  const lender = await world.aClient()
  const { link } = await world.aPerson(lender, 'wilhelmina.oakapple')
  const { scriptBytes, requests } = await measureFirstView(browser, link)
  expect(scriptBytes).toBeGreaterThan(20_000)
  expect(scriptBytes).toBeLessThanOrEqual(60_000)
  expect(requests).toBeLessThanOrEqual(12)
})

test('a client sees the activity of its own users only', patience, async () => {
  const [ours, theirs] = [await world.aClient(), await world.aClient()]
  await journeyOf(
    'person.15',
    async (walk, person) => {
      const { texts: t } = walk
      await agree(walk, person.link)
      await goToLogin(walk, providers.payroll)
      await signIn(walk, person.userName, 'my-secret-words')
      await walk.see(t.errors['login-refused'].title)
      await signIn(walk, person.userName, 'mfa:code')
      await answerFactor(walk, 'code', person)
      await walk.until('review')
      await walk.press(t.common.leave)
      await walk.press(t.leaving.stay)
      await walk.press(t.common.leave)
      await walk.page.locator('dialog').getByRole('button', { name: t.leaving.leave }).click()
      await walk.page.waitForURL(`${new URL(callback).origin}/**`)
    },
    { client: ours },
  )
  const funnel = await ours.must('GET', '/journeys/funnel')
  const seen = new Map(
    funnel.screens.map((one: { view: string; journeys: number }) => [one.view, one.journeys]),
  )
  for (const view of [
    'welcome',
    'consent',
    'source',
    'employer',
    'provider',
    'login',
    'second_factor',
    'review',
  ])
    expect(seen.get(view), view).toBe(1)
  expect(seen.get('documents')).toBe(0)
  const steps = new Map(
    funnel.steps.map(
      ({ name, detail, journeys }: { name: string; detail: string | null; journeys: number }) => [
        `${name} ${detail ?? ''}`.trim(),
        journeys,
      ],
    ),
  )
  for (const step of [
    'consent_accepted',
    'source_selected payroll',
    'mfa_required Code',
    'connected',
    'exit',
  ])
    expect(steps.get(step), step).toBe(1)
  expect(funnel.providers).toMatchObject([
    {
      provider: 'sandbox-payroll',
      selected: 1,
      login_submitted: 1,
      mfa_required: 1,
      connected: 1,
      errors: [{ code: 'login-refused', journeys: 1 }],
    },
  ])
  expect(JSON.stringify(funnel)).not.toContain('secret')
  expect((await theirs.must('GET', '/journeys/funnel')).providers).toEqual([])
})

const initialsOf = ({ truth: { identity } }: E2ePerson) => `${identity.forename[0]}. ${identity.surname[0]}.`

test(
  'security finding 1: another person’s browser gets nothing from an OAuth2 ticket',
  patience,
  async () => {
    const attackersClient = await world.aClient()
    await journeyOf(
      'eudora.brackenmoor',
      async (walk, attacker) => {
        const { page, texts: t } = walk
        const at = { provider: providers.cloud }
        await agree(walk, attacker.link)
        await chooseProvider(walk, providers.cloud)
        await walk.press(walk.button(t.provider.continueAway, at))
        await page.waitForURL(`${world.sandbox.url}/**`)
        await page.goBack()
        await walk.at('away')
        const ticket = await page.getByRole('link', { name: say(t.away.continueAt, at) }).getAttribute('href')
        expect(ticket).toContain('/oauth2/start?ticket=')

        const victim = await browser.visit('desk')
        await victim.page.goto(ticket ?? '')
        await victim.page.getByRole('heading', { name: 'This link does not work' }).waitFor()
        expect(new URL(victim.page.url()).origin).toBe(new URL(world.url).origin)
        expect(await victim.context.cookies()).toEqual([])
        await victim.context.close()

        const { accounts } = await attackersClient.must('GET', `/accounts?user_id=${attacker.user_id}`)
        expect(accounts).toMatchObject([{ status: 'PENDING', user_name: null }])
        // The browser that requested the ticket still gets to the provider.
        await page.getByRole('link', { name: say(t.away.continueAt, at) }).click()
        await page.waitForURL(`${world.sandbox.url}/**`)
      },
      { client: attackersClient },
    )
  },
)

test(
  'embedded: in a dialog and inline on a page that is registered, and nowhere else',
  patience,
  async () => {
    const { sandbox } = world
    const registered = await world.aClient({ frame_origins: [sandbox.url] })
    const person = await world.aPerson(registered, 'carys.honeydew')
    const visit = await browser.visit('desk')
    const { page } = visit
    const heard = () => page.locator('#events strong').allTextContents()
    await page.goto(`${sandbox.url}/demo?link=${encodeURIComponent(person.link)}`)

    await page.getByRole('button', { name: 'Open as a dialog' }).click()
    const inside = page.frameLocator('iframe')
    const { texts: t } = startWalk(visit)
    const press = (name: string) => inside.getByRole('button', { name, exact: true }).click()
    await press(t.welcome.start)
    await press(t.consent.agree)
    await inside.locator('main[data-view="source"]').waitFor()
    await expect.poll(heard).toEqual(['open', 'view', 'view', 'consent_accepted', 'view'])
    const ids = await page
      .locator('#events li')
      .evaluateAll((items) => items.map((item) => item.getAttribute('data-id')))
    expect(new Set(ids).size).toBe(ids.length)
    await page.keyboard.press('Escape')
    await inside.locator('dialog').getByRole('button', { name: t.leaving.leave }).click()
    await expect.poll(heard).toContain('exit')
    await page.locator('iframe').waitFor({ state: 'detached' })

    visit.watch.expectLink(page)
    await page.getByRole('button', { name: 'Show on this page' }).click()
    await press(t.welcome.resume)
    await inside.getByRole('button', { name: new RegExp(`^${t.source.payroll}`) }).click()
    await inside.getByRole('button', { name: new RegExp(`^${providers.cloud}`) }).click()
    await press(t.provider.continueAway.replace('{provider}', providers.cloud))
    await inside.locator('main[data-view="away"]').waitFor()
    await visit.context.clearCookies()
    const [popup] = await Promise.all([
      visit.context.waitForEvent('page'),
      inside
        .getByRole('link', { name: new RegExp(`^${t.away.open.replace('{provider}', providers.cloud)}`) })
        .click(),
    ])
    // Without cookies, as browsers treat a frame of another site, the page names client and person first.
    await popup.getByRole('heading', { name: 'Check that this is for you' }).waitFor()
    await popup.getByText(initialsOf(person)).waitFor()
    await popup.getByRole('link', { name: `Continue to ${providers.cloud}` }).click()
    await popup.getByLabel('User name').fill(person.userName)
    await popup.getByLabel('Password').fill('pass')
    await popup.getByRole('button', { name: 'Sign in' }).click()
    await popup.getByRole('button', { name: 'Allow' }).click()
    await popup.getByText(t.away.leftTitle).waitFor()
    await inside.locator('main[data-view="review"]').waitFor()
    expect(new URL(page.url()).origin).toBe(sandbox.url)
    expect(visit.watch.takeFaults()).toEqual([])

    const stranger = await world.aPerson(await world.aClient(), 'carys.honeydew')
    const refused = page.waitForEvent('console', {
      predicate: (one) => one.text().includes('frame-ancestors'),
    })
    await page.goto(`${sandbox.url}/demo?link=${encodeURIComponent(stranger.link)}`)
    await page.getByRole('button', { name: 'Open as a dialog' }).click()
    expect((await refused).text()).toContain("frame-ancestors 'none'")
    expect(await page.frameLocator('iframe').locator('main').count()).toBe(0)
    await visit.context.close()
  },
)

import { expect } from 'vitest'
import { agree, finish, goToLogin, providers, signIn } from './stories.ts'
import { startStories, takeScreenshots } from './story.ts'
import { aStopLink } from './tours.ts'
import { startWalk } from './walk.ts'

const { story, lender, world, browser } = await startStories()
const reservedNumber = '+447700900113'

story(9, 'person.61', async (walk, { link, userName, truth }) => {
  const { texts: t } = walk
  await agree(walk, link)
  const visit = await browser.visit('desk')
  const other = startWalk(visit, { onScreen: takeScreenshots(9, 'desk') })
  await other.open(link)
  await other.until('welcome', 'welcome-again')
  await other.press(t.welcome.resume)
  await other.until('source')
  await goToLogin(other, providers.payroll)
  await signIn(other, userName, 'pass')
  await finish(other)
  await visit.context.close()
  // The phone did not share the data, so it asks who is there.
  await walk.page.reload()
  await walk.press(t.common.yourData)
  await walk.see(t.confirming.title)
  await walk.until('mine', 'confirm-person')
  const [year, month, day] = truth.identity.date_of_birth.slice(0, 10).split('-')
  await walk.fill(t.confirming.birth, `${day} ${month} ${year}`)
  await walk.press(t.common.continue)
  await walk.see(t.mine.deleteAll)
  await walk.until('mine')
})

story(
  13,
  'person.62',
  async (walk, { link, userName, user_id }) => {
    const { texts: t } = walk
    await agree(walk, link)
    await goToLogin(walk, providers.payroll)
    await signIn(walk, userName, 'pass')
    await walk.until('review')
    await world.api.sql('update journey_links set expires_at = now() where user_id = $1', [user_id])
    await walk.open(link)
    await walk.see(t.expired.title)
    await walk.until('expired')
    await walk.press(t.returning.sendText)
    await walk.field(t.returning.code).waitFor()
    await walk.until('expired', 'expired-code')
    await walk.fill(t.returning.code, await readCode())
    await walk.press(t.common.continue)
    await walk.press(t.welcome.resume)
    await walk.until('review', 'review-again')
  },
  { user: { phone: reservedNumber } },
)

/** Reads the one-time code in the text message that the simulated gateway has received. */
async function readCode() {
  const address = `${world.sandbox.url}/sms/messages?to=${encodeURIComponent(reservedNumber)}`
  const read = async () => {
    const reply = (await (await fetch(address)).json()) as { messages: { text: string }[] }
    return /^\d{6}/.exec(reply.messages.at(-1)?.text ?? '')?.[0]
  }
  await expect.poll(read, { timeout: 60_000 }).toBeDefined()
  return (await read()) ?? ''
}

story(
  14,
  'person.63',
  async (walk) => {
    const { texts: t, page } = walk
    const registered = await world.aClient({ frame_origins: [world.sandbox.url] })
    const { link, userName, user_id } = await world.aPerson(registered, 'person.64')
    const inside = page.frameLocator('iframe')
    const press = (name: string) => inside.getByRole('button', { name, exact: true }).click()
    const see = async (view: string) => {
      await inside.locator(`main[data-view="${view}"]`).waitFor()
      await shot(walk, view)
    }
    const shot = takeScreenshots(14)
    await page.goto(`${world.sandbox.url}/demo?link=${encodeURIComponent(link)}`)
    await page.getByRole('button', { name: 'Open as a dialog' }).click()
    await see('welcome')
    await press(t.welcome.start)
    await press(t.consent.agree)
    await see('source')
    await inside.getByRole('button', { name: new RegExp(`^${t.source.payroll}`) }).click()
    await inside.getByRole('button', { name: new RegExp(`^${providers.payroll}`) }).click()
    await press(t.provider.continue)
    await see('login')
    await inside.getByLabel(t.login.userName, { exact: true }).fill(userName)
    await inside.getByLabel(t.login.password, { exact: true }).fill('pass')
    await press(t.login.submit)
    await see('review')
    await press(t.review.confirm)
    await press(t.more.finish)
    await see('done')
    await press(t.done.close)
    await page.locator('iframe').waitFor({ state: 'detached' })
    expect(await page.locator('#events strong').allTextContents()).toContain('data_ready')
    expect((await registered.must('GET', `/accounts?user_id=${user_id}`)).accounts).toHaveLength(1)
  },
  { viewport: 'desk' },
)

story(20, 'person.65', async (walk, { user_id }) => {
  await walk.page.goto(await aStopLink(world, lender, user_id))
  await walk.atPage('Stop reminders?', 'reminders')
  await walk.press('Stop reminders')
  await walk.atPage('Reminders stopped', 'reminders-stopped')
  const { reminders_stopped_at } = await lender.must('GET', `/users/${user_id}`)
  expect(reminders_stopped_at).toMatch(/^\d{4}-/)
})

import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { readMail } from '../../server/test/people.ts'
import type { BrowserVisit } from './browser.ts'
import { startJourneys } from './start.ts'
import { agree, goToLogin, providers, signIn } from './stories.ts'
import { startWalk, type Walk } from './walk.ts'

// People who come back: on another device, after the link has expired, and to read the client's answer.

const { world, browser, lender, journeyOf } = await startJourneys()
const patience = { timeout: 240_000 }

const anAddress = () => `p${randomBytes(6).toString('hex')}@people.example`

/** Connects an account and waits for the review of what was found. */
async function share(walk: Walk, link: string, userName: string) {
  await agree(walk, link)
  await goToLogin(walk, providers.payroll)
  await signIn(walk, userName, 'pass')
  await walk.until('review')
}

async function onAnotherDevice(story: (walk: Walk, visit: BrowserVisit) => Promise<void>) {
  const visit = await browser.visit('desk')
  await story(startWalk(visit), visit)
  await visit.context.close()
}

test(
  'on another device the person confirms who they are, sees the data and deletes it',
  patience,
  async () => {
    await journeyOf('wilhelmina.oakapple', async (walk, { link, user_id, truth, userName }) => {
      await share(walk, link, userName)
      await onAnotherDevice(async (other) => {
        const { texts: t, page } = other
        await other.open(link)
        await other.press(t.welcome.resume)
        await other.see(t.confirming.title)
        await other.press(t.common.continue)
        await other.see(t.confirming.noDate)
        await other.fill(t.confirming.birth, '1 1 1901')
        await other.press(t.common.continue)
        await other.see(t.confirming.wrong.other, { count: '4' })
        const [year, month, day] = truth.identity.date_of_birth.slice(0, 10).split('-')
        await other.fill(t.confirming.birth, `${day}/${month}/${year}`)
        await other.press(t.common.continue)
        await page.locator('.card').first().waitFor()
        await page.getByRole('button', { name: t.common.yourData }).click()
        await other.until('mine')
        await other.press(t.mine.deleteAll)
        await other.tick(page.getByLabel(t.mine.deleteSure))
        await other.press(t.mine.deleteGo)
        await other.see(t.mine.deleted)
      })
      const { payroll_submissions } = await lender.must('GET', `/payroll/${user_id}`)
      expect(payroll_submissions).toEqual([])
    })
  },
)

test(
  'after the link has expired, a code by email leads back, and the client’s answer is there',
  patience,
  async () => {
    const email = anAddress()
    await journeyOf(
      'wilhelmina.oakapple',
      async (walk, { link, user_id, userName }) => {
        const { texts: t, page } = walk
        await share(walk, link, userName)
        await page.getByRole('button', { name: t.review.wrong }).first().click()
        await walk.fill(page.locator('dialog textarea'), 'My employer has a new name.')
        await walk.press(t.review.noteSave)
        await page.locator('dialog').waitFor({ state: 'detached' })
        const { notes } = await lender.must('GET', `/users/${user_id}/notes`)
        await lender.must('PUT', `/users/${user_id}/notes/${notes[0].id}/answer`, {
          text: 'Thank you, we have changed it.',
        })
        const { text } = await readMail(world.inboxUrl, email, /answered/)
        expect(text).not.toMatch(/new name|changed it/)
        const address = /(http\S+\/mine)/.exec(text)?.[1] ?? ''
        await world.api.sql('update journey_links set expires_at = now() where user_id = $1', [user_id])
        await onAnotherDevice(async (other) => {
          await other.page.goto(address)
          await other.see(t.expired.title)
          await other.press(t.returning.send)
          await other.field(t.returning.code).waitFor()
          await other.fill(t.returning.code, '12')
          await other.press(t.common.continue)
          await other.see(t.returning.malformed)
          const mail = await readMail(world.inboxUrl, email, /code/)
          await other.fill(t.returning.code, /\b\d{6}\b/.exec(mail.text)?.[0] ?? '')
          await other.press(t.common.continue)
          await other.until('mine')
          await other.see('Thank you, we have changed it.')
        })
      },
      { user: { email } },
    )
  },
)

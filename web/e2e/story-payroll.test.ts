import { expect } from 'vitest'
import { cy } from '../journey/texts/cy.ts'
import { expectReturn } from './full-journey.ts'
import {
  agree,
  answerFactor,
  chooseProvider,
  finish,
  goToLogin,
  providers,
  signIn,
  signInAtProvider,
} from './stories.ts'
import { startStories } from './story.ts'
import type { Walk } from './walk.ts'
import type { E2ePerson } from './world.ts'

const { story, lender } = await startStories()

const goBackToLender = (walk: Walk) =>
  walk.press(walk.button(walk.texts.done.goBack, { client: 'Acme Lending' }))

/** Connects payroll without a second factor, up to what was found. */
async function connect(walk: Walk, { link, userName }: E2ePerson) {
  await agree(walk, link)
  await goToLogin(walk, providers.payroll)
  await signIn(walk, userName, 'pass')
  await walk.until('review')
}

story(1, 'person.31', async (walk, person) => {
  await connect(walk, person)
  await finish(walk)
  await goBackToLender(walk)
  await expectReturn(walk, person, lender)
})

story(2, 'person.32', async (walk, person) => {
  const { texts: t } = walk
  await agree(walk, person.link)
  await goToLogin(walk, providers.payroll)
  await signIn(walk, person.userName, 'mfa:code')
  await walk.until('second_factor')
  await walk.fill(t.mfa.code, '000000')
  await walk.press(t.mfa.submit)
  await walk.see(t.mfa.wrongCode)
  await walk.until('second_factor', 'second-factor-wrong')
  await answerFactor(walk, 'code', person)
  await finish(walk)
})

story(5, 'eudora.brackenmoor', async (walk, person) => {
  const { texts: t, page } = walk
  await agree(walk, person.link)
  await chooseProvider(walk, providers.portal)
  await walk.press(t.common.back)
  await walk.until('employer')
  await walk.fill(t.employer.search, 'cirusfold')
  await walk.press(walk.tile(providers.cloud))
  await walk.until('provider', 'provider-right')
  await walk.press(walk.button(t.provider.continueAway, { provider: providers.cloud }))
  await signInAtProvider(walk, person)
  await walk.until('review')
  await walk.see(person.truth.jobs[0]?.employer.name ?? '')
  expect(new URL(page.url()).search).toBe('')
})

story(10, 'person.33', async (walk, person) => {
  const { texts: t, page } = walk
  await connect(walk, person)
  await finish(walk)
  await walk.press(t.done.seeData)
  await walk.until('mine')
  await walk.press(page.getByRole('button', { name: t.mine.withdraw }).first())
  await walk.until('mine', 'mine-withdraw')
  await page.locator('dialog').getByRole('button', { name: t.mine.withdraw, exact: true }).click()
  await walk.see(t.mine.withdrawn)
  await walk.until('mine', 'mine-withdrawn')
  const { authorisations } = await lender.must('GET', `/authorisations?user_id=${person.user_id}`)
  expect(authorisations).toMatchObject([{ is_valid: false }])
})

story(11, 'person.34', async (walk, person) => {
  const { texts: t, page } = walk
  await connect(walk, person)
  await page.getByRole('button', { name: t.review.wrong }).first().click()
  await walk.until('review', 'review-note')
  await walk.fill(page.locator('dialog textarea'), 'My employer has a new name.')
  await walk.press(t.review.noteSave)
  await page.locator('dialog').waitFor({ state: 'detached' })
  await walk.until('review', 'review-noted')
  const { notes } = await lender.must('GET', `/users/${person.user_id}/notes`)
  await lender.must('PUT', `/users/${person.user_id}/notes/${notes[0].id}/answer`, {
    text: 'Thank you, we have changed it.',
  })
  await walk.press(t.common.yourData)
  await walk.see('Thank you, we have changed it.')
  await walk.until('mine', 'mine-answer')
})

story(12, 'person.35', async (walk, person) => {
  const { texts: t, page } = walk
  await connect(walk, person)
  await walk.press(t.common.yourData)
  await walk.until('mine')
  await walk.press(t.mine.deleteAll)
  await walk.until('mine', 'mine-delete')
  await walk.tick(page.getByLabel(t.mine.deleteSure))
  await walk.press(t.mine.deleteGo)
  await walk.see(t.mine.deleted)
  await walk.until('mine', 'mine-deleted')
  expect((await lender.must('GET', `/payroll/${person.user_id}`)).payroll_submissions).toEqual([])
})

story(15, 'person.36', async (walk, person) => {
  const { texts: t, page } = walk
  await agree(walk, person.link)
  await goToLogin(walk, providers.payroll)
  await page.context().setOffline(true)
  await signIn(walk, person.userName, 'pass')
  await walk.see(t.errors.network.title)
  await walk.until('login', 'login-offline')
  await page.context().setOffline(false)
  await signIn(walk, person.userName, 'pass')
  await finish(walk)
  expect((await lender.must('GET', `/accounts?user_id=${person.user_id}`)).accounts).toHaveLength(1)
})

story(
  16,
  'xavier.inkwell',
  async (walk, person) => {
    await agree(walk, person.link)
    await goToLogin(walk, providers.payroll)
    await signIn(walk, person.userName, 'mfa:date')
    await answerFactor(walk, 'date', person)
    await finish(walk)
    expect(await walk.page.locator('html').getAttribute('lang')).toBe('cy')
  },
  { texts: cy, locale: 'cy-GB' },
)

import { expect, test } from 'vitest'
import { eventually } from '../../server/test/engine.ts'
import { cy } from '../journey/texts/cy.ts'
import { inspectAll } from './inspect.ts'
import { ownWorld, startJourneys } from './start.ts'
import { agree, chooseSource, commonViews, decideAtBank, providers } from './stories.ts'
import type { Walk } from './walk.ts'
import type { E2ePerson } from './world.ts'

// "Keep sharing your bank data?": the person comes back before and after the 90 days of a bank consent.

// Uses its own service, because the tests advance the clock.
const { world, lender, journeyOf } = await startJourneys(await ownWorld())
const { sandbox } = world
const patience = { timeout: 300_000 }
/** The sweep that notices due consents runs every minute. */
const sweepMs = 150_000
const at = { provider: providers.bank }
const dayMs = 86_400_000
const inspect = inspectAll({ known: commonViews, back: false })

async function connectBank(walk: Walk, person: E2ePerson) {
  await agree(walk, person.link)
  await chooseSource(walk, 'bank')
  await walk.press(walk.button(walk.texts.provider.continueAway, at))
  await decideAtBank(walk, person)
  await walk.until('review')
}

/** Advances the clock by this many days and waits until the account has the status and the question is due. */
async function comeBackAfter(days: number, { user_id }: E2ePerson, status: string) {
  const { now } = await sandbox.control('GET', '/clock')
  await sandbox.setClock(new Date(Date.parse(now) + days * dayMs).toISOString())
  await eventually(async () => {
    const account = await accountOf(user_id)
    return account.status === status && account.consent?.is_due
  }, sweepMs)
}

const accountOf = async (user_id: string) =>
  (await lender.must('GET', `/accounts?user_id=${user_id}`)).accounts[0]

test('before the consent lapses, the person keeps sharing for another 90 days', patience, async () => {
  await journeyOf(
    'wilhelmina.oakapple',
    async (walk, person) => {
      const { keepSharing } = walk.texts
      await connectBank(walk, person)
      await comeBackAfter(80, person, 'AUTHORISED')
      await walk.open(person.link)
      await walk.at('keep_sharing')
      await walk.see(keepSharing.title)
      const buttons = walk.page.locator('main .actions .button')
      expect(await buttons.allTextContents()).toEqual([keepSharing.keep, keepSharing.stop])
      const looks = await buttons.evaluateAll((all) => all.map(({ className }) => className))
      expect(new Set(looks).size).toBe(1)
      await walk.press(keepSharing.keep)
      await walk.see(keepSharing.kept)
      await walk.at('keep_sharing', 'keep-sharing-kept')
      expect(await accountOf(person.user_id)).toMatchObject({
        status: 'AUTHORISED',
        consent: { is_due: false },
      })
      await walk.press(walk.texts.common.continue)
      await walk.until('review')
    },
    { inspect },
  )
})

test('after the consent has lapsed, in Welsh, the person stops sharing', patience, async () => {
  await journeyOf(
    'eudora.brackenmoor',
    async (walk, person) => {
      await connectBank(walk, person)
      await comeBackAfter(91, person, 'EXPIRED')
      await walk.open(person.link)
      await walk.at('keep_sharing', 'keep-sharing-paused')
      await walk.press(cy.keepSharing.stop)
      await walk.see(cy.keepSharing.stopped)
      expect(await accountOf(person.user_id)).toMatchObject({ status: 'EXPIRED', consent: null })
      const statements = await lender.must('GET', `/bankstatements/${person.user_id}`)
      expect(statements.bank_statement_submissions).toHaveLength(1)
    },
    { texts: cy, locale: 'cy-GB' },
  )
})

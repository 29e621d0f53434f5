import { expect, test } from 'vitest'
import { eventually } from '../../server/test/engine.ts'
import { cy } from '../journey/texts/cy.ts'
import { chooseBank, goToBank, storyBanks, twoAggregators } from './banks.ts'
import { inspectAll } from './inspect.ts'
import { ownWorld, startJourneys } from './start.ts'
import { commonViews, finish } from './stories.ts'
import type { Walk } from './walk.ts'

// "Connect your bank" through each aggregator: consent at the simulated bank, data, income summary and webhook, and every
// way it can fail.

// Uses its own service, because tests take the bank down.
const { world, lender, journeyOf } = await startJourneys(await ownWorld(twoAggregators()))
const { sandbox } = world
const patience = { timeout: 180_000 }
/** The provider screen is inspected here, because it differs for banks. */
const inspect = inspectAll({ known: commonViews.filter((view) => view !== 'provider'), back: false })
const statementEvent = 'user-bank-statement-submitted'
const events = [statementEvent, 'income-summary-updated']
const { webhook_id } = await lender.must('POST', '/webhooks', {
  name: 'bank',
  events,
  url: `${sandbox.url}/inbox/bank`,
})

const [yapily, truelayer] = storyBanks
if (!yapily || !truelayer) throw new Error('an aggregator is missing')

const setDown = (is_down: boolean) => sandbox.control('PATCH', '/providers/sandbox-bank', { is_down })
const accountOf = async (user_id: string) =>
  (await lender.must('GET', `/accounts?user_id=${user_id}`)).accounts[0]
const statementsOf = async (user_id: string) =>
  (await lender.must('GET', `/bankstatements/${user_id}`)).bank_statement_submissions

/** Waits until an event about the user has been delivered to the lender's webhook. */
const delivered = (user_id: string, event: string) =>
  eventually(async () => {
    const path = `/webhooks/${webhook_id}/deliveries?user_id=${user_id}`
    const { deliveries } = await lender.must('GET', path)
    return deliveries.some(
      (delivery: { event: string; state: string }) =>
        delivery.event === event && delivery.state === 'delivered',
    )
  }, 60_000)

/** Expects the error screen with its words. */
async function expectError(
  walk: Walk,
  code: 'consent-refused' | 'provider-down',
  { name }: { name: string },
) {
  await walk.at('error', `error-bank-${code}`)
  await walk.see(walk.texts.errors[code].title, { provider: name })
}

/** Goes to the bank again from an error screen. */
async function tryAgain(walk: Walk, next: string, { name }: { name: string }) {
  await walk.press(next)
  await walk.press(walk.button(walk.texts.login.submitAway, { provider: name }))
}

test.each(storyBanks)(
  '$aggregator: consent at the bank, data, income summary and webhook',
  patience,
  async (bank) => {
    await journeyOf(
      'wilhelmina.oakapple',
      async (walk, person) => {
        await chooseBank(walk, person, bank)
        await walk.see(walk.texts.bank.firmText, { aggregator: bank.aggregator })
        await walk.press(walk.button(walk.texts.provider.continueAway, { provider: bank.name }))
        await bank.decide(walk, person)
        await walk.until('review')
        await walk.see(bank.name)
        await finish(walk)
        expect(await statementsOf(person.user_id)).toMatchObject([
          {
            source: 'bank',
            document_id: null,
            account_information: {
              bank_name: bank.name,
              account_holder_name: expect.stringMatching(/^wilhelmina oakapple$/i),
            },
          },
        ])
        await delivered(person.user_id, statementEvent)
        await delivered(person.user_id, 'income-summary-updated')
        const summary = await lender.must('GET', `/users/${person.user_id}/income`)
        expect(summary.bank_income.length).toBeGreaterThan(0)
        expect(await accountOf(person.user_id)).toMatchObject({
          payroll_provider: bank.id,
          status: 'AUTHORISED',
        })
      },
      { inspect, viewport: 'desk' },
    )
  },
)

test.each(storyBanks)('$aggregator: a person who refuses, then agrees, in Welsh', patience, async (bank) => {
  await journeyOf(
    'eudora.brackenmoor',
    async (walk, person) => {
      await goToBank(walk, person, bank)
      await bank.decide(walk, person, { decision: 'Refuse' })
      await expectError(walk, 'consent-refused', bank)
      expect(await accountOf(person.user_id)).toMatchObject({ status: 'INVALID' })
      await tryAgain(walk, walk.texts.errors.next.signInAgain, bank)
      await bank.decide(walk, person)
      await walk.until('review')
    },
    { texts: cy, locale: 'cy-GB' },
  )
})

test.each(storyBanks)('$aggregator: a person without an account at the bank', patience, async (bank) => {
  await journeyOf(
    'tobias.eldermere',
    async (walk, person) => {
      await goToBank(walk, person, bank)
      await bank.decide(walk, person, { password: 'error:no_data' })
      await walk.at('nothing_found', 'nothing-found-bank')
      await walk.see(walk.texts.nothingFound.leadBank, { provider: bank.name })
      expect(await statementsOf(person.user_id)).toEqual([])
    },
    { inspect },
  )
})

test.each(storyBanks)('$aggregator: credentials of ours that it refuses', patience, async (bank) => {
  await journeyOf(
    'tobias.eldermere',
    async (walk, person) => {
      await goToBank(walk, person, bank.misconfigured)
      // Yapily refuses them before the person leaves, TrueLayer when the person returns.
      if (bank === truelayer) await bank.decide(walk, person)
      await expectError(walk, 'provider-down', bank.misconfigured)
      expect(await accountOf(person.user_id)).toMatchObject({ status: 'PENDING' })
    },
    { inspect },
  )
})

test('Yapily Connect: a bank that is down before the person leaves', patience, async () => {
  await journeyOf(
    'tobias.eldermere',
    async (walk, person) => {
      await chooseBank(walk, person, yapily)
      await setDown(true)
      await walk.press(walk.button(walk.texts.provider.continueAway, { provider: yapily.name }))
      await expectError(walk, 'provider-down', yapily)
      await setDown(false)
      await tryAgain(walk, walk.texts.errors.next.login, yapily)
      await yapily.decide(walk, person)
      await walk.until('review')
    },
    { inspect },
  )
})

test('TrueLayer: a bank that is down; the person cancels there and comes back later', patience, async () => {
  await journeyOf(
    'tobias.eldermere',
    async (walk, person) => {
      await goToBank(walk, person, truelayer)
      await setDown(true)
      await walk.page.getByLabel('User name').fill(person.userName)
      await walk.page.getByLabel('Password').fill('pass')
      await walk.page.getByRole('button', { name: 'Sign in' }).click()
      await walk.page.getByRole('alert').waitFor()
      await walk.page.getByRole('button', { name: 'Cancel' }).click()
      await expectError(walk, 'consent-refused', truelayer)
      await setDown(false)
      await tryAgain(walk, walk.texts.errors.next.signInAgain, truelayer)
      await truelayer.decide(walk, person)
      await walk.until('review')
    },
    { inspect },
  )
})

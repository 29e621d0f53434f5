import { expect, test } from 'vitest'
import { eventually } from '../../server/test/engine.ts'
import { cy } from '../journey/texts/cy.ts'
import { inspectAll } from './inspect.ts'
import { ownWorld, startJourneys } from './start.ts'
import { agree, chooseSource, commonViews, decideAtBank, finish, providers } from './stories.ts'
import type { Walk } from './walk.ts'

// "Connect your bank": consent at the simulated bank, data, income summary and webhook, and every way it can fail.

// Uses its own service, because one test takes the bank down.
const { world, lender, journeyOf } = await startJourneys(await ownWorld())
const { sandbox } = world
const patience = { timeout: 180_000 }
const at = { provider: providers.bank }
/** The provider screen is inspected here, because it differs for banks. */
const inspect = inspectAll({ known: commonViews.filter((view) => view !== 'provider'), back: false })
const statementEvent = 'user-bank-statement-submitted'
const events = [statementEvent, 'income-summary-updated']

async function goToBank(walk: Walk, link: string) {
  await agree(walk, link)
  await chooseSource(walk, 'bank')
  await walk.at('provider', 'provider-bank')
  await walk.see(walk.texts.bank.firmText, { aggregator: 'Yapily Connect' })
  await walk.press(walk.button(walk.texts.provider.continueAway, at))
}

/** Expects the error screen with its words. */
async function expectError(walk: Walk, code: 'consent-refused' | 'provider-down') {
  await walk.at('error', `error-bank-${code}`)
  await walk.see(walk.texts.errors[code].title, at)
}

test('consent at the bank, data, income summary and webhook', patience, async () => {
  const received = await aReceiver()
  await journeyOf(
    'wilhelmina.oakapple',
    async (walk, person) => {
      await goToBank(walk, person.link)
      await decideAtBank(walk, person)
      await walk.until('review')
      await walk.see('Pebble Bank')
      await finish(walk)
      const statements = await lender.must('GET', `/bankstatements/${person.user_id}`)
      expect(statements.bank_statement_submissions).toMatchObject([{ source: 'bank', document_id: null }])
      await eventually(async () => (await received(person.user_id)).includes(statementEvent), 60_000)
      await eventually(
        async () => (await received(person.user_id)).includes('income-summary-updated'),
        60_000,
      )
      const summary = await lender.must('GET', `/users/${person.user_id}/income`)
      expect(summary.bank_income.length).toBeGreaterThan(0)
      const { accounts } = await lender.must('GET', `/accounts?user_id=${person.user_id}`)
      expect(accounts).toMatchObject([{ payroll_provider: 'sandbox-bank', status: 'AUTHORISED' }])
    },
    { inspect, viewport: 'desk' },
  )
})

test('a person who refuses, then agrees, in Welsh', patience, async () => {
  await journeyOf(
    'eudora.brackenmoor',
    async (walk, person) => {
      await goToBank(walk, person.link)
      await decideAtBank(walk, person, { decision: 'Refuse' })
      await expectError(walk, 'consent-refused')
      await walk.press(walk.texts.errors.next.signInAgain)
      await walk.press(walk.button(walk.texts.login.submitAway, at))
      await decideAtBank(walk, person)
      await walk.until('review')
    },
    { texts: cy, locale: 'cy-GB' },
  )
})

test('a bank that is down, and a person without an account there', patience, async () => {
  await journeyOf(
    'tobias.eldermere',
    async (walk, person) => {
      await agree(walk, person.link)
      await chooseSource(walk, 'bank')
      await walk.until('provider')
      await sandbox.control('PATCH', '/providers/sandbox-bank', { is_down: true })
      await walk.press(walk.button(walk.texts.provider.continueAway, at))
      await expectError(walk, 'provider-down')
      await sandbox.control('PATCH', '/providers/sandbox-bank', { is_down: false })
      await walk.press(walk.texts.errors.next.login)
      await walk.press(walk.button(walk.texts.login.submitAway, at))
      await decideAtBank(walk, person, { password: 'error:no_data' })
      await walk.at('nothing_found', 'nothing-found-bank')
      await walk.see(walk.texts.nothingFound.leadBank, at)
    },
    { inspect },
  )
})

/** Subscribes a webhook of the lender. Returns a reader of the kinds of events about a user. */
async function aReceiver() {
  const url = `${sandbox.url}/inbox/bank`
  const { webhook_id } = await lender.must('POST', '/webhooks', { name: 'bank', events, url })
  return async (user_id: string): Promise<string[]> => {
    const path = `/webhooks/${webhook_id}/deliveries?user_id=${user_id}`
    const { deliveries } = await lender.must('GET', path)
    return deliveries
      .filter(({ state }: { state: string }) => state === 'delivered')
      .map(({ event }: { event: string }) => event)
  }
}

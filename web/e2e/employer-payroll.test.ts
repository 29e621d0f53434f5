import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { eventually } from '../../server/test/eventually.ts'
import { startJourneys } from './start.ts'
import { agree, chooseProvider, chooseSource, finish, goToLogin, signInAtProvider } from './stories.ts'

// Real payroll systems from the journey to the income summary and the webhook: a director opens the payroll of their own
// company, a bureau opens the payrolls of employers that opted in, and an employee shares their payslips.

const { world, lender, journeyOf } = await startJourneys()
const patience = { timeout: 240_000 }
const secret = 'a-signing-secret-for-payroll-events'

/** Creates a webhook for new payslips. Returns a function that waits for one about this user. */
async function subscribe() {
  const inbox = `${world.sandbox.url}/inbox/employer-${randomBytes(4).toString('hex')}`
  await lender.must('POST', '/webhooks', {
    name: inbox.slice(-20),
    url: inbox,
    events: ['user-payroll-submitted'],
    signing_secret: secret,
  })
  return (user_id: string) =>
    eventually(async () => {
      const reply = await fetch(`${inbox}/deliveries?limit=100`)
      const text = reply.ok ? await reply.text() : ''
      return text.includes(user_id) && text
    }, 60_000)
}

async function expectIncome(user_id: string, employer: string) {
  const income = await lender.must('GET', `/users/${user_id}/income`)
  expect(income.employments.map(({ employer_name }: { employer_name: string }) => employer_name)).toEqual([
    employer,
  ])
  expect(income.freshness.newest.payroll).not.toBeNull()
  return income
}

async function expectFlaggedIncome(user_id: string, employer: string) {
  const income = await expectIncome(user_id, employer)
  expect(income.findings.map(({ code }: { code: string }) => code)).toContain('self-administered-payroll')
}

test('a director shares the payroll of the company in FreeAgent', patience, async () => {
  const delivered = await subscribe()
  await journeyOf('wilhelmina.oakapple', async (walk, person) => {
    await agree(walk, person.link)
    await chooseProvider(walk, 'FreeAgent')
    await walk.press(walk.button(walk.texts.provider.continueAway, { provider: 'FreeAgent' }))
    await signInAtProvider(walk, person)
    await walk.until('review')
    await walk.see('Brindlewick Ledger Services Ltd')
    await finish(walk)
    await expectFlaggedIncome(person.user_id, 'Brindlewick Ledger Services Ltd')
    expect(await delivered(person.user_id)).toContain('user-payroll-submitted')
  })
})

test('a director of two companies names the one to share in Xero', patience, async () => {
  const delivered = await subscribe()
  const company = 'Tumbledown Theatre Company'
  await journeyOf('dashiell.pennyfeather', async (walk, person) => {
    const { page } = walk
    await agree(walk, person.link)
    await goToLogin(walk, 'Xero')
    await page.getByLabel(/^Company name/).fill(company)
    await walk.press(walk.button(walk.texts.login.submitAway, { provider: 'Xero' }))
    await signInAtProvider(walk, person)
    await walk.until('review')
    await walk.see(company)
    await finish(walk)
    await expectFlaggedIncome(person.user_id, company)
    expect(await delivered(person.user_id)).toContain('user-payroll-submitted')
  })
})

test('Staffology has the pay of a person whose employer opted in', patience, async () => {
  const delivered = await subscribe()
  await journeyOf('person.112', async (walk, person) => {
    await agree(walk, person.link)
    await chooseSource(walk, 'direct')
    await walk.press(walk.texts.provider.find)
    await walk.until('review')
    const employer = person.truth.jobs[0]?.employer.name ?? ''
    await walk.see(employer)
    await finish(walk)
    await expectIncome(person.user_id, employer)
    expect(await delivered(person.user_id)).toContain('user-payroll-submitted')
  })
})

test('an employee shares payslips from the self-service of Employment Hero', patience, async () => {
  const delivered = await subscribe()
  await journeyOf('fergus.mactumble', async (walk, person) => {
    await agree(walk, person.link)
    await chooseProvider(walk, 'Employment Hero')
    await walk.press(walk.button(walk.texts.provider.continueAway, { provider: 'Employment Hero' }))
    await signInAtProvider(walk, person)
    await walk.until('review')
    const employer = person.truth.jobs[0]?.employer.name ?? ''
    await walk.see(employer)
    await finish(walk)
    await expectIncome(person.user_id, employer)
    expect(await delivered(person.user_id)).toContain('user-payroll-submitted')
  })
})

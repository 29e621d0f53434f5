import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { say } from '../journey/texts/say.ts'
import { inspectAll } from './inspect.ts'
import { lockPdf, photoOf } from './sample-documents.ts'
import { startJourneys } from './start.ts'
import {
  agree,
  checkDocuments,
  chooseDocuments,
  chooseSource,
  commonViews,
  connectTaxAuthority,
  dropDocuments,
  goToLogin,
  providers,
  refuseAtProvider,
  sendText,
  shareDocuments,
  signIn,
  signInAtProvider,
} from './stories.ts'

// Tests every source of income from selection to result, and the person's data page.

const { world, lender, journeyOf } = await startJourneys()
const patience = { timeout: 180_000 }
/** The back button is not tested, because it would leave for a provider's pages or drop selected files. */
const inspect = inspectAll({ known: commonViews, back: false })

test(
  'a direct connection finds the pay of whom a bureau knows, and says so of nobody else',
  patience,
  async () => {
    await journeyOf(
      'marguerite.saltmarsh',
      async (walk, person) => {
        await agree(walk, person.link)
        await chooseSource(walk, 'direct')
        await walk.at('provider', 'provider-direct')
        await walk.press(walk.texts.provider.find)
        await walk.until('review')
        await walk.see(person.truth.jobs[0]?.employer.name ?? '')
      },
      { inspect },
    )
    await journeyOf(
      'wilhelmina.oakapple',
      async (walk, { link }) => {
        await agree(walk, link)
        await chooseSource(walk, 'direct')
        await walk.press(walk.texts.provider.find)
        await walk.at('nothing_found', 'nothing-found-direct')
        await walk.see(walk.texts.nothingFound.leadDirect)
        await walk.press(walk.texts.common.anotherWay)
        await walk.until('source')
      },
      { inspect, user: { post_codes: ['ZZ1 1ZZ'] } },
    )
  },
)

test('a website with a browser of ours behind it', patience, async () => {
  await journeyOf('winifred.goldcrest', async (walk, person) => {
    await agree(walk, person.link)
    await goToLogin(walk, providers.portal)
    await signIn(walk, person.userName, 'pass')
    await walk.until('review')
    await walk.see(person.truth.jobs[0]?.employer.name ?? '')
  })
})

test(
  'to a provider’s own pages and back, also by way of the back button and of a refusal',
  patience,
  async () => {
    await journeyOf(
      'eudora.brackenmoor',
      async (walk, person) => {
        const { page, texts: t } = walk
        await refuseAtProvider(walk, person, world.sandbox.url)
        await walk.at('error', 'error-consent-refused')
        await walk.see(t.errors['consent-refused'].text)
        await walk.press(t.errors.next.signInAgain)
        await page
          .getByRole('button', { name: say(t.login.submitAway, { provider: providers.cloud }) })
          .click()
        await signInAtProvider(walk, person)
        await walk.until('review')
        await walk.see(person.truth.jobs[0]?.employer.name ?? '')
        expect(new URL(page.url()).search).toBe('')
      },
      { inspect, viewport: 'desk' },
    )
  },
)

test('the tax authority, with a second step for everybody', patience, async () => {
  await journeyOf(
    'tobias.eldermere',
    async (walk, person) => {
      await connectTaxAuthority(walk, person)
      await walk.until('review')
      await walk.see(walk.texts.review.taxYear, { year: '2024–25' })
    },
    {
      user: { payroll_period_months: 36 },
      inspect: inspectAll({
        known: commonViews.filter((view) => view !== 'provider' && view !== 'login'),
        back: false,
      }),
    },
  )
})

test(
  'documents: each with its own progress and error, a photo, statements; then the data page',
  patience,
  async () => {
    const user = 'user_name=wilhelmina.oakapple'
    const [may, april, march, statement, earlier] = await Promise.all([
      world.aDocument('payslip', `${user}&pay_date=2026-05-29`),
      world.aDocument('payslip', `${user}&pay_date=2026-04-30`),
      world.aDocument('payslip', `${user}&pay_date=2026-03-31`),
      world.aDocument('statement', `${user}&month=2026-05&layout=brook`),
      world.aDocument('statement', `${user}&month=2026-04&layout=brook`),
    ])
    await journeyOf(
      'wilhelmina.oakapple',
      async (walk, { link, user_id }) => {
        const { texts: t, page } = walk
        const stages = (error: string) => page.locator(`[data-error="${error}"]`)
        await agree(walk, link)
        await chooseSource(walk, 'payslips')
        await walk.at('documents', 'documents-payslips')
        await walk.press(t.months.none)
        await walk.press(walk.page.locator('dialog').getByRole('button', { name: /Acme Lending/ }))
        await walk.see(t.months.noneNeeded)
        await walk.tick(page.getByLabel(t.months.reasons.lost))
        await walk.press(walk.page.locator('dialog').getByRole('button', { name: /Acme Lending/ }))
        await walk.until('more')
        const { missing_documents } = await lender.must('GET', `/users/${user_id}/coverage`)
        expect(missing_documents).toMatchObject([{ kind: 'payslips', reason: 'lost' }])
        await walk.press(walk.tile(t.more.payslips))
        await chooseDocuments(walk, [
          { name: 'may.pdf', bytes: may },
          { name: 'may-again.pdf', bytes: may },
          { name: 'locked.pdf', bytes: await lockPdf(april) },
          { name: 'broken.pdf', bytes: Buffer.from('%PDF-1.7\nnothing of it is left\n%%EOF\n') },
          { name: 'letter.pdf', bytes: Buffer.from('Dear Sir or Madam') },
        ])
        await dropDocuments(walk, [{ name: 'statement.pdf', bytes: statement }])
        await stages('not-a-pdf').waitFor()
        await stages('duplicate').waitFor()
        await checkDocuments(walk, 4)
        for (const word of ['password', 'broken']) await stages(word).waitFor()
        await walk.see(t.mine.bank_statement)
        // Nothing reaches the lender before it is sent.
        expect((await lender.must('GET', `/payroll/${user_id}`)).payroll_submissions).toEqual([])
        await walk.press(walk.page.getByRole('button', { name: sendText(walk) }))
        await walk.until('more')
        await walk.press(walk.tile(t.more.payslips))
        await chooseDocuments(walk, [{ name: 'may-once-more.pdf', bytes: may }])
        await chooseDocuments(walk, [{ name: 'paper.jpg', bytes: await photoOf(march) }], 'camera')
        await walk.press(t.documents.usePages.one ?? '')
        await shareDocuments(walk, 2)
        await walk.see(t.documents.resultTitle)
        await stages('duplicate').first().waitFor()
        await walk.press(t.common.continue)
        await walk.until('more')
        await walk.press(walk.tile(t.more.bankStatements))
        await walk.at('documents', 'documents-statements')
        await chooseDocuments(walk, [{ name: 'earlier.pdf', bytes: earlier }])
        await shareDocuments(walk, 1)
        await walk.until('more')

        await page.getByRole('button', { name: t.common.yourData }).click()
        await walk.at('mine')
        await expectMine(user_id)

        async function expectMine(id: string) {
          const [download] = await Promise.all([page.waitForEvent('download'), walk.press(t.mine.download)])
          const held = JSON.parse(await readFile(await download.path(), 'utf8'))
          expect(download.suggestedFilename()).toBe('my-data.json')
          expect(JSON.stringify(held)).toContain('may.pdf')
          await page.getByRole('button', { name: t.mine.withdraw }).first().click()
          await page.locator('dialog').getByRole('button', { name: t.mine.withdraw, exact: true }).click()
          await walk.see(t.mine.withdrawn)
          const { authorisations } = await lender.must('GET', `/authorisations?user_id=${id}`)
          expect(authorisations).toMatchObject([{ is_valid: false }])
          await walk.press(t.mine.deleteAll)
          await walk.press(t.mine.deleteGo)
          await walk.see(t.mine.deleteTick)
          await walk.tick(page.getByLabel(t.mine.deleteSure))
          await walk.press(t.mine.deleteGo)
          await walk.see(t.mine.deleted)
          expect((await lender.must('GET', `/payroll/${id}`)).pagination.total_count).toBe(0)
          expect((await lender.must('GET', `/bankstatements/${id}`)).pagination.total_count).toBe(0)
        }
      },
      { inspect },
    )
  },
)

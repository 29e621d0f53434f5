import { expect, test } from 'vitest'
import { payslipWithoutAmounts } from './awkward-documents.ts'
import { startJourneys } from './start.ts'
import { agree, checkDocuments, chooseDocuments, chooseSource, sendText } from './stories.ts'
import { exhaustReadingTime } from './tours.ts'
import { lenderName } from './world.ts'

// The review of uploaded files before anything is sent.

const { world, lender, journeyOf } = await startJourneys()
const patience = { timeout: 240_000 }

test('a file that is removed in the review is never sent, and nothing is sent before', patience, async () => {
  const aPayslip = (day: string) =>
    world.aDocument('payslip', `user_name=wilhelmina.oakapple&pay_date=${day}`)
  const files = [
    { name: 'may.pdf', bytes: await aPayslip('2026-05-29') },
    { name: 'april.pdf', bytes: await aPayslip('2026-04-30') },
  ]
  await journeyOf('wilhelmina.oakapple', async (walk, { link, user_id }) => {
    const { texts: t, page } = walk
    const sent = async () => (await lender.must('GET', `/documents?user_id=${user_id}`)).documents
    await agree(walk, link)
    await chooseSource(walk, 'payslips')
    await walk.until('documents')
    await chooseDocuments(walk, files)
    await checkDocuments(walk, 2)
    await page.locator('[data-stage="found"] .facts').nth(1).waitFor()
    expect(await sent()).toEqual([])
    await walk.press(walk.button(t.documents.removeFile, { name: 'april.pdf' }))
    await walk.press(t.documents.addAnother)
    await walk.press(walk.button(t.documents.submit.one ?? '', { count: '1' }))
    await walk.press(page.getByRole('button', { name: sendText(walk) }))
    await walk.until('more')
    expect(await sent()).toMatchObject([{ file_name: 'may.pdf' }])
  })
})

test('a payslip that cannot be read is sent anyway, for the client to look at', patience, async () => {
  const bytes = await payslipWithoutAmounts()
  await journeyOf('wilhelmina.oakapple', async (walk, { link, user_id }) => {
    const { texts: t, page } = walk
    await agree(walk, link)
    await chooseSource(walk, 'payslips')
    await walk.until('documents')
    await chooseDocuments(walk, [{ name: 'may.pdf', bytes }])
    await walk.press(walk.button(t.documents.submit.one ?? '', { count: '1' }))
    await page.locator('[data-error="not-read"]').waitFor()
    const anyway = walk.button(t.documents.sendAnywayFile, { name: 'may.pdf' })
    const line = `Someone at ${lenderName} will look at it. This can take longer.`
    expect(await anyway.getAttribute('aria-describedby')).toBe(
      await page.getByText(line, { exact: true }).getAttribute('id'),
    )
    await walk.press(anyway)
    await walk.see(t.documents.reviewTitle)
    expect(await page.locator(':focus').textContent()).toBe(t.documents.reviewTitle)
    await walk.see(t.documents.willLook, { client: lenderName })
    await walk.press(page.getByRole('button', { name: sendText(walk) }))
    await walk.until('more')
    const { documents } = await lender.must('GET', `/documents?user_id=${user_id}`)
    expect(documents).toMatchObject([
      { file_name: 'may.pdf', unread: { problem: 'not-read', missing: ['pay_date', 'net_pay'] } },
    ])
  })
})

test('the review stays until the next screen opens, with no result in between', patience, async () => {
  const bytes = await world.aDocument('payslip', 'user_name=wilhelmina.oakapple&pay_date=2026-05-29')
  await journeyOf('wilhelmina.oakapple', async (walk, { link }) => {
    const { texts: t, page } = walk
    await agree(walk, link)
    await chooseSource(walk, 'payslips')
    await walk.until('documents')
    await chooseDocuments(walk, [{ name: 'may.pdf', bytes }])
    await checkDocuments(walk, 1)
    // A slow reply after the files were sent leaves time for another screen to appear.
    await page.route('**/journeys/current', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, slowReplyMs))
      await route.continue()
    })
    await page.evaluate(`globalThis.titles = []
      new MutationObserver(() => titles.push(document.querySelector('h1')?.textContent))
        .observe(document.body, { subtree: true, childList: true, characterData: true })`)
    await walk.press(page.getByRole('button', { name: sendText(walk) }))
    await walk.until('more')
    const titles = (await page.evaluate('globalThis.titles')) as (string | undefined)[]
    expect([...new Set(titles.filter(Boolean))]).toEqual([t.documents.reviewTitle, t.more.title])
  })
})

const slowReplyMs = 500

test(
  'files that take longer to read are shown as read when they are, without a reload',
  patience,
  async () => {
    const bytes = await world.aDocument('payslip', 'user_name=wilhelmina.oakapple&pay_date=2026-05-29')
    await journeyOf('wilhelmina.oakapple', async (walk, { link, user_id }) => {
      const { texts: t, page } = walk
      await agree(walk, link)
      await chooseSource(walk, 'payslips')
      await walk.until('documents')
      await exhaustReadingTime(world, user_id)
      await chooseDocuments(walk, [{ name: 'may.pdf', bytes }])
      await checkDocuments(walk, 1)
      await walk.see(t.documents.notReadYet, { client: lenderName })
      await walk.press(page.getByRole('button', { name: sendText(walk) }))
      await walk.see(t.documents.laterTitle)
      await world.api.sql('delete from reading_times where user_id = $1', [user_id])
      await world.api.sql('update tasks set due_at = now(), wake_at = now() where user_id = $1', [user_id])
      await walk.see(t.documents.resultTitle)
      await page.locator('.result[data-stage="read"]').waitFor()
      await walk.press(t.common.continue)
      await walk.until('more')
    })
  },
)

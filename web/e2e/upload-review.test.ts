import { expect, test } from 'vitest'
import { startJourneys } from './start.ts'
import { agree, checkDocuments, chooseDocuments, chooseSource, sendText } from './stories.ts'

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

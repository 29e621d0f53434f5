import qrcode from 'qrcode-generator'
import { expect } from 'vitest'
import { photoOf } from './sample-documents.ts'
import {
  agree,
  checkDocuments,
  chooseDocuments,
  chooseSource,
  type StoryDocument,
  sendText,
  shareDocuments,
} from './stories.ts'
import { startStories, takeScreenshots } from './story.ts'
import { startWalk, type Walk } from './walk.ts'

const { story, lender, world, browser } = await startStories()

const aPayslip = async (day: string): Promise<StoryDocument> => ({
  name: `payslip-${day}.pdf`,
  bytes: await world.aDocument('payslip', `user_name=wilhelmina.oakapple&pay_date=${day}`),
})

async function goToPayslips(walk: Walk, link: string) {
  await agree(walk, link)
  await chooseSource(walk, 'payslips')
  await walk.until('documents')
}

async function end(walk: Walk) {
  await walk.until('more')
  await walk.press(walk.texts.more.finish)
  await walk.until('done')
}

const coverageOf = (userId: string) => lender.must('GET', `/users/${userId}/coverage`)
const countPayslips = async (userId: string) =>
  (await lender.must('GET', `/payroll/${userId}`)).payroll_submissions.length

story(6, 'wilhelmina.oakapple', async (walk, { link, user_id }) => {
  const { page } = walk
  const query = 'user_name=wilhelmina.oakapple&month=2026-05&layout=brook'
  await goToPayslips(walk, link)
  await chooseDocuments(walk, [
    await aPayslip('2026-05-29'),
    await aPayslip('2026-04-30'),
    { name: 'statement.pdf', bytes: await world.aDocument('statement', query) },
    { name: 'letter.pdf', bytes: Buffer.from('Dear Sir or Madam') },
  ])
  await page.locator('[data-error="not-a-pdf"]').waitFor()
  await walk.until('documents', 'documents-chosen')
  await checkDocuments(walk, 3)
  await walk.see(walk.texts.mine.bank_statement)
  await walk.until('documents', 'documents-review')
  await walk.press(page.getByRole('button', { name: sendText(walk) }))
  await end(walk)
  expect(await countPayslips(user_id)).toBe(2)
  const statements = await lender.must('GET', `/bankstatements/${user_id}`)
  expect(statements.bank_statement_submissions).toHaveLength(1)
})

story(7, 'wilhelmina.oakapple', async (walk, { link, user_id }) => {
  const { texts: t } = walk
  const { bytes } = await aPayslip('2026-05-29')
  await goToPayslips(walk, link)
  await chooseDocuments(walk, [{ name: 'photo.jpg', bytes: await photoOf(bytes) }], 'camera')
  await walk.until('documents', 'documents-photo')
  await walk.press(t.documents.usePages.one ?? '')
  await checkDocuments(walk, 1)
  await walk.until('documents', 'documents-review')
  await walk.press(walk.page.getByRole('button', { name: sendText(walk) }))
  await end(walk)
  expect(await countPayslips(user_id)).toBe(1)
})

story(8, 'wilhelmina.oakapple', async (walk, { link, user_id }) => {
  const { texts: t } = walk
  await goToPayslips(walk, link)
  await chooseDocuments(walk, [await aPayslip('2026-05-29')])
  await shareDocuments(walk, 1)
  await walk.until('more')
  await walk.press(walk.tile(t.more.payslips))
  await walk.see(t.months.payslips, { count: '1', total: '3' })
  await walk.until('documents', 'documents-missing-months')
  await chooseDocuments(walk, [await aPayslip('2026-04-30'), await aPayslip('2026-03-31')])
  await shareDocuments(walk, 2)
  await end(walk)
  const { months } = await coverageOf(user_id)
  expect(months.map(({ has_payslip }: { has_payslip: boolean }) => has_payslip)).toEqual([true, true, true])
})

story(17, 'wilhelmina.oakapple', async (walk, { link, user_id }) => {
  const { texts: t } = walk
  await agree(walk, link)
  await walk.press(walk.tile(t.source.payroll))
  await walk.until('employer')
  await walk.fill(t.employer.search, 'Corner Shop of Nowhere')
  await walk.see(t.employer.nobody, { query: 'Corner Shop of Nowhere' })
  await walk.until('employer', 'employer-none')
  await walk.press(walk.tile(t.employer.notListed))
  await walk.until('documents')
  await chooseDocuments(walk, [await aPayslip('2026-05-29')])
  await shareDocuments(walk, 1)
  await end(walk)
  expect(await countPayslips(user_id)).toBe(1)
})

story(18, 'person.51', async (walk, { link, user_id }) => {
  const { texts: t, page } = walk
  await goToPayslips(walk, link)
  await walk.press(t.months.none)
  await walk.until('documents', 'documents-none')
  await walk.tick(page.getByLabel(t.months.reasons['new-job']))
  await walk.press(page.locator('dialog').getByRole('button', { name: /Acme Lending/ }))
  await end(walk)
  const { missing_documents } = await coverageOf(user_id)
  expect(missing_documents).toMatchObject([{ kind: 'payslips', reason: 'new-job' }])
})

story(
  19,
  'wilhelmina.oakapple',
  async (walk, { link, user_id }) => {
    const { texts: t, page } = walk
    await goToPayslips(walk, link)
    await walk.press(t.phone.offer)
    const drawn = page.getByRole('img', { name: t.phone.label }).locator('path')
    await drawn.waitFor()
    await walk.until('documents', 'documents-qr')
    expect(await drawn.getAttribute('d')).toBe(modulesOf(link))
    const phone = await browser.visit('phone')
    const other = startWalk(phone, { onScreen: takeScreenshots(19, 'phone') })
    await other.open(link)
    await other.until('welcome')
    await other.press(t.welcome.resume)
    await other.press(other.tile(t.source.payslips))
    await other.until('documents')
    const { bytes } = await aPayslip('2026-05-29')
    await chooseDocuments(other, [{ name: 'photo.jpg', bytes: await photoOf(bytes) }], 'camera')
    await other.press(t.documents.usePages.one ?? '')
    await shareDocuments(other, 1)
    await end(other)
    await phone.context.close()
    expect(await countPayslips(user_id)).toBe(1)
  },
  { viewport: 'desk' },
)

/** The modules of the QR code with this text, as the page draws them. */
function modulesOf(text: string) {
  const code = qrcode(0, 'M')
  code.addData(text)
  code.make()
  const positions = Array.from({ length: code.getModuleCount() }, (_, n) => n)
  return positions
    .flatMap((y) => positions.flatMap((x) => (code.isDark(y, x) ? `M${x + 4} ${y + 4}h1v1h-1z` : [])))
    .join('')
}

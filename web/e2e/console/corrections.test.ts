import { readFile } from 'node:fs/promises'
import type { DocumentFields } from '@payproof/sdk'
import { expect, test } from 'vitest'
import { register, submitDocument } from './people.ts'
import { inspect, inspectNarrow, startConsole } from './start.ts'
import type { Console } from './world.ts'

// Tests how members correct and confirm the values of a document in the document viewer.

const world = await startConsole()
const patience = { timeout: 300_000 }
const soon = { timeout: 60_000 }
/** Folder for pictures of the screens, for people to look at. */
// biome-ignore lint/style/noProcessEnv: set by hand.
const pictures = process.env.CORRECTION_SCREENSHOTS

const person = await register(world, world.lender, 'wilhelmina.oakapple', 0)
const upload = (more: string) => submitDocument(world, world.lender, person, 'payslip', more)
const net = 'income_information.earnings.net_pay'

const fieldsOf = (id: string): Promise<DocumentFields> => world.lender.must('GET', `/documents/${id}/fields`)
const fieldOf = async (id: string, path = net) => (await fieldsOf(id)).fields.find((one) => one.path === path)
const button = ({ page }: Console, name: string) => page.getByRole('button', { name, exact: true })
const panel = ({ page }: Console, name = 'Net pay') =>
  page.getByRole('region', { name: `Correct or confirm ${name}` })

async function openViewer(role: 'Underwriter' | 'FullMember', id: string) {
  const console = await world.signIn(role, { path: `/users/${person.user_id}/documents/${id}` })
  await console.page.locator('.paper-canvas[data-drawn] canvas').waitFor()
  return console
}

async function takePictures(console: Console, name: string) {
  if (!pictures) return
  const { page } = console
  for (const width of [390, 1280])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: width === 390 ? 844 : 900 })
      await page.emulateMedia({ colorScheme })
      await page.screenshot({ path: `${pictures}/${name}-${width}-${colorScheme}.png`, fullPage: true })
    }
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 1280, height: 900 })
}

test(
  'an underwriter corrects a value by keyboard, sees the contradiction, and restores the reading',
  patience,
  async () => {
    const { document_id: id } = await upload('&layout=ledger')
    const read = await fieldOf(id)
    const console = await openViewer('Underwriter', id)
    const { page } = console
    await page.locator(`[data-path="${net}"]`).focus()
    await page.keyboard.press('Enter')
    await panel(console).waitFor()
    expect(await page.locator('.spot[data-active]').count()).toBe(1)
    await takePictures(console, 'selected')

    await button(console, 'Correct').press('Enter')
    const input = page.getByLabel('Value on the document')
    expect(await input.inputValue()).toBe(read?.value)
    await input.fill('a lot')
    await page.keyboard.press('Enter')
    await page.getByText('It must be an amount, such as 1234.56').waitFor()
    await input.fill('1.00')
    await inspect(console)
    await inspectNarrow(console)
    await takePictures(console, 'editing')
    await page.keyboard.press('Enter')
    await page.getByText('The corrected values contradict each other').waitFor()
    await panel(console)
      .getByText(/^Corrected by .*, .* Read as:/)
      .waitFor()
    await expect
      .poll(() => fieldOf(id), soon)
      .toMatchObject({
        value: '1.00',
        method: 'member',
        correction: { action: 'corrected', reading: read?.value, by: { kind: 'member' } },
      })
    await page.getByText('Changes by your team').click()
    await inspect(console)
    await inspectNarrow(console)
    await takePictures(console, 'corrected')

    await button(console, 'Restore the reading').click()
    await button(console, 'Confirm').waitFor()
    expect(await fieldOf(id)).toEqual(read)
    await button(console, 'Confirm').click()
    await button(console, 'Undo the confirmation').waitFor()
    expect(await fieldOf(id)).toMatchObject({ value: read?.value, correction: { action: 'confirmed' } })
    expect((await fieldsOf(id)).correction_history.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['corrected', 'restored', 'confirmed']),
    )
    await console.close()
  },
)

test(
  'a value that was not read is added, and an older version of the page is refused',
  patience,
  async () => {
    const { document_id: id } = await upload('&layout=plain&pay_date=2026-04-30')
    const [missing = ''] = (await fieldsOf(id)).missing_fields.filter((path) => path.endsWith('.county'))
    expect(missing).not.toBe('')
    const console = await openViewer('FullMember', id)
    const { page } = console
    await page.getByText('Add a value that was not read').click()
    await page.getByLabel('Value to add').selectOption(missing)
    await button(console, 'Add').click()
    await page.getByLabel('Value on the document').fill('Avon')
    await inspect(console)
    await inspectNarrow(console)
    await button(console, 'Save').click()
    await expect.poll(() => fieldOf(id, missing), soon).toMatchObject({ value: 'Avon', page: null })

    await world.lender.must('PATCH', `/documents/${id}/fields`, {
      revision: 1,
      changes: [{ path: net, action: 'confirm' }],
    })
    await page.locator(`[data-path="${net}"]`).click()
    await button(console, 'Confirm').click()
    await page.getByText('Another member has changed these values').waitFor()
    await button(console, 'Reload the page').click()
    await button(console, 'Undo the confirmation').waitFor()
    await console.close()
  },
)

test('exports the document with its values, after a warning', patience, async () => {
  // Not one of the last three payslips: another user of the client sends those, and a file sent by two is not trusted.
  const { document_id: id } = await upload('&layout=agency&pay_date=2026-02-27')
  const console = await openViewer('Underwriter', id)
  const { page } = console
  await button(console, 'Export for testing').click()
  await page.getByText('The file contains personal data').waitFor()
  await inspect(console)
  await inspectNarrow(console)
  await takePictures(console, 'export')
  const saved = page.waitForEvent('download')
  await button(console, 'Export').click()
  const exported = JSON.parse(await readFile(await (await saved).path(), 'utf8'))
  expect(exported).toMatchObject({
    format: 'payproof-document-export',
    version: 1,
    document: { document_id: id, type: 'payslip' },
  })
  expect(Buffer.from(exported.file_contents, 'base64').subarray(0, 5).toString()).toBe('%PDF-')
  await console.close()
})

test('figures that use corrected values are marked on the summary and on the payslip', patience, async () => {
  const applicant = await register(world, world.lender, 'wilhelmina.oakapple', 0)
  const records = await fetch(`${world.sandbox.url}/controls/people/${applicant.userName}/payslips?limit=100`)
  const { payslips } = (await records.json()) as { payslips: { paid_on: string }[] }
  const lastDays = [...new Set(payslips.map(({ paid_on }) => paid_on))].sort().slice(-3)
  const sent: string[] = []
  for (const day of lastDays) {
    const query = `&layout=agency&pay_date=${day}`
    sent.push((await submitDocument(world, world.lender, applicant, 'payslip', query)).document_id)
  }
  const document_id = sent.at(-1) ?? ''
  const { payroll_submissions } = await world.lender.must('GET', `/payroll/${applicant.user_id}`)
  const { id } = payroll_submissions.find((one: { document_id: string }) => one.document_id === document_id)
  const changes = [{ path: net, action: 'correct', value: '20000.00' }]
  await world.lender.must('PATCH', `/documents/${document_id}/fields`, { revision: 0, changes })

  const console = await world.signIn('Underwriter', { path: `/users/${applicant.user_id}` })
  const { page } = console
  await page.getByText(/value is not as read from the document/).waitFor()
  await page.locator('.key-figures').getByText('Corrected', { exact: true }).first().waitFor()
  await inspect(console)
  await inspectNarrow(console)
  await takePictures(console, 'summary')

  await page.goto(`${new URL(page.url()).origin}/console/users/${applicant.user_id}/payslips/${id}`)
  await page.getByText('Your team corrected a value').waitFor()
  await page.getByText(/^corrected by your team, /).waitFor()
  await inspect(console)
  await inspectNarrow(console)
  await takePictures(console, 'payslip')
  await console.close()
})

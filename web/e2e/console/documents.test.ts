import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Document, DocumentFields } from '@payproof/sdk'
import { expect, test } from 'vitest'
import { atEnd } from '../../../server/test/at-end.ts'
import { creditCardStatement, payslipWithoutAmounts } from '../awkward-documents.ts'
import type { TeamRole } from './members.ts'
import { register, submitDocument, submitFile } from './people.ts'
import { inspect, inspectNarrow, startConsole } from './start.ts'
import type { Console } from './world.ts'

// Tests a user's documents: the list, and a document with highlight boxes over its words. Poppler provides the
// reference positions.

const world = await startConsole()
const folder = await mkdtemp(join(tmpdir(), 'console-documents-'))
atEnd(() => rm(folder, { recursive: true }))
const run = promisify(execFile)
const patience = { timeout: 300_000 }
const waiting = { timeout: 60_000 }

const person = await register(world, world.lender, 'wilhelmina.oakapple', 0)
const home = `/users/${person.user_id}/documents`
/** Two payslip layouts, a statement, and a payslip that was tampered with. */
const uploads = {
  ledger: await submitDocument(world, world.lender, person, 'payslip', '&layout=ledger'),
  agency: await submitDocument(world, world.lender, person, 'payslip', '&layout=agency&pay_date=2026-04-30'),
  statement: await submitDocument(world, world.lender, person, 'statement'),
  tampered: await submitDocument(
    world,
    world.lender,
    person,
    'payslip',
    '&layout=plain&pay_date=2026-03-31&tamper=edited-amount',
  ),
}

const fieldsOf = (id: string): Promise<DocumentFields> => world.lender.must('GET', `/documents/${id}/fields`)
const says = ({ page }: Console, text: string | RegExp) => page.getByText(text).first().waitFor()
const button = ({ page }: Console, name: string) => page.getByRole('button', { name, exact: true })

async function openDocument(role: TeamRole, id: string, query = '') {
  const console = await world.signIn(role, { path: `${home}/${id}${query}` })
  await drawn(console)
  return console
}

const drawn = ({ page }: Console) => page.locator('.paper-canvas[data-drawn] canvas').waitFor()

type Box = { left: number; top: number; right: number; bottom: number }

/** Extracts the words of a file with their positions in points. */
async function wordsOf(file: Buffer) {
  const path = join(folder, 'paper.pdf')
  await writeFile(path, file)
  const { stdout } = await run('pdftotext', ['-bbox', path, '-'], { maxBuffer: 2 ** 26 })
  const pages: { width: number; words: (Box & { text: string })[] }[] = []
  for (const [, width, left, top, right, bottom, text = ''] of stdout.matchAll(
    /<page width="([\d.]+)"|<word xMin="([-\d.]+)" yMin="([-\d.]+)" xMax="([-\d.]+)" yMax="([-\d.]+)">([^<]*)</g,
  )) {
    if (width) pages.push({ width: Number(width), words: [] })
    else
      pages.at(-1)?.words.push({
        left: Number(left),
        top: Number(top),
        right: Number(right),
        bottom: Number(bottom),
        // The output is XML. Its entities are punctuation, which the comparison ignores.
        text: text.replaceAll(/&\w+;/g, ''),
      })
  }
  return pages
}

const bare = (text: unknown) =>
  String(text)
    .replaceAll(/[^\p{L}\d]/gu, '')
    .toLowerCase()

/** Returns an element's position on the rendered page and the page's width, in pixels. */
function boxOf({ page }: Console, selector: string) {
  return page.evaluate<Box & { width: number }>(`(() => {
    const paper = document.querySelector('.paper').getBoundingClientRect()
    const { left, top, right, bottom } = document.querySelector(${JSON.stringify(selector)}).getBoundingClientRect()
    return { left: left - paper.left, top: top - paper.top, right: right - paper.left, bottom: bottom - paper.top, width: paper.width }
  })()`)
}

/** Picks fields whose printed text is known, spread over the page. Derived fields are excluded. */
function somePrinted({ fields }: DocumentFields, number: number, count: number) {
  const printed = fields.filter(
    ({ path, page, box, method, value }) =>
      page === number &&
      box &&
      method === 'text' &&
      !path.endsWith('.type') &&
      /^(?!\d{4}-\d\d-\d\d).*\w.*\w.*\w/.test(String(value)),
  )
  const step = Math.max(1, Math.floor(printed.length / count))
  return printed.filter((_, n) => n % step === 0).slice(0, count)
}

/** Selects fields in the list and compares the highlighted box with the words that Poppler found there. */
async function expectBoxesOverWords(console: Console, read: DocumentFields, file: Buffer, number: number) {
  const { page } = console
  const sheet = (await wordsOf(file))[number - 1]
  if (!sheet) throw new Error(`the file has no page ${number}`)
  const fields = somePrinted(read, number, 8)
  expect(fields.length).toBeGreaterThan(4)
  for (const { path, value } of fields) {
    await page.locator(`.reading[data-path="${path}"]`).hover()
    const lit = '.spot[data-active]'
    await expect.poll(() => page.locator(lit).count(), waiting).toBe(1)
    const { width, ...box } = await boxOf(console, lit)
    const scale = width / sheet.width
    const slack = 2 * scale
    const shown = sheet.words.map((word) => ({
      text: word.text,
      left: word.left * scale,
      right: word.right * scale,
      top: word.top * scale,
      bottom: word.bottom * scale,
    }))
    const covered = shown.filter(
      ({ left, right, top, bottom }) =>
        (left + right) / 2 > box.left &&
        (left + right) / 2 < box.right &&
        (top + bottom) / 2 > box.top &&
        (top + bottom) / 2 < box.bottom,
    )
    expect([path, bare(covered.map(({ text }) => text).join(''))]).toEqual([
      path,
      expect.stringContaining(bare(value)),
    ])
    const around = {
      left: Math.min(...covered.map(({ left }) => left)),
      right: Math.max(...covered.map(({ right }) => right)),
      top: Math.min(...covered.map(({ top }) => top)),
      bottom: Math.max(...covered.map(({ bottom }) => bottom)),
    }
    for (const side of ['left', 'right', 'top', 'bottom'] as const)
      expect(Math.abs(box[side] - around[side]), `${path}: ${side} of its box`).toBeLessThan(slack)
  }
}

test.each(['ledger', 'agency', 'statement'] as const)(
  'a document (%s) has its boxes over the right words, at every size',
  patience,
  async (name) => {
    const { document_id, file } = uploads[name]
    const read = await fieldsOf(document_id)
    const console = await openDocument('FullMember', document_id)
    const { page } = console
    await expectBoxesOverWords(console, read, file, 1)
    const before = await page.locator('.paper').boundingBox()
    await button(console, 'Larger').click()
    await drawn(console)
    await expect
      .poll(async () => (await page.locator('.paper').boundingBox())?.width, waiting)
      .toBeGreaterThan((before?.width ?? 0) * 1.4)
    await expectBoxesOverWords(console, read, file, 1)
    if (name === 'statement') {
      await button(console, 'Next page').click()
      await expect.poll(() => page.url(), waiting).toContain('page=2')
      await drawn(console)
      await expectBoxesOverWords(console, read, file, 2)
    }
    expect(console.watch.takeFaults()).toEqual([])
    await console.close()
  },
)

test(
  'boxes and values light each other up, by mouse and by keys; a value has an address',
  patience,
  async () => {
    const { document_id } = uploads.ledger
    const read = await fieldsOf(document_id)
    const console = await openDocument('Admin', document_id)
    const { page } = console
    await says(console, 'They add up')
    await inspect(console)
    await inspectNarrow(console)
    await drawn(console)

    const net = read.fields.find(({ path }) => path.endsWith('earnings.net_pay')) ?? read.fields[0]
    if (!net) throw new Error('nothing was read')
    const line = page.locator(`.reading[data-path="${net.path}"]`)
    const box = page.locator(`.spot[data-key="${await line.getAttribute('data-key')}"]`)
    await box.hover()
    await expect.poll(() => line.getAttribute('data-active'), waiting).toBe('true')
    await says(console, `Net pay: ${net.value}`)
    await line.hover()
    await expect.poll(() => box.getAttribute('data-active'), waiting).toBe('true')

    // All boxes together have one tab stop, and so has the list; arrow keys move within them.
    await page.mouse.move(0, 0)
    await page.locator('.stage').focus()
    await page.keyboard.press('Tab')
    const focused = () => page.locator(':focus').getAttribute('data-key')
    const firstBox = await focused()
    expect(firstBox).toContain('field 1')
    await page.keyboard.press('ArrowDown')
    await expect.poll(focused, waiting).not.toBe(firstBox)
    await expect
      .poll(
        async () =>
          (await page.locator('.reading[data-active]').first().getAttribute('data-key')) ===
          (await focused()),
        waiting,
      )
      .toBe(true)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('End')
    await expect.poll(() => page.locator(':focus').getAttribute('class'), waiting).toBe('reading')
    await page.keyboard.press('Home')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.url(), waiting).toContain('field=')
    await page.reload()
    await drawn(console)
    expect(await page.locator('.spot[data-active]').count()).toBe(1)

    const saved = page.waitForEvent('download')
    await button(console, 'Download').click()
    expect(await readFile(await (await saved).path())).toEqual(uploads.ledger.file)
    expect(console.watch.takeFaults()).toEqual([])
    await console.close()
  },
)

test('findings are drawn over the page in another style, and listed', patience, async () => {
  const { document_id } = uploads.tampered
  const { findings } = await fieldsOf(document_id)
  const console = await openDocument('Owner', document_id)
  const { page } = console
  const places = findings.flatMap(({ location }) => ('box' in location ? [location.box.join(' ')] : []))
  expect(places.length).toBeGreaterThan(0)
  expect(await page.locator('.spot-finding').count()).toBe(new Set(places).size)
  await page.getByRole('tab', { name: /^Findings/ }).click()
  await expect.poll(() => page.url(), waiting).toContain('show=findings')
  for (const title of new Set(findings.map((finding) => finding.title))) await says(console, title)
  await page.locator('.reading').first().hover()
  await expect.poll(() => page.locator('.spot-finding[data-active]').count(), waiting).toBeGreaterThan(0)
  await inspect(console)
  await inspectNarrow(console)
  await drawn(console)

  await button(console, 'Delete').click()
  await inspect(console)
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await says(console, 'payslip.pdf was deleted')
  expect((await world.lender.call('GET', `/documents/${document_id}`)).status).toBe(404)
  await console.open(`${home}/${document_id}`)
  await says(console, `Document [${document_id}] does not exist`)
  await inspect(console)
  await console.close()
})

test('the statement of a credit card shows what is owed, and its transactions', patience, async () => {
  const cardHolder = await register(world, world.lender, 'wilhelmina.oakapple', 1)
  const id = await submitFile(world.lender, cardHolder, 'statement', await creditCardStatement())
  const console = await world.signIn('Underwriter', {
    path: `/users/${cardHolder.user_id}/documents/${id}`,
  })
  await drawn(console)
  await says(console, 'It shows a debt, so it is not included in any income figure.')
  await console.page.getByText('4 transactions').click()
  await says(console, 'PELLOW GROCERS')
  expect(await console.page.getByText('£198.10', { exact: true }).count()).toBe(1)
  await inspect(console)
  await inspectNarrow(console)
  await console.close()
})

test(
  'a payslip that could not be read says so in the list, on its page and on the page of the person',
  patience,
  async () => {
    const sender = await register(world, world.lender, 'wilhelmina.oakapple', 2)
    const file = await payslipWithoutAmounts()
    const id = await submitFile(world.lender, sender, 'payslip', file, { manual_review: true })
    const console = await world.signIn('Underwriter', { path: `/users/${sender.user_id}/documents` })
    await console.page.getByRole('row').filter({ hasText: 'Not read' }).waitFor()
    await inspect(console)
    await console.open(`/users/${sender.user_id}/documents/${id}`)
    await drawn(console)
    await says(console, 'This document could not be read')
    await says(console, 'We could not find the pay date or the net pay.')
    await inspect(console)
    await inspectNarrow(console)
    await console.open(`/users/${sender.user_id}`)
    await says(console, 'A payslip was sent that could not be read. No figure of it counts.')
    await console.page
      .locator('.finding', { hasText: 'could not be read' })
      .getByRole('link', { name: 'View in document' })
      .click()
    await says(console, 'This document could not be read')
    await console.close()
  },
)

test(
  'a payslip that could not be read needs attention until an underwriter has checked it',
  patience,
  async () => {
    const sender = await register(world, world.lender, 'wilhelmina.oakapple', 3)
    const file = await payslipWithoutAmounts('Ms Philippa Oakapple')
    const id = await submitFile(world.lender, sender, 'payslip', file, { manual_review: true })
    const console = await world.signIn('Underwriter', { path: '/' })
    const { page } = console
    await says(console, /payslips? could not be read/)
    await console.open('/users')
    const inQueue = page.getByRole('row').filter({ hasText: 'LOAN-2044' })
    await inQueue.getByText('1 unread document').waitFor()
    await inspect(console)

    await console.open(`/users/${sender.user_id}/documents/${id}`)
    await button(console, 'Mark as checked').click()
    await inspect(console)
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('What does it show?').fill('It is the May payslip. The amounts are blacked out.')
    await dialog.getByRole('button', { name: 'Mark as checked' }).click()
    await says(console, 'The document was marked as checked')
    await says(
      console,
      /^Checked by your team on .*: “It is the May payslip\. The amounts are blacked out\.”$/,
    )
    await inspect(console)
    await inspectNarrow(console)
    await console.open(`/users/${sender.user_id}`)
    await says(console, 'Your team has checked a payslip that could not be read.')
    await says(console, 'Reason: It is the May payslip. The amounts are blacked out.')
    await console.open('/users')
    await inQueue.waitFor()
    await expect.poll(() => inQueue.getByText('unread document').count()).toBe(0)

    await console.open(`/users/${sender.user_id}`)
    await button(console, 'Mark as not checked').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Mark as not checked' }).click()
    await says(console, 'The document needs attention again')
    await says(console, 'A payslip was sent that could not be read. No figure of it counts.')
    await console.close()
  },
)

test('a page that an office scanner packed as a fax is drawn too', patience, async () => {
  const { document_id } = uploads.agency
  const console = await world.signIn('FullMember', { path: home })
  await console.page.route(new RegExp(`/documents/${document_id}$`), async (route) => {
    if (route.request().isNavigationRequest()) return route.continue()
    const reply = await route.fetch()
    const body = { ...(await reply.json()), file_contents: blackFax().toString('base64') }
    return route.fulfill({ response: reply, json: body })
  })
  await console.open(`${home}/${document_id}`)
  await drawn(console)
  const middle = await console.page.evaluate(`(() => {
    const canvas = document.querySelector('.paper-canvas canvas')
    return [...canvas.getContext('2d').getImageData(canvas.width / 2, canvas.height / 2, 1, 1).data]
  })()`)
  expect(middle).toEqual([0, 0, 0, 255])
  expect(console.watch.takeFaults()).toEqual([])
  await console.close()
})

/** Builds a one-page CCITT fax image: 64 lines, each a copy of the line above, all black. */
function blackFax() {
  const lines = Buffer.concat([Buffer.alloc(8, 0xff), Buffer.from('001001', 'hex')])
  const picture =
    '<</Type/XObject/Subtype/Image/Width 64/Height 64/BitsPerComponent 1/ColorSpace/DeviceGray/Filter/CCITTFaxDecode' +
    `/DecodeParms<</K -1/Columns 64/Rows 64/BlackIs1 true>>/Length ${lines.length}>>stream\n`
  const paint = 'q 612 0 0 792 0 0 cm /P Do Q'
  return Buffer.concat([
    Buffer.from(
      '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n' +
        '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources<</XObject<</P 5 0 R>>>>/Contents 4 0 R>>endobj\n' +
        `4 0 obj<</Length ${paint.length}>>stream\n${paint}\nendstream endobj\n5 0 obj${picture}`,
    ),
    lines,
    Buffer.from('\nendstream endobj\ntrailer<</Root 1 0 R>>\n'),
  ])
}

test(
  'the list shows what the service lists, by kind; Support sees no name and no page',
  patience,
  async () => {
    const { documents }: { documents: Document[] } = await world.lender.must(
      'GET',
      `/documents?user_id=${person.user_id}`,
    )
    const console = await world.signIn('FullMember', { path: home })
    const { page } = console
    const rows = page.locator('tbody tr')
    expect(await rows.count()).toBe(documents.length)
    await inspect(console)
    await inspectNarrow(console)
    await page.getByLabel('Kind').selectOption('bank_statement')
    await expect.poll(() => page.url(), waiting).toContain('type=bank_statement')
    await expect.poll(() => rows.count(), waiting).toBe(1)
    await rows.getByRole('link').click()
    await drawn(console)
    expect(page.url()).toContain(uploads.statement.document_id)

    const newcomer = await register(world, world.lender, 'person.3', 1)
    await console.open(`/users/${newcomer.user_id}/documents`)
    await says(console, 'No document yet')
    await inspect(console)

    let isDown = true
    await page.route(/\/documents\/[^/]+\/fields$/, (route) => {
      if (!isDown) return route.continue()
      return route.fulfill({ status: 400, body: '{"errors":["It is the wrong day"]}' })
    })
    await console.open(`${home}/${uploads.agency.document_id}`)
    await says(console, 'It is the wrong day')
    await inspect(console)
    isDown = false
    await button(console, 'Try again').click()
    await drawn(console)
    await console.close()

    const support = await world.signIn('Support', { path: home, viewport: 'phone' })
    expect(await support.page.getByText('payslip.pdf').count()).toBe(0)
    await inspect(support)
    await support.page.getByRole('link', { name: uploads.ledger.document_id.slice(0, 8) }).click()
    await says(support, 'The role [Support] may not do this')
    await says(support, 'Length')
    expect(await support.page.locator('canvas').count()).toBe(0)
    expect(await button(support, 'Delete').count()).toBe(0)
    await inspect(support)
    await support.close()
  },
)

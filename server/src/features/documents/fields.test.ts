import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { startApi } from '../../../test/api.ts'
import { atEnd } from '../../../test/at-end.ts'
import { startObjects } from '../../../test/objects.ts'
import { createUser } from '../../../test/people.ts'
import { startSandbox } from '../../../test/sandbox.ts'

// Compares the boxes of fields with the word positions that poppler finds in the stored file.

const sandbox = await startSandbox()
const { settings } = await startObjects()
const api = await startApi({ ...settings, SANDBOX_URL: sandbox.url })
const { acme, rival } = api
const folder = await mkdtemp(join(tmpdir(), 'fields-'))
atEnd(() => rm(folder, { recursive: true }))
const run = promisify(execFile)

const { user_id } = await createUser(acme, { payslip_upload_enabled: true })
await acme('POST', '/authorisations', { user_id, user_agent: 'Browser 1' })
const asUser = api.withToken((await acme('POST', '/user-tokens', { user_id })).body.token)

const routesByKind = {
  payslip: {
    presign: ['POST', '/payroll/entries/payslips/presign'],
    submit: ['POST', '/payroll/entries/payslips'],
  },
  statement: {
    presign: ['PUT', '/documents/bank-statements/presign'],
    submit: ['PUT', '/documents/bank-statements'],
  },
} as const

async function fetchSample(path: string): Promise<Buffer<ArrayBuffer>> {
  const reply = await fetch(`${sandbox.url}/controls/documents/${path}`)
  expect(reply.status).toBe(200)
  return Buffer.from(await reply.arrayBuffer())
}

/** Uploads and submits a document. Returns its fields. */
async function fieldsOf(kind: keyof typeof routesByKind, bytes: Buffer<ArrayBuffer>) {
  const [presign, submit] = [routesByKind[kind].presign, routesByKind[kind].submit]
  const offered = await asUser(presign[0], presign[1], { files: [{ file_name: 'document.pdf' }] })
  const [{ presigned_url, path }] = offered.body.presigned_urls
  const headers = { 'content-type': 'application/pdf', 'if-none-match': '*' }
  expect((await fetch(presigned_url, { method: 'PUT', headers, body: bytes })).status).toBe(200)
  const read = await asUser(submit[0], submit[1], { files: [{ path }] })
  const [submission] = read.body[kind === 'payslip' ? 'payroll_submissions' : 'bank_statement_submissions']
  expect(submission, read.text).toBeDefined()
  const { status, body } = await acme('GET', `/documents/${submission.document_id}/fields`)
  expect(status).toBe(200)
  expect(body).toMatchObject({ document_id: submission.document_id, submission_id: submission.id, user_id })
  return { submission, body: body as Fields }
}

type Field = {
  path: string
  value: string | number
  page: number | null
  box: Box | null
  method: string
  is_correctable: boolean
}
type Fields = {
  document_id: string
  pages: { page: number; width: number; height: number; source: string }[]
  fields: Field[]
  findings: { code: string; location: { page: number; box: Box } }[]
}
type Box = [number, number, number, number]
type SeenWord = { page: number; text: string; box: Box }

/** Returns word boxes and page sizes as measured by poppler in the file that the service returns. */
async function readWithPoppler(documentId: string) {
  const { body } = await acme('GET', `/documents/${documentId}`)
  const file = join(folder, `${documentId}.pdf`)
  await writeFile(file, Buffer.from(body.file_contents, 'base64'))
  const { stdout } = await run('pdftotext', ['-bbox', file, '-'], { maxBuffer: 2 ** 26 })
  const words: SeenWord[] = []
  const sizes: { width: number; height: number }[] = []
  for (const [, width, height, x, y, right, bottom, text = ''] of stdout.matchAll(
    /<page width="([\d.]+)" height="([\d.]+)">|<word xMin="([-\d.]+)" yMin="([-\d.]+)" xMax="([-\d.]+)" yMax="([-\d.]+)">([^<]*)</g,
  )) {
    if (width) sizes.push({ width: Number(width), height: Number(height) })
    else words.push({ page: sizes.length, text, box: [x, y, right, bottom].map(Number) as Box })
  }
  return { words, sizes }
}

const tolerance = 2
const middle = ([left, top, right, bottom]: Box) => [(left + right) / 2, (top + bottom) / 2] as const
const isIn = ([left, top, right, bottom]: Box, [x, y]: readonly [number, number]) =>
  x >= left - tolerance && x <= right + tolerance && y >= top - tolerance && y <= bottom + tolerance

/** Returns the text that poppler finds inside the box of a field, letters and digits only. */
const textInside = (words: readonly SeenWord[], { page, box }: Field) =>
  normalise(
    words
      .filter((word) => word.page === page && box && isIn(box, middle(word.box)))
      .map(({ text }) => text)
      .join(''),
  )
const normalise = (text: string | number) =>
  String(text)
    .replaceAll(/[^\p{L}\d]/gu, '')
    .toLowerCase()

const isMoney = ({ value, method }: Field) => method === 'text' && /^-?[\d,]+\.\d\d$/.test(String(value))

/** Checks that each amount and name is inside its box, and that the box contains only whole words. */
function expectBoxesToMatch({ body, words }: { body: Fields; words: SeenWord[] }, names: string[]) {
  const placed = body.fields.filter(({ box, method }) => box && method === 'text')
  const money = placed.filter(isMoney)
  expect(money.length).toBeGreaterThan(4)
  for (const field of money)
    expect([field.path, textInside(words, field)]).toEqual([
      field.path,
      expect.stringContaining(normalise(field.value)),
    ])
  for (const name of names) {
    const field = placed.find(({ path }) => path === name)
    expect(field, name).toBeDefined()
    if (field) expect(textInside(words, field)).toContain(normalise(field.value))
  }
  for (const { path, page, box } of placed) {
    const inside = words.filter((word) => word.page === page && box && isIn(box, middle(word.box)))
    expect(inside.length, `${path} has words in its box`).toBeGreaterThan(0)
    for (const { text, box: of } of inside)
      for (const [x, y] of [
        [of[0], middle(of)[1]],
        [of[2], middle(of)[1]],
      ] as const)
        expect(isIn(box as Box, [x, y]), `${path}: all of "${text}" is in its box`).toBe(true)
  }
}

const employer = 'employment_information.employer_name'

test.each([
  ['payslip', 'payslip?user_name=wilhelmina.oakapple&layout=ledger', [employer]],
  ['payslip', 'payslip?user_name=barnaby.thistlewick&layout=agency', [employer]],
  ['statement', 'statement?user_name=wilhelmina.oakapple', ['account_information.account_number']],
] as const)('boxes of a %s (%s) contain the text of their values', async (kind, path, names) => {
  const { body, submission } = await fieldsOf(kind, await fetchSample(path))
  const { words, sizes } = await readWithPoppler(body.document_id)
  expectBoxesToMatch({ body, words }, [...names])
  expect(body.pages.map(({ page }) => page)).toEqual(sizes.map((_, n) => n + 1))
  for (const [n, { width, height }] of sizes.entries()) {
    expect(Math.abs((body.pages[n]?.width ?? 0) - width)).toBeLessThan(1)
    expect(Math.abs((body.pages[n]?.height ?? 0) - height)).toBeLessThan(1)
  }
  const provenance = await acme(
    'GET',
    `/${kind === 'payslip' ? 'payroll' : 'bankstatements'}/${user_id}/${submission.id}/provenance`,
  )
  expect(body.fields.map(({ value: _, is_correctable: __, ...field }) => field)).toEqual(
    provenance.body.values,
  )
  expect((await rival('GET', `/documents/${body.document_id}/fields`)).status).toBe(404)
})

test('returns boxes in display coordinates for a rotated page', async () => {
  const file = join(folder, 'upright.pdf')
  await writeFile(file, await fetchSample('payslip?user_name=barnaby.thistlewick&layout=columns'))
  await run('qpdf', [file, '--rotate=+90', join(folder, 'turned.pdf')])
  const { body } = await fieldsOf('payslip', await readFile(join(folder, 'turned.pdf')))
  const [page] = body.pages
  expect(page?.width).toBeGreaterThan(page?.height ?? 0)
  const { words } = await readWithPoppler(body.document_id)
  const amounts = body.fields.filter(isMoney)
  expect(amounts.length).toBeGreaterThan(4)
  for (const field of amounts) expect(textInside(words, field)).toContain(normalise(field.value))
})

test('locates trust findings on the page', async () => {
  const path = 'payslip?user_name=wilhelmina.oakapple&layout=plain&tamper=overlaid-text'
  const { body } = await fieldsOf('payslip', await fetchSample(path))
  const truth = await fetchSampleTruth(path)
  const covered = body.findings.filter(({ location }) => 'box' in location)
  expect(covered.length).toBeGreaterThan(0)
  for (const { page, box } of truth.tampering.changes) {
    const [x, y, width, height] = box
    const changed: Box = [x, y, x + width, y + height]
    const isThere = ({ location }: Fields['findings'][number]) =>
      location.page === page && isIn(changed, middle(location.box))
    expect(covered.filter(isThere).map(({ code }) => code)).toContain('BOX_OVER_TEXT')
  }
})

async function fetchSampleTruth(path: string) {
  const reply = await fetch(`${sandbox.url}/controls/documents/${path.replace('?', '.json?')}`)
  return (await reply.json()) as { tampering: { changes: { page: number; box: Box }[] } }
}

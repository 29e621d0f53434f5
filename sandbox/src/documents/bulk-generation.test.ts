import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BulkOptions, generateDocuments } from './bulk-generation.ts'

let folder: string
let byTwo: Awaited<ReturnType<typeof make>>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'payproof-bulk-'))
  byTwo = await make('two', { workers: 2 })
})
afterAll(() => rm(folder, { recursive: true }))

const defaultOptions: Omit<BulkOptions, 'out'> = {
  count: 30,
  seed: 'bulk',
  until: '2026-10-31',
  kinds: ['payslip', 'statement'],
  producer: 'library',
  isScanned: false,
  tamper: null,
  workers: 1,
}

async function make(name: string, changes: Partial<BulkOptions> = {}) {
  const out = join(folder, name)
  const { count } = await generateDocuments({ ...defaultOptions, out, ...changes })
  const files = (await readdir(out)).sort()
  const answers = files.filter((file) => file.endsWith('.json'))
  return {
    count,
    files,
    bytes: Buffer.concat(await Promise.all(files.map((file) => readFile(join(out, file))))),
    answers: await Promise.all(
      answers.map(async (file) => JSON.parse(await readFile(join(out, file), 'utf8'))),
    ),
  }
}

test('each document has its ground truth, and layouts and people vary', () => {
  const { count, files, answers } = byTwo
  expect(count).toBe(30)
  expect(files).toHaveLength(60)
  expect(files[0]).toMatch(/^000001-payslip-\d{4}-\d\d-\d\d\.json$/)
  expect(files[2]).toMatch(/^000002-statement-\d{4}-\d\d\.json$/)
  expect(new Set(answers.map(({ truth, layout }) => `${truth.kind} ${layout}`)).size).toBeGreaterThan(20)
  expect(new Set(answers.map((answer) => answer.user_name)).size).toBeGreaterThan(10)
  for (const { truth, layout, producer, tampering, scan } of answers) {
    expect([truth.layout, producer, tampering, scan]).toEqual([layout, 'library', null, null])
  }
})

test('the same seed gives the same bytes with any number of workers; another seed differs', async () => {
  const [byOne, other] = [await make('one'), await make('other', { seed: 'another', count: 2 })]
  expect(byOne.files).toEqual(byTwo.files)
  expect(byOne.bytes.equals(byTwo.bytes)).toBe(true)
  expect(byOne.bytes.subarray(0, other.bytes.length).equals(other.bytes)).toBe(false)
})

test('tamper "some" tampers with one in five documents, cycling through the kinds', async () => {
  const { answers } = await make('some', { tamper: 'some', count: 35 })
  const kinds = answers.flatMap(({ tampering }) => (tampering ? [tampering.kind] : []))
  expect(kinds).toHaveLength(7)
  expect(new Set(kinds).size).toBe(7)
})

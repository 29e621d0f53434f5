import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startSandbox } from '../../../test/sandbox.ts'
import { rejected } from '../rejections.ts'
import { readingOf } from './answer-schema.ts'
import { listConfinements } from './confine.ts'
import { openReader, type ReaderOptions, type ReadingFigures } from './reader.ts'
import type { Child } from './reader-child.ts'
import { openPool, ReaderUnavailable } from './reader-pool.ts'

const sandbox = await startSandbox()
const payslip = await fetchPayslip()

async function fetchPayslip(): Promise<Uint8Array> {
  const path = '/controls/documents/payslip?user_name=wilhelmina.oakapple&layout=ledger'
  return new Uint8Array(await (await fetch(`${sandbox.url}${path}`)).arrayBuffer())
}

function reader(options: ReaderOptions = {}) {
  const figures: ReadingFigures[] = []
  const opened = openReader({ onReading: (one) => figures.push(one), ...options })
  onTestFinished(opened.close)
  return { ...opened, figures }
}

test('files are read in a sandbox, one after the other by the same child, and say what they are', async () => {
  const { read, confinement, figures } = reader({ sandbox: 'required', atOnce: 1 })
  const [first, second] = [await read(payslip), await read(payslip)]
  expect(confinement()).not.toBe('none')
  expect(first).toMatchObject({ rejection: null, structure: { pages: 1, bytes: payslip.length } })
  expect(second).toEqual(first)
  expect(figures.map(({ outcome }) => outcome)).toEqual(['read', 'read'])
})

test('a child that has read for one owner reads for no other', async () => {
  const taken: [string, number][] = []
  const pool = openPool({ confinements: listConfinements('preferred'), spare: 0, showErrors: false })
  onTestFinished(pool.close)
  const children = new Map<Child, number>()
  for (const owner of ['one', 'other', 'one', 'other']) {
    const child = await pool.take(owner)
    if (!children.has(child)) children.set(child, children.size)
    taken.push([owner, children.get(child) ?? 0])
    pool.giveBack(child)
  }
  expect(taken).toEqual([
    ['one', 0],
    ['other', 1],
    ['one', 0],
    ['other', 1],
  ])
})

test('a file that cannot be read gets a reason, and the next one is read', async () => {
  const { read } = reader({ atOnce: 1 })
  expect(await read(Buffer.from('<html>'))).toMatchObject({ kind: 'rejected', rejection: 'not-a-pdf' })
  expect(await read(new Uint8Array(10_000_001))).toMatchObject({ rejection: 'too-large' })
  const half = await read(payslip.subarray(0, payslip.length / 2))
  expect(half.rejection).not.toBeNull()
  expect(half.reason).toMatch(/please/)
  expect(await read(payslip)).toMatchObject({ rejection: null })
})

test('more are read at once than wait, and one too many is refused', async () => {
  const { read, waiting } = reader({ atOnce: 1, spare: 0, mostWaiting: 1 })
  const all = [read(payslip), read(payslip), read(payslip)]
  expect(waiting()).toBe(1)
  const [one, two, three] = await Promise.allSettled(all)
  expect([one?.status, two?.status]).toEqual(['fulfilled', 'fulfilled'])
  expect(three).toMatchObject({ status: 'rejected', reason: expect.any(ReaderUnavailable) })
})

test('whoever gives up waits no longer, and nobody else is disturbed', async () => {
  const { read } = reader({ atOnce: 1 })
  const gone = new AbortController()
  const all = [read(payslip, gone), read(payslip, gone), read(payslip)]
  gone.abort(new Error('gone'))
  const [one, two, three] = await Promise.allSettled(all)
  for (const ended of [one, two])
    expect(ended).toMatchObject({ status: 'rejected', reason: { message: 'gone' } })
  expect(three).toMatchObject({ status: 'fulfilled', value: { rejection: null } })
})

test('an answer that has not the shape of a reading is none', () => {
  const good = rejected('broken')
  const answer = (value: unknown) => readingOf(Buffer.from(JSON.stringify(value)))
  expect(answer(good)).toEqual(good)
  for (const wrong of [
    null,
    [],
    { ...good, verified: 'yes' },
    { ...good, more: 1 },
    { ...good, warnings: [1] },
  ])
    expect(answer(wrong)).toBeUndefined()
  expect(readingOf(Buffer.from('{'))).toBeUndefined()
})

const keys = 'kind submission bank_statement_probability verified trust_score warnings reason findings'.split(
  ' ',
)

test('npm run extract says one object about any file, from wherever it is called', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'payproof-extract-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'paper.pdf')
  await writeFile(file, payslip)
  const whole = JSON.parse(
    (await extract(dirname(folder), join(basename(folder), 'paper.pdf'), '--json')).output,
  )
  expect(Object.keys(whole)).toEqual(keys)
  expect(whole.kind).not.toBe('rejected')
  const missing = await extract(folder, join(folder, 'missing.pdf'), '--json')
  expect(missing.code).toBe(0)
  expect(JSON.parse(missing.output)).toMatchObject({
    kind: 'rejected',
    reason: expect.stringContaining('missing.pdf'),
  })
  expect(await extract(folder)).toMatchObject({ code: 2, output: '' })
})

const program = join(import.meta.dirname, '../extract.ts')

function extract(cwd: string, ...words: string[]) {
  return new Promise<{ code: unknown; output: string }>((resolve) => {
    const env = { PATH: '/usr/bin:/bin', INIT_CWD: cwd }
    execFile(process.execPath, [program, ...words], { cwd: '/', env }, (error, output) =>
      resolve({ code: error ? error.code : 0, output }),
    )
  })
}

import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startSandbox } from '../../../test/sandbox.ts'
import { createRejectedReading } from '../rejections.ts'
import { parseAnswer } from './answer-schema.ts'
import { listConfinements } from './confine.ts'
import { openReader, type ReaderOptions, type ReadingMetrics } from './reader.ts'
import type { ReaderChild } from './reader-child.ts'
import { createReaderPool, ReaderUnavailable } from './reader-pool.ts'

const sandbox = await startSandbox()
const payslip = await fetchPayslip()

async function fetchPayslip(): Promise<Uint8Array> {
  const path = '/controls/documents/payslip?user_name=wilhelmina.oakapple&layout=ledger'
  return new Uint8Array(await (await fetch(`${sandbox.url}${path}`)).arrayBuffer())
}

function openTestReader(options: ReaderOptions = {}) {
  const metrics: ReadingMetrics[] = []
  const reader = openReader({ onReading: (entry) => metrics.push(entry), ...options })
  onTestFinished(reader.close)
  return { ...reader, metrics }
}

test('reads files in a sandbox and reuses the child', async () => {
  const { read, confinement, metrics } = openTestReader({ sandbox: 'required', maxConcurrent: 1 })
  const [first, second] = [await read(payslip), await read(payslip)]
  expect(confinement()).not.toBe('none')
  expect(first).toMatchObject({ rejection: null, structure: { pages: 1, bytes: payslip.length } })
  expect(second).toEqual(first)
  expect(metrics.map(({ outcome }) => outcome)).toEqual(['read', 'read'])
})

test('never shares a child between owners', async () => {
  const acquired: [string, number][] = []
  const pool = createReaderPool({ confinements: listConfinements('preferred'), spare: 0, showErrors: false })
  onTestFinished(pool.close)
  const children = new Map<ReaderChild, number>()
  for (const owner of ['one', 'other', 'one', 'other']) {
    const child = await pool.acquire(owner)
    if (!children.has(child)) children.set(child, children.size)
    acquired.push([owner, children.get(child) ?? 0])
    pool.release(child)
  }
  expect(acquired).toEqual([
    ['one', 0],
    ['other', 1],
    ['one', 0],
    ['other', 1],
  ])
})

test('rejects unreadable files with a reason and reads the next one', async () => {
  const { read } = openTestReader({ maxConcurrent: 1 })
  expect(await read(Buffer.from('<html>'))).toMatchObject({ kind: 'rejected', rejection: 'not-a-pdf' })
  expect(await read(new Uint8Array(10_000_001))).toMatchObject({ rejection: 'too-large' })
  const half = await read(payslip.subarray(0, payslip.length / 2))
  expect(half.rejection).not.toBeNull()
  expect(half.reason).toMatch(/please/)
  expect(await read(payslip)).toMatchObject({ rejection: null })
})

test('queues files up to the limit and refuses further ones', async () => {
  const { read, queued } = openTestReader({ maxConcurrent: 1, spare: 0, maxQueued: 1 })
  const all = [read(payslip), read(payslip), read(payslip)]
  expect(queued()).toBe(1)
  const [one, two, three] = await Promise.allSettled(all)
  expect([one?.status, two?.status]).toEqual(['fulfilled', 'fulfilled'])
  expect(three).toMatchObject({ status: 'rejected', reason: expect.any(ReaderUnavailable) })
})

test('aborting a running or queued read does not affect other reads', async () => {
  const { read } = openTestReader({ maxConcurrent: 1 })
  const controller = new AbortController()
  const all = [read(payslip, controller), read(payslip, controller), read(payslip)]
  controller.abort(new Error('aborted'))
  const [one, two, three] = await Promise.allSettled(all)
  for (const aborted of [one, two])
    expect(aborted).toMatchObject({ status: 'rejected', reason: { message: 'aborted' } })
  expect(three).toMatchObject({ status: 'fulfilled', value: { rejection: null } })
})

test('discards a child answer that does not match the schema', () => {
  const good = createRejectedReading('broken')
  const answer = (value: unknown) => parseAnswer(Buffer.from(JSON.stringify(value)))
  expect(answer(good)).toEqual(good)
  for (const wrong of [
    null,
    [],
    { ...good, verified: 'yes' },
    { ...good, more: 1 },
    { ...good, warnings: [1] },
  ])
    expect(answer(wrong)).toBeUndefined()
  expect(parseAnswer(Buffer.from('{'))).toBeUndefined()
})

const keys = 'kind submission bank_statement_probability verified trust_score warnings reason findings'.split(
  ' ',
)

test('npm run extract prints one JSON object for any file and resolves paths against the calling folder', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'payproof-extract-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'document.pdf')
  await writeFile(file, payslip)
  const whole = JSON.parse(
    (await extract(dirname(folder), join(basename(folder), 'document.pdf'), '--json')).output,
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

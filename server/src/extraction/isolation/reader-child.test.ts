import { expect, onTestFinished, test } from 'vitest'
import type { Confinement } from './confine.ts'
import { type ChildLimits, type ChildOutcome, startReaderChild } from './reader-child.ts'

const limits = { ms: 60_000, memoryBytes: 2_000_000_000 }

/**
 * Starts a child that becomes ready and then runs the script for every chunk it receives. In the script, `say` sends
 * an answer.
 */
function startScriptedChild(script: string) {
  const prelude = `
    const { writeSync } = require('node:fs')
    const say = (text, length = text.length) => {
      const head = Buffer.alloc(4)
      head.writeUInt32BE(length)
      writeSync(3, Buffer.concat([head, Buffer.from(text)]))
    }
    say('{}')`
  const confinement: Confinement = {
    name: 'none',
    program: process.execPath,
    args: ['-e', `${prelude}; process.stdin.on('data', () => { ${script} })`],
  }
  const child = startReaderChild(confinement, false)
  onTestFinished(child.kill)
  return child
}

async function readWith(script: string, less: Partial<ChildLimits> = {}) {
  const child = startScriptedChild(script)
  expect(await child.ready).toBe(true)
  return { child, outcome: await child.read(Buffer.from('file'), { ...limits, ...less }) }
}

const faultOf = (outcome: ChildOutcome) => ('fault' in outcome ? outcome.fault : undefined)

test('reads several files with one child', async () => {
  const { child, outcome } = await readWith(`say('one')`)
  expect(outcome).toMatchObject({ answer: Buffer.from('one') })
  expect(await child.read(Buffer.from('file'), limits)).toMatchObject({ answer: Buffer.from('one') })
  expect([child.isAlive(), child.readCount()]).toEqual([true, 2])
})

test('kills a child on timeout and distinguishes a slow file from a starved machine', async () => {
  const busy = await readWith('for (;;);', { ms: 2_000 })
  // On an overloaded machine, even a busy loop may get too little CPU time to be classified as slow.
  expect(faultOf(busy.outcome)).toMatch(/slow|starved/)
  const idle = await readWith('', { ms: 200 })
  expect(faultOf(idle.outcome)).toBe('starved')
  expect([busy.child.isAlive(), idle.child.isAlive()]).toEqual([false, false])
})

test('extends the timeout once the child reports that OCR has started', async () => {
  const { outcome } = await readWith(`say('{"recognising":true}'); setTimeout(say, 3_500, 'one')`, {
    ms: 3_000,
    scanMs: 60_000,
  })
  expect(outcome).toMatchObject({ answer: Buffer.from('one') })
})

test('kills a child that exceeds the memory limit, counting the programs it started', async () => {
  const hog = `const buffers = []; setInterval(() => buffers.push(Buffer.alloc(10_000_000, 1)), 2)`
  const memoryLimit = { memoryBytes: 300_000_000 }
  const own = await readWith(hog, memoryLimit)
  const other = await readWith(
    `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(hog)}])`,
    memoryLimit,
  )
  for (const { outcome, child } of [own, other]) {
    expect([faultOf(outcome), child.isAlive()]).toEqual(['memory', false])
    expect(outcome.peakBytes).toBeLessThan(900_000_000)
  }
})

test.each([
  ['ends', 'process.exit(0)'],
  ['crashes', `process.kill(process.pid, 'SIGSEGV')`],
  ['announces an oversized answer', `say('', 30_000_000)`],
])('reports a child that %s as died', async (_, script) => {
  const { child, outcome } = await readWith(script)
  expect([faultOf(outcome), child.isAlive()]).toEqual(['died', false])
})

test('kills a child that sends an unsolicited answer', async () => {
  const { child } = await readWith(`say('one'); setTimeout(say, 50, 'two')`)
  await expect.poll(child.isAlive).toBe(false)
})

test('kills the child when the caller aborts', async () => {
  const { child } = await readWith('', { signal: AbortSignal.timeout(100) })
  expect(child.isAlive()).toBe(false)
  const late = await readWith('', { signal: AbortSignal.abort() })
  expect(late.child.isAlive()).toBe(false)
})

test('never becomes ready if the program does not exist', async () => {
  const child = startReaderChild({ name: 'none', program: '/no/such/program', args: [] }, false)
  expect(await child.ready).toBe(false)
})

import { expect, onTestFinished, test } from 'vitest'
import type { Confinement } from './confine.ts'
import { type ChildLimits, type Outcome, startChild } from './reader-child.ts'

const limits = { ms: 60_000, memoryBytes: 2_000_000_000 }

/** A child that is ready and then does what the script says with every piece it hears; `say` answers. */
function childThat(script: string) {
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
    words: ['-e', `${prelude}; process.stdin.on('data', () => { ${script} })`],
  }
  const child = startChild(confinement, false)
  onTestFinished(child.end)
  return child
}

async function ask(script: string, less: Partial<ChildLimits> = {}) {
  const child = childThat(script)
  expect(await child.ready).toBe(true)
  return { child, outcome: await child.ask(Buffer.from('file'), { ...limits, ...less }) }
}

const faultOf = (outcome: Outcome) => ('fault' in outcome ? outcome.fault : undefined)

test('a child that answers can be asked again', async () => {
  const { child, outcome } = await ask(`say('one')`)
  expect(outcome).toMatchObject({ answer: Buffer.from('one') })
  expect(await child.ask(Buffer.from('file'), limits)).toMatchObject({ answer: Buffer.from('one') })
  expect([child.isAlive(), child.readings()]).toEqual([true, 2])
})

test('a child that takes too long is ended; one that had no time to work is told apart', async () => {
  const busy = await ask('for (;;);', { ms: 2_000 })
  // On a machine that is very busy nobody gets the time to be slow.
  expect(faultOf(busy.outcome)).toMatch(/slow|starved/)
  const idle = await ask('', { ms: 200 })
  expect(faultOf(idle.outcome)).toBe('starved')
  expect([busy.child.isAlive(), idle.child.isAlive()]).toEqual([false, false])
})

test('a child that says that it recognises pages has the time for it', async () => {
  const { outcome } = await ask(`say('{"recognising":true}'); setTimeout(say, 3_500, 'one')`, {
    ms: 3_000,
    scanMs: 60_000,
  })
  expect(outcome).toMatchObject({ answer: Buffer.from('one') })
})

test('a child that takes too much memory is ended before it has much more, also when a program it started takes it', async () => {
  const hog = `const held = []; setInterval(() => held.push(Buffer.alloc(10_000_000, 1)), 2)`
  const least = { memoryBytes: 300_000_000 }
  const own = await ask(hog, least)
  const other = await ask(
    `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(hog)}])`,
    least,
  )
  for (const { outcome, child } of [own, other]) {
    expect([faultOf(outcome), child.isAlive()]).toEqual(['memory', false])
    expect(outcome.peakBytes).toBeLessThan(900_000_000)
  }
})

test.each([
  ['ends', 'process.exit(0)'],
  ['crashes', `process.kill(process.pid, 'SIGSEGV')`],
  ['announces more than an answer may have', `say('', 30_000_000)`],
])('a child that %s has died', async (_, script) => {
  const { child, outcome } = await ask(script)
  expect([faultOf(outcome), child.isAlive()]).toEqual(['died', false])
})

test('a child that speaks without being asked is ended', async () => {
  const { child } = await ask(`say('one'); setTimeout(say, 50, 'two')`)
  await expect.poll(child.isAlive, { timeout: 20_000 }).toBe(false)
})

test('whoever does not want the answer any more ends the child', async () => {
  const { child } = await ask('', { signal: AbortSignal.timeout(100) })
  expect(child.isAlive()).toBe(false)
  const late = await ask('', { signal: AbortSignal.abort() })
  expect(late.child.isAlive()).toBe(false)
})

test('a program that is not there never becomes ready', async () => {
  const child = startChild({ name: 'none', program: '/no/such/program', words: [] }, false)
  expect(await child.ready).toBe(false)
})

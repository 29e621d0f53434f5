import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, it } from 'vitest'
import { isAlive } from '../services/processes.ts'
import { makeTestFolder } from '../services/test-folder.ts'
import { isFrozen } from './process-figures.ts'
import { type Program, startProgram } from './processes.ts'

const PROGRAM = fileURLToPath(new URL('./test-program.ts', import.meta.url))
const started: Program[] = []

afterEach(async () => {
  for (const program of started.splice(0)) await program.kill()
})

async function start(...args: string[]): Promise<Program> {
  const program = await startProgram({ program: PROGRAM, args, env: { GIVEN: 'this' }, name: 'the program' })
  started.push(program)
  return program
}

it('starts a program with exactly the given environment and collects its message and output', async () => {
  const program = await start('show-what-it-got', 'a b')
  expect(program.message).toEqual({ argument: 'a b', environment: { GIVEN: 'this' } })
  expect(program.isAlive()).toBe(true)
  await expect.poll(() => program.output()).toBe('doing show-what-it-got\n')
  expect(program.memoryBytes()).toBeGreaterThan(20 * 1024 ** 2)
  expect(program.memoryBytes()).toBeLessThan(500 * 1024 ** 2)
})

it('includes the output of a program that exits before it is ready in the error', async () => {
  await expect(start('fail')).rejects.toThrow(/^the program ended .*exit code 1.*doing fail.*no such luck/s)
})

it('kills without warning', async () => {
  const program = await start('stop-in-order')
  expect(await program.kill()).toEqual({ code: null, signal: 'SIGKILL' })
  expect(program.isAlive()).toBe(false)
  expect(isAlive(program.pid)).toBe(false)
  expect(await program.kill()).toEqual({ code: null, signal: 'SIGKILL' })
  expect(program.memoryBytes).toThrow()
})

it('stops gracefully, even if frozen or stopped twice', async () => {
  const program = await start('stop-in-order')
  await program.freeze()
  expect(await Promise.all([program.stop(), program.stop()])).toEqual(
    Array(2).fill({ code: 7, signal: null }),
  )
  expect(await program.ended).toEqual({ code: 7, signal: null })
})

it('kills a program that ignores SIGTERM and throws', async () => {
  const program = await start('be-stubborn')
  await expect(program.stop(200)).rejects.toThrow(
    /the program did not stop within 200 ms.*doing be-stubborn/s,
  )
  expect(program.isAlive()).toBe(false)
})

it('does not wait for a grandchild that keeps the output pipe open', async () => {
  const program = await start('have-a-child')
  const child = program.message as number
  await program.kill()
  expect(isAlive(child)).toBe(true)
  process.kill(child, 'SIGKILL')
})

it('freezes and thaws', async () => {
  const program = await start('work')
  const before = program.cpuSeconds()
  await expect.poll(() => program.cpuSeconds()).toBeGreaterThan(before)
  await program.freeze()
  const frozen = program.cpuSeconds()
  await sleep(300)
  expect(program.cpuSeconds()).toBe(frozen)
  expect(program.isAlive()).toBe(true)
  program.thaw()
  await expect.poll(() => program.cpuSeconds()).toBeGreaterThan(frozen)
})

it('a program dies with its parent, even if frozen', async () => {
  const starter = await start('freeze-a-program')
  await expectGoneWith(starter)
})

it('a frozen service ends with its parent too', async () => {
  const folder = makeTestFolder()
  const starter = await start('freeze-nats', folder)
  await expectGoneWith(starter)
  rmSync(folder, { recursive: true, force: true })
})

async function expectGoneWith(starter: Program) {
  const pids = starter.message as number[]
  expect(pids.map((pid) => isAlive(pid) && isFrozen(pid))).toEqual([true])
  await starter.kill()
  await expect.poll(() => pids.filter(isAlive)).toEqual([])
}

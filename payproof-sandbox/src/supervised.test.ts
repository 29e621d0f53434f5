import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { atEnd } from '../../server/test/at-end.ts'
import { startSupervised, waitUntilReady } from './supervised.ts'

const folder = mkdtempSync(join(tmpdir(), 'payproof-supervised-'))
atEnd(() => rmSync(folder, { recursive: true }))
let counter = 0
const newLog = () => join(folder, `${counter++}.log`)
const contains = async (file: string, text: string) => readFileSync(file, 'utf8').includes(text)

/** Prints its process id, and the name of the signal that ends it. */
const program = `
for (const name of ['SIGTERM', 'SIGINT']) process.on(name, () => { console.log(name); process.exit(0) })
setInterval(() => {}, 1000)
console.log('pid ' + process.pid)`

const startNode = (script: string, stopSignal: 'TERM' | 'INT' = 'TERM') =>
  startSupervised({
    name: 'The program',
    program: process.execPath,
    args: ['-e', script],
    logFile: newLog(),
    stopSignal,
  })

test.each(['TERM', 'INT'] as const)('stop() sends SIG%s and waits for the end', async (signal) => {
  const running = startNode(program, signal)
  await waitUntilReady(running, () => contains(running.logFile, 'pid '))
  expect(running.hasEnded()).toBe(false)
  await running.stop()
  expect(await running.ended).toBe('exit code 0')
  expect(readFileSync(running.logFile, 'utf8')).toMatch(new RegExp(`SIG${signal}\\n$`))
})

test('a program that ends during its start is reported with its last lines', async () => {
  const running = startNode(`console.log('no space left'); process.exitCode = 3`)
  await expect(waitUntilReady(running, async () => false)).rejects.toThrow(
    /The program ended while it started \(exit code 3\)[\s\S]*no space left/,
  )
})

test('a program that cannot be started is reported', async () => {
  const running = startSupervised({
    name: 'The program',
    program: '/nowhere/postgres',
    args: [],
    logFile: newLog(),
  })
  expect(await running.ended).toBe('exit code 127')
})

test('the program ends if the process that started it is killed', async () => {
  const logFile = newLog()
  const module = new URL('./supervised.ts', import.meta.url).href
  const options = { name: 'x', program: process.execPath, args: ['-e', program], logFile }
  const script = `import { startSupervised } from '${module}'
    startSupervised(${JSON.stringify(options)}); setInterval(() => {}, 1000)`
  const parent = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'ignore' })
  const eventually = async (text: string) => {
    for (let attempt = 0; attempt < 600; attempt++) {
      const log = await contains(logFile, text).catch(() => false)
      if (log) return
      await sleep(50)
    }
    throw new Error(`the log does not contain ${text}`)
  }
  await eventually('pid ')
  parent.kill('SIGKILL')
  await eventually('SIGTERM')
  expect(readFileSync(logFile, 'utf8')).toContain('SIGTERM')
})

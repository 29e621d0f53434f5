import { spawn } from 'node:child_process'
import { pbkdf2Sync } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { startNats } from '../services/nats.ts'
import { startProgram } from './processes.ts'
import { faultsOfNats } from './services.ts'

// A program for the tests: performs the action named by its first argument, then sends a message to its parent.
const actions: Record<string, (argument: string) => unknown> = {
  fail: () => {
    throw new Error('no such luck')
  },
  'be-stubborn': () => {
    process.on('SIGTERM', () => {})
  },
  'stop-in-order': () => {
    process.on('SIGTERM', () => process.exit(7))
  },
  'have-a-child': () => spawn('/bin/sleep', ['30'], { stdio: 'inherit' }).pid,
  work: () => {
    setInterval(() => pbkdf2Sync('', '', 5_000, 32, 'sha256'), 1)
  },
  // biome-ignore lint/style/noProcessEnv: this is what the test is about.
  'show-what-it-got': (argument) => ({ argument, environment: process.env }),
  'freeze-a-program': async () => {
    const program = await startProgram({
      program: fileURLToPath(import.meta.url),
      name: 'the frozen program',
    })
    await program.freeze()
    return [program.pid]
  },
  'freeze-nats': async (folder) => {
    const nats = await startNats({ folder })
    await faultsOfNats(nats).pauseNats()
    return nats.pids()
  },
}

const [action = '', argument = ''] = process.argv.slice(2)
process.stdout.write(`doing ${action}\n`)
setInterval(() => {}, 1000)
process.send?.((await actions[action]?.(argument)) ?? 'ready')

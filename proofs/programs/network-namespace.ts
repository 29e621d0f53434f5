import { spawn } from 'node:child_process'
import { readlinkSync } from 'node:fs'
import type { Measurement } from '../harness/measurement.ts'

/**
 * Runs a program in a new network namespace and returns the measurements that it sends. Its first argument is the name of
 * the outer namespace, so that it can refuse to run there.
 */
export function runInNamespace(options: {
  program: string
  args?: readonly string[]
  limitMs: number
  /** Programs that the program needs, for the error message. */
  needs: string
}): Promise<Measurement[]> {
  const { program, args = [], limitMs, needs } = options
  // Root needs no user namespace; some systems forbid them.
  const flags = process.getuid?.() === 0 ? ['--net'] : ['--net', '--map-root-user']
  const outer = readlinkSync('/proc/self/ns/net')
  const child = spawn('unshare', [...flags, process.execPath, program, outer, ...args], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    timeout: limitMs,
    killSignal: 'SIGKILL',
  })
  return new Promise((resolve, reject) => {
    child.once('message', (measurements: Measurement[]) => resolve(measurements))
    child.once('error', (error) => reject(new Error('could not run unshare', { cause: error })))
    child.once('exit', (code, signal) => {
      const reason = `could not create the network namespace, or the program in it failed (${signal ?? code})`
      reject(new Error(`${reason}; needs Linux with root or user namespaces, and the programs ${needs}`))
    })
  })
}

import { spawn } from 'node:child_process'
import { readlinkSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Measurement } from './harness/measurement.ts'

const limitMs = 900_000

/**
 * Runs in a network namespace in which every address belongs to this machine. A recorder sees every connection that a
 * broken guard would allow, and nothing leaves the machine. The small and the full form are the same.
 */
export async function prove(): Promise<Measurement[]> {
  const program = fileURLToPath(new URL('ssrf/inside.ts', import.meta.url))
  // Root needs no user namespace; some systems forbid them.
  const flags = process.getuid?.() === 0 ? ['--net'] : ['--net', '--map-root-user']
  const child = spawn('unshare', [...flags, process.execPath, program, readlinkSync('/proc/self/ns/net')], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    timeout: limitMs,
    killSignal: 'SIGKILL',
  })
  return new Promise((resolve, reject) => {
    child.once('message', (measurements: Measurement[]) => resolve(measurements))
    child.once('error', (error) => reject(new Error('could not run unshare', { cause: error })))
    child.once('exit', (code, signal) => {
      const reason = `could not create the network namespace, or the program in it failed (${signal ?? code})`
      reject(
        new Error(`${reason}; needs Linux with root or user namespaces, and the programs ip and openssl`),
      )
    })
  })
}

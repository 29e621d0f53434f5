import { spawn } from 'node:child_process'
import { readlinkSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Verdict } from './ssrf/inside.ts'

export const name = 'ssrf'

const limitMs = 120_000

/**
 * No URL of a client makes us connect to anything inside. It runs in a network namespace in which every address of the
 * world is this machine: a broken guard is seen by whoever listens there, and reaches nobody else.
 */
export async function prove(): Promise<Verdict> {
  const program = fileURLToPath(new URL('ssrf/inside.ts', import.meta.url))
  // Root needs no user namespace of its own, which some systems forbid.
  const flags = process.getuid?.() === 0 ? ['--net'] : ['--net', '--map-root-user']
  const child = spawn('unshare', [...flags, process.execPath, program, readlinkSync('/proc/self/ns/net')], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    timeout: limitMs,
    killSignal: 'SIGKILL',
  })
  return new Promise((resolve, reject) => {
    child.once('message', (verdict: Verdict) => resolve(verdict))
    child.once('error', (error) => reject(new Error('unshare cannot be run', { cause: error })))
    child.once('exit', (code, signal) => {
      const reason = `the network namespace could not be made, or what ran in it failed (${signal ?? code})`
      reject(
        new Error(
          `${reason}; it takes Linux with root or with user namespaces, and the programs ip and openssl`,
        ),
      )
    })
  })
}

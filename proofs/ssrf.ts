import { fileURLToPath } from 'node:url'
import type { Measurement } from './harness/measurement.ts'
import { runInNamespace } from './programs/network-namespace.ts'

const limitMs = 900_000

/**
 * Runs in a network namespace in which every address belongs to this machine. A recorder sees every connection that a
 * broken guard would allow, and nothing leaves the machine. The small and the full form are the same.
 */
export const prove = (): Promise<Measurement[]> =>
  runInNamespace({
    program: fileURLToPath(new URL('ssrf/inside.ts', import.meta.url)),
    limitMs,
    needs: 'ip and openssl',
  })

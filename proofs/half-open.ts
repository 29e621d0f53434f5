import { fileURLToPath } from 'node:url'
import type { Measurement } from './harness/measurement.ts'
import type { ProveOptions } from './harness/proof.ts'
import { runInNamespace } from './programs/network-namespace.ts'

const limitMs = 7_200_000

/**
 * Cuts, thins and slows the connections of single processes, one direction at a time, in a network namespace of its own.
 * The packets are dropped by the kernel, so both ends believe for a while that the connection is fine.
 */
export const prove = ({ full, seed }: ProveOptions): Promise<Measurement[]> =>
  runInNamespace({
    program: fileURLToPath(new URL('half-open/inside.ts', import.meta.url)),
    args: [full ? 'full' : 'small', seed],
    limitMs,
    needs: 'ip and nft (Debian package nftables)',
  })

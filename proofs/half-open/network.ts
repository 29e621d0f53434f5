import { execFileSync } from 'node:child_process'
import { readlinkSync } from 'node:fs'
import { requireProgram } from '../../dev/services/programs.ts'
import type { PairKind } from '../programs/start-pairs.ts'

export type LinkTarget = 'postgres' | 'nats' | 's3'

/** The connections of one process, or of both processes of a kind, to one service. */
export type Link = { kind: PairKind; target: LinkTarget; indexes: readonly number[] }

/** A fault of the packets of a link. */
export type LinkFault = 'requests lost' | 'replies lost' | 'a third of all packets lost' | 'a slow line'

const kinds: readonly PairKind[] = ['api', 'worker', 'dispatcher', 'service']
const targets: readonly LinkTarget[] = ['postgres', 'nats', 's3']
// Packets of the loopback interface are otherwise larger than any line's.
const packetBytes = 1_500
const rules: Record<LinkFault, string> = {
  'requests lost': 'ct direction original drop',
  'replies lost': 'ct direction reply drop',
  'a third of all packets lost': 'numgen random mod 3 < 1 drop',
  // Kernels without netem cannot delay packets. On a line this thin, they wait for retransmissions.
  'a slow line': 'limit rate over 10 kbytes/second burst 4 kbytes drop',
}

/** Refuses to run outside a new namespace, because it would disconnect the machine. */
export function openNetwork(outerNamespace: string) {
  if (!outerNamespace || readlinkSync('/proc/self/ns/net') === outerNamespace)
    throw new Error('not in a separate network namespace')
  execFileSync('ip', ['link', 'set', 'lo', 'mtu', String(packetBytes), 'up'])
  nft('add table ip links')
  nft('add chain ip links outgoing { type nat hook output priority -100 ; }')
  nft('add chain ip links faults { type filter hook output priority 0 ; }')
  // Every link has its own address of the same server, by which its packets are recognised in both directions.
  nft('add rule ip links outgoing ip daddr 127.1.0.0/16 dnat to 127.0.0.1')
  return {
    break(link: Link, fault: LinkFault) {
      for (const index of link.indexes)
        nft(
          `add rule ip links faults ct original ip daddr ${addressOf(link.kind, index, link.target)} ${rules[fault]}`,
        )
    },
    heal: () => nft('flush chain ip links faults'),
  }
}

/** The address under which one process reaches a server. */
export const addressOf = (kind: PairKind, index: number, target: LinkTarget) =>
  `127.1.${kinds.indexOf(kind) * 2 + index + 1}.${targets.indexOf(target) + 1}`

/** Replaces the host of a URL by the address of a link. */
export const throughLink = (url: string, kind: PairKind, index: number, target: LinkTarget) => {
  const changed = new URL(url)
  changed.hostname = addressOf(kind, index, target)
  return changed.href.replace(/\/$/, '')
}

const nft = (command: string) =>
  execFileSync(requireProgram('nft'), command.split(' '), { stdio: ['ignore', 'ignore', 'inherit'] })

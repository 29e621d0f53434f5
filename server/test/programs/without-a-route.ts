import { execFileSync, spawn } from 'node:child_process'
import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { startDnsServer } from '../dns-server.ts'

// node without-a-route.ts OUTER_NAMESPACE COMMAND…, in a new network and mount namespace: runs a command with loopback only, and
// sends what it tried to reach to the parent process. The kernel counts connections and packets without a route, and a
// name server on loopback records each name that is looked up.

const [outerNamespace = '', program = '', ...args] = process.argv.slice(2)
/** An address and a name that are reserved for documentation; the control reaches for them. */
const control = { address: '192.0.2.1', name: 'control.example' }
/**
 * Chromium connects a UDP socket to this address to learn whether IPv6 works, and sends nothing. No option turns this
 * off. With a route to loopback the connection is not counted, and packets to the address still are.
 */
const chromiumProbe = '2001:4860:4860::8888'

// The parent process has exited, so this process exits, too.
process.on('disconnect', () => process.exit(1))
if (!outerNamespace || readlinkSync('/proc/self/ns/net') === outerNamespace)
  throw new Error('not in a separate network namespace')
if (Object.keys(networkInterfaces()).length > 0) throw new Error('the network namespace is not empty')
execFileSync('ip', ['link', 'set', 'lo', 'up'])
execFileSync('ip', ['-6', 'route', 'add', `${chromiumProbe}/128`, 'dev', 'lo'])
const names = await startDnsServer(new Map(), 53)
useNameServer('127.0.0.1')

await reachForControl()
const controlled = { attempts: countAttempts(), names: names.askedNames() }
const child = spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit'] })
const [code] = await once(child, 'exit')
const tried: TriedOutside = {
  code,
  control: controlled,
  attempts: countAttempts() - controlled.attempts,
  names: names.askedNames().filter((name) => !controlled.names.includes(name)),
}
process.send?.(tried, () => process.exit())

/** Attempts of a command to reach other machines. */
export type TriedOutside = {
  /** Exit code of the command; null if a signal ended it. */
  code: number | null
  /** The same counts after a connection and a lookup on purpose, which show that such attempts are noticed. */
  control: { attempts: number; names: string[] }
  /** Connections and packets to addresses other than loopback. */
  attempts: number
  /** Names that were looked up. */
  names: string[]
}

/** Hides the machine's resolv.conf in this mount namespace. */
function useNameServer(address: string) {
  const folder = mkdtempSync(join(tmpdir(), 'name-server-'))
  const file = join(folder, 'resolv.conf')
  writeFileSync(file, `nameserver ${address}\n`)
  execFileSync('mount', ['--bind', file, '/etc/resolv.conf'])
  rmSync(folder, { recursive: true })
}

async function reachForControl() {
  const socket = connect(443, control.address)
  await once(socket, 'error')
  await lookup(control.name).catch(() => undefined)
}

/** Reads the kernel's counts of this namespace: connections and datagrams for which there was no route. */
function countAttempts() {
  const [head = '', values = ''] = readFileSync('/proc/net/snmp', 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('Ip:'))
  const overIpv4 = Number(values.split(' ')[head.split(' ').indexOf('OutNoRoutes')])
  const overIpv6 = Number(/^Ip6OutNoRoutes\s+(\d+)$/m.exec(readFileSync('/proc/net/snmp6', 'utf8'))?.[1])
  return overIpv4 + overIpv6
}

import { BlockList, isIPv6 } from 'node:net'
import { blockedRanges } from '../../server/src/platform/outbound/addresses.ts'
import type { Findings } from '../programs/findings.ts'
import { outside4, outside6 } from './blocked-addresses.ts'
import { listTargets, rebindingName, type SsrfCase } from './cases.ts'
import { mapConcurrently } from './map-concurrently.ts'
import type { Recorder } from './recorder.ts'
import { openUnguarded, type Unguarded } from './unguarded.ts'

const concurrency = 16
/** Multicast addresses, to which TCP cannot connect. */
const multicastRanges = ['224.0.0.0/4', 'ff00::/8']

/**
 * Runs a control without the guard. The recorder must see its connections; otherwise the absence of connections
 * proves nothing.
 */
export async function runControls(dnsServer: string, cases: SsrfCase[], recorder: Recorder) {
  const unguarded = openUnguarded(dnsServer)
  await mapConcurrently(concurrency, cases, ({ target }) => unguarded.callTarget(target))
  const arrivals = await recorder.takeArrivals()
  const inside = arrivals.filter(({ address }) => address !== outside4 && address !== outside6)

  const seen = await listSeen(unguarded, recorder)
  const ranges = Object.keys(blockedRanges)
  const isIn = (range: string) => (address: string) => contains(range, address)
  const unseen = ranges.filter((range) => !seen.some(isIn(range)) && !multicastRanges.includes(range))
  const untried = ranges.filter((range) => !listTargets().some(isIn(range)))

  await unguarded.checkThenCall(rebindingName)
  const rebound = (await recorder.takeArrivals()).map(({ address }) => address)
  const findings: Findings = {
    'ranges without a case': untried,
    'ranges not seen by the recorder': unseen,
    'rebindings not seen by the recorder': rebound.join() === '10.0.0.1' ? [] : [rebound.join()],
  }
  return {
    findings,
    inside: inside.length,
    ranges: `${ranges.length - unseen.length - multicastRanges.length} of ${ranges.length}`,
  }
}

/**
 * Lists the called addresses for which the recorder saw a connection, possibly at another address: `::` connects to
 * `::1`.
 */
async function listSeen(unguarded: Unguarded, recorder: Recorder): Promise<string[]> {
  const seen: string[] = []
  for (const address of listTargets()) {
    await unguarded.callAddress(address)
    if ((await recorder.takeArrivals()).length > 0) seen.push(address)
  }
  return seen
}

function contains(range: string, address: string): boolean {
  const [base = '', length] = range.split('/')
  const family = isIPv6(base) ? 'ipv6' : 'ipv4'
  if (isIPv6(base) !== isIPv6(address)) return false
  const list = new BlockList()
  list.addSubnet(base, Number(length), family)
  return list.check(address, family)
}

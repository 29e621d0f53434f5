import { type ProofRandom, shuffle } from '../programs/random.ts'
import type { PairKind } from '../programs/start-pairs.ts'
import type { Link, LinkFault, LinkTarget } from './network.ts'

export type PlannedFault = { link: Link; fault: LinkFault }

const kinds: readonly PairKind[] = ['api', 'worker', 'dispatcher', 'service']
const faults: readonly LinkFault[] = [
  'requests lost',
  'replies lost',
  'a third of all packets lost',
  'a slow line',
]

/** Only the service itself uses the object store. */
const targetsOf = (kind: PairKind): readonly LinkTarget[] =>
  kind === 'service' ? ['postgres', 'nats', 's3'] : ['postgres', 'nats']

/** Every link once, with faults in turn. The first and the second direction are cut most often. */
export function planSome(random: ProofRandom): PlannedFault[] {
  const links = kinds.flatMap((kind) => targetsOf(kind).map((target) => ({ kind, target, indexes: [0] })))
  return shuffle(links, random).map((link, n) => ({ link, fault: faults[n % faults.length] as LinkFault }))
}

/** Every link with every fault, of one process and of both. */
export function planAll(random: ProofRandom): PlannedFault[] {
  const all = kinds.flatMap((kind) =>
    targetsOf(kind).flatMap((target) =>
      faults.flatMap((fault) => [[0], [0, 1]].map((indexes) => ({ link: { kind, target, indexes }, fault }))),
    ),
  )
  return shuffle(all, random)
}

import type { Zone } from '../../server/test/dns-server.ts'
import {
  embeddings,
  outside4,
  outside6,
  spellings,
  spellings6,
  victims4,
  victims6,
} from './blocked-addresses.ts'
import { ports } from './recorder.ts'

/** A URL to post to, without its scheme: `RuleSet` adds http or https. */
export type SsrfCase = { kind: string; target: string }

/** Names with external addresses, which must be reached. Without them, a guard that blocks everything would pass. */
export const goodNames = {
  v4: 'four.example.org',
  v6: 'six.example.org',
  both: 'both.example.org',
  alias: 'alias.example.org',
}

/** Name that resolves alternately to an external and an internal address (DNS rebinding). */
export const rebindingName = 'rebinding.example.org'

export const redirects = [301, 302, 303, 307, 308].flatMap((status) =>
  [
    'http://127.0.0.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://[fd00:ec2::254]/',
    'http://10.0.0.1:6379/',
  ].map((to) => ({
    status,
    target: `${goodNames.v4}/${status}?to=${encodeURIComponent(to)}`,
  })),
)

/**
 * Lists all cases that must be refused under every rule set (except loopback where it is allowed), with their DNS
 * zone.
 */
export function listCases(): { cases: SsrfCase[]; zone: Zone } {
  const zone: Zone = new Map()
  zone.set(goodNames.v4, { a: [outside4] })
  zone.set(goodNames.v6, { aaaa: [outside6] })
  zone.set(goodNames.both, { a: [outside4], aaaa: [outside6] })
  zone.set(goodNames.alias, { cname: goodNames.both })
  zone.set(rebindingName, [{ a: [outside4] }, { a: ['10.0.0.1'] }])
  const cases = [...listLiterals(), ...listNames(zone), ...listAnswers(zone), ...listTricks()]
  return { cases, zone }
}

/** Lists every address that must not be reached. */
export function listTargets(): string[] {
  return [...victims4, ...victims6, ...victims4.flatMap(embeddings)]
}

function listLiterals(): SsrfCase[] {
  const mixed = victims4.flatMap((address) => [
    `[::ffff:${address}]`,
    `[::${address}]`,
    `[64:ff9b::${address}]`,
  ])
  const zones = ['[fe80::1%25lo]', '[fe80::1%lo]', '[fe80::1%251]', '[::1%25lo]', 'fe80::1', '[127.0.0.1]']
  return [
    ...victims4.flatMap(spellings).map((target) => ({ kind: 'an IPv4 address in the URL', target })),
    ...[...victims6, ...victims4.flatMap(embeddings)]
      .flatMap(spellings6)
      .concat(mixed, zones)
      .map((target) => ({ kind: 'an IPv6 address in the URL', target })),
  ]
}

function listNames(zone: Zone): SsrfCase[] {
  return listTargets().flatMap((address, index) => {
    const [direct, alias, chain, mixed] = ['direct', 'alias', 'chain', 'mixed'].map(
      (kind) => `${kind}${index}.example.org`,
    ) as [string, string, string, string]
    const inside = address.includes(':') ? { aaaa: [address] } : { a: [address] }
    const [a, aaaa] = [
      [outside4, ...(inside.a ?? [])],
      [outside6, ...(inside.aaaa ?? [])],
    ]
    zone.set(direct, inside)
    zone.set(alias, { cname: direct })
    zone.set(chain, { cname: alias })
    // The internal address is last for even indexes and first for odd indexes.
    zone.set(mixed, index % 2 ? { a: a.toReversed(), aaaa: aaaa.toReversed() } : { a, aaaa })
    return [
      { kind: 'a name that resolves to an internal address', target: direct },
      { kind: 'an alias of such a name', target: chain },
      { kind: 'one internal address among external ones', target: mixed },
    ]
  })
}

function listAnswers(zone: Zone): SsrfCase[] {
  const many = Array.from({ length: 40 }, (_, n) => `93.184.216.${n + 1}`)
  zone.set('crowd.example.org', { a: [...many, '10.0.0.1'] })
  zone.set('slow.example.org', { a: [outside4], delayMs: 5_000 })
  zone.set('slow-half.example.org', { a: [outside4], delayMs: 5_000, troubled: 'aaaa' })
  zone.set('failing.example.org', { code: 2, a: [outside4] })
  zone.set('failing-half.example.org', { code: 2, a: [outside4], troubled: 'aaaa' })
  zone.set('refusing.example.org', { code: 5 })
  zone.set('empty.example.org', {})
  zone.set('loop.example.org', { cname: 'loop.example.org' })
  zone.set('to-localhost.example.org', { cname: 'localhost' })
  for (const name of insideNames) zone.set(name.toLowerCase().replace(/\.$/, ''), { a: [outside4] })
  zone.set('localhost', { a: ['127.0.0.1'], aaaa: ['::1'] })
  zone.set('printer', { a: ['192.168.0.9'] })
  const names = [
    'crowd',
    'slow',
    'slow-half',
    'failing',
    'failing-half',
    'refusing',
    'empty',
    'loop',
    'to-localhost',
    'missing',
  ]
  return [
    ...names.map((name) => ({ kind: 'an unusual DNS reply', target: `${name}.example.org` })),
    ...insideNames.map((target) => ({ kind: 'an internal name', target })),
  ]
}

const insideNames = [
  'localhost.',
  'a.localhost',
  'localhost.localdomain.local',
  'printer',
  'printer.',
  'kubernetes',
  'postgres',
  'metadata.google.internal',
  'metadata.google.internal.',
  'METADATA.GOOGLE.INTERNAL',
  'instance-data.ec2.internal',
  'kubernetes.default.svc.cluster.local',
  'host.docker.internal',
  'ip6-localhost',
  'loopback',
  'a..example.org',
]

function listTricks(): SsrfCase[] {
  const good = goodNames.v4
  const users = [
    `user@${good}`,
    `user:secret@${good}`,
    `:@${good}:x@${good}`,
    `${good}@127.0.0.1`,
    `127.0.0.1@${good}`,
  ]
  const confusing = [
    `${good}:80@10.0.0.1`,
    `10.0.0.1\\@${good}`,
    `10.0.0.1#@${good}`,
    `10.0.0.1?@${good}`,
    `10.0.0.1%23@${good}`,
  ]
  const broken = [
    `10.0.0.1%00.${good}`,
    `${good}%0d%0aHost:127.0.0.1`,
    '10.0.0.1\t',
    '\n10.0.0.1',
    '1０.0.0.1',
    '②⑤④.0.0.1',
  ]
  return [
    ...[...users, ...confusing, ...broken].map((target) => ({ kind: 'a misleading URL', target })),
    ...[...ports.others, 0, 65535].map((port) => ({
      kind: 'a port that is not allowed',
      target: `${good}:${port}`,
    })),
  ]
}

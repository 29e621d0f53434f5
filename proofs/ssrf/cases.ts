import type { Zone } from '../../server/test/dns-server.ts'
import { ports } from './recorder.ts'
import { disguises, outside4, outside6, spellings, spellings6, victims4, victims6 } from './blocked-addresses.ts'

/** A place to send to, without the scheme, because that depends on the rules. */
export type Case = { kind: string; place: string }

/** The names whose address is outside: they must be reached, or everything that is refused would prove nothing. */
export const goodNames = {
  v4: 'four.example.org',
  v6: 'six.example.org',
  both: 'both.example.org',
  alias: 'alias.example.org',
}

/** Outside, inside, outside … whoever asks twice gets two answers. */
export const rebindingName = 'rebinding.example.org'

export const redirects = [301, 302, 303, 307, 308].flatMap((status) =>
  [
    'http://127.0.0.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://[fd00:ec2::254]/',
    'http://10.0.0.1:6379/',
  ].map((to) => ({
    status,
    place: `${goodNames.v4}/${status}?to=${encodeURIComponent(to)}`,
  })),
)

/** Everything that must be refused under every rule (but for loopback, where that is allowed), and the names it needs. */
export function listCases(): { cases: Case[]; zone: Zone } {
  const zone: Zone = new Map()
  zone.set(goodNames.v4, { a: [outside4] })
  zone.set(goodNames.v6, { aaaa: [outside6] })
  zone.set(goodNames.both, { a: [outside4], aaaa: [outside6] })
  zone.set(goodNames.alias, { cname: goodNames.both })
  zone.set(rebindingName, [{ a: [outside4] }, { a: ['10.0.0.1'] }])
  const cases = [...listLiterals(), ...listNames(zone), ...listAnswers(zone), ...listTricks()]
  return { cases, zone }
}

/** Every address that must not be reached. */
export function listTargets(): string[] {
  return [...victims4, ...victims6, ...victims4.flatMap(disguises)]
}

function listLiterals(): Case[] {
  const mixed = victims4.flatMap((address) => [
    `[::ffff:${address}]`,
    `[::${address}]`,
    `[64:ff9b::${address}]`,
  ])
  const zones = ['[fe80::1%25lo]', '[fe80::1%lo]', '[fe80::1%251]', '[::1%25lo]', 'fe80::1', '[127.0.0.1]']
  return [
    ...victims4.flatMap(spellings).map((place) => ({ kind: 'an IPv4 address in the URL', place })),
    ...[...victims6, ...victims4.flatMap(disguises)]
      .flatMap(spellings6)
      .concat(mixed, zones)
      .map((place) => ({ kind: 'an IPv6 address in the URL', place })),
  ]
}

function listNames(zone: Zone): Case[] {
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
    // The bad one comes last on even turns and first on odd ones.
    zone.set(mixed, index % 2 ? { a: a.toReversed(), aaaa: aaaa.toReversed() } : { a, aaaa })
    return [
      { kind: 'a name that resolves to it', place: direct },
      { kind: 'an alias of such a name', place: chain },
      { kind: 'one bad address among good ones', place: mixed },
    ]
  })
}

function listAnswers(zone: Zone): Case[] {
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
    ...names.map((name) => ({ kind: 'an odd answer of the DNS', place: `${name}.example.org` })),
    ...insideNames.map((place) => ({ kind: 'a name of the inside', place })),
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

function listTricks(): Case[] {
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
    ...[...users, ...confusing, ...broken].map((place) => ({ kind: 'a trick in the URL', place })),
    ...[...ports.others, 0, 65535].map((port) => ({
      kind: 'a port that is not allowed',
      place: `${good}:${port}`,
    })),
  ]
}

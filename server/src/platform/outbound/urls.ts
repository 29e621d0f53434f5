import { isIP } from 'node:net'
import { blockOf, isLoopback } from './addresses.ts'

export type OutboundRules = {
  environment: 'sandbox' | 'production'
  /** Sandbox only: lets receivers be on this machine, on any port. */
  allowLoopback: boolean
  /** The ports a URL may name; besides these, loopback (if allowed) may use any. */
  ports: readonly number[]
  /** `host:port` of DNS servers to ask; empty: the system's. */
  dnsServers: readonly string[]
  /** PEM of additional certificate authorities. */
  ca?: string
}

/** A URL that has passed every check that needs no network. */
export type Target = {
  isSecure: boolean
  /** A DNS name without the last dot, or an address without brackets. */
  host: string
  port: number
  path: string
  /** The same for all URLs that may share a connection. */
  origin: string
}

const longestUrl = 2048
const longestName = 253
const label = /^(?!-)[a-z0-9_-]{1,63}(?<!-)$/
const insideSuffixes = ['internal', 'local', 'localhost']

/** The target of this URL, or why it can have none. */
export function readUrl(text: string, rules: OutboundRules): { target: Target } | { refusal: string } {
  if (text.length > longestUrl) return { refusal: `must be at most ${longestUrl} characters long` }
  const url = URL.parse(text)
  if (!url) return { refusal: 'must be an absolute URL' }
  const isSandbox = rules.environment === 'sandbox'
  if (url.protocol !== 'https:' && !(isSandbox && url.protocol === 'http:')) {
    return { refusal: isSandbox ? 'must use https: or http:' : 'must use https:' }
  }
  if (url.username || url.password) return { refusal: 'must have no user name or password' }
  const target = targetOf(url)
  const refusal = hostRefusal(target, rules) ?? portRefusal(target, rules)
  return refusal ? { refusal } : { target }
}

/** Whether this address may be connected to. */
export function allows(rules: OutboundRules, address: string): boolean {
  return blockOf(address) === undefined || (allowsLoopback(rules) && isLoopback(address))
}

function targetOf(url: URL): Target {
  const isSecure = url.protocol === 'https:'
  // The last dot says that a name is complete, which ours always are. Certificates are written without it.
  url.hostname = url.hostname.replace(/\.$/, '')
  return {
    isSecure,
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(url.port || (isSecure ? 443 : 80)),
    path: url.pathname + url.search,
    origin: url.origin,
  }
}

function hostRefusal({ host }: Target, rules: OutboundRules): string | undefined {
  if (isHere(host, rules)) return undefined
  if (isIP(host) !== 0) {
    if (rules.environment === 'production') return 'must name its host, not give an address'
    return allows(rules, host) ? undefined : 'must not lead to a private or reserved address'
  }
  const labels = host.split('.')
  if (host.length > longestName || !labels.every((part) => label.test(part)))
    return 'must have a valid host name'
  if (labels.length === 1 || insideSuffixes.includes(labels.at(-1) ?? '')) {
    return 'must name a host of the public internet'
  }
  return undefined
}

function portRefusal({ host, port }: Target, rules: OutboundRules): string | undefined {
  if (rules.ports.includes(port) || isHere(host, rules)) return undefined
  return `must use port ${rules.ports.join(' or ')}`
}

/** This machine, said openly. A name that only resolves to it is no reason to open every port. */
function isHere(host: string, rules: OutboundRules): boolean {
  return allowsLoopback(rules) && (host === 'localhost' || isLoopback(host))
}

function allowsLoopback({ environment, allowLoopback }: OutboundRules): boolean {
  return environment === 'sandbox' && allowLoopback
}

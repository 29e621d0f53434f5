import { isIP } from 'node:net'
import { blockReason, isLoopback } from './addresses.ts'

export type OutboundRules = {
  environment: 'sandbox' | 'production'
  /** Sandbox only: allows receivers on the loopback interface. */
  allowLoopback: boolean
  /** Allowed ports. Loopback receivers, if allowed, may use any port. */
  ports: readonly number[]
  /** DNS servers as `host:port`. If empty, those of the system are used. */
  dnsServers: readonly string[]
  /** PEM of additional certificate authorities. */
  ca?: string
}

/** A URL that has passed all checks that need no network. */
export type OutboundTarget = {
  isSecure: boolean
  /** A DNS name without trailing dot, or an IP address without brackets. */
  host: string
  port: number
  path: string
  /** Key of the connection pool. */
  origin: string
}

const maxUrlLength = 2048
const maxNameLength = 253
const label = /^(?!-)[a-z0-9_-]{1,63}(?<!-)$/
const internalSuffixes = ['internal', 'local', 'localhost']

/** Parses and checks a URL. `refusal` is the reason why it is not allowed, as text for the client. */
export function parseTargetUrl(
  text: string,
  rules: OutboundRules,
): { target: OutboundTarget } | { refusal: string } {
  if (text.length > maxUrlLength) return { refusal: `must be at most ${maxUrlLength} characters long` }
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

export function isAddressAllowed(rules: OutboundRules, address: string): boolean {
  return blockReason(address) === undefined || (allowsLoopback(rules) && isLoopback(address))
}

function targetOf(url: URL): OutboundTarget {
  const isSecure = url.protocol === 'https:'
  // Certificates contain host names without the trailing dot of a fully qualified name.
  url.hostname = url.hostname.replace(/\.$/, '')
  return {
    isSecure,
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(url.port || (isSecure ? 443 : 80)),
    path: url.pathname + url.search,
    origin: url.origin,
  }
}

function hostRefusal({ host }: OutboundTarget, rules: OutboundRules): string | undefined {
  if (isAllowedLoopback(host, rules)) return undefined
  if (isIP(host) !== 0) {
    if (rules.environment === 'production') return 'must name its host, not give an address'
    return isAddressAllowed(rules, host) ? undefined : 'must not lead to a private or reserved address'
  }
  const labels = host.split('.')
  if (host.length > maxNameLength || !labels.every((part) => label.test(part)))
    return 'must have a valid host name'
  if (labels.length === 1 || internalSuffixes.includes(labels.at(-1) ?? '')) {
    return 'must name a host of the public internet'
  }
  return undefined
}

function portRefusal({ host, port }: OutboundTarget, rules: OutboundRules): string | undefined {
  if (rules.ports.includes(port) || isAllowedLoopback(host, rules)) return undefined
  return `must use port ${rules.ports.join(' or ')}`
}

/** Only an explicit loopback host may use any port; a name that happens to resolve to loopback may not. */
function isAllowedLoopback(host: string, rules: OutboundRules): boolean {
  return allowsLoopback(rules) && (host === 'localhost' || isLoopback(host))
}

function allowsLoopback({ environment, allowLoopback }: OutboundRules): boolean {
  return environment === 'sandbox' && allowLoopback
}

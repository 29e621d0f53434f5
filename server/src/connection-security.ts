/** The settings that name other systems. */
export type ConnectionSettings = {
  BASE_URL?: string | undefined
  S3_PUBLIC_ENDPOINT?: string | undefined
  OTHER_CELLS?: readonly { url: string }[]
  DATABASE_URL?: string | undefined
  MIGRATION_DATABASE_URL?: string | undefined
  NATS_URL?: string | undefined
  S3_ENDPOINT?: string | undefined
  SMTP_URL?: string | undefined
  SMS_GATEWAY_URL?: string | undefined
  CLAMD_URL?: string | undefined
  READER_MODEL_URL?: string | undefined
  OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined
  PLAINTEXT_HOSTS: readonly string[]
}

type Rule = {
  setting: string
  urls: readonly (string | undefined)[]
  isProtected: (url: URL) => boolean
  demand: string
  /** Whether PLAINTEXT_HOSTS may allow it. Addresses that browsers use are never in a private network. */
  canBePrivate: boolean
}

const loopbackHosts = ['localhost', '127.0.0.1', '::1']

/** Describes each setting of production that would send passwords, documents or personal data without verified TLS. */
export function unprotectedConnections(config: ConnectionSettings): string[] {
  const isAllowed = (url: URL, { canBePrivate }: Rule) => {
    const hosts = hostsOf(url)
    return hosts.every(
      (host) => isOnThisMachine(host) || (canBePrivate && config.PLAINTEXT_HOSTS.includes(host)),
    )
  }
  return rulesFor(config)
    .filter((rule) => {
      const urls = rule.urls.flatMap((text) => (text === undefined ? [] : (URL.parse(text) ?? [])))
      return urls.some((url) => !rule.isProtected(url) && !isAllowed(url, rule))
    })
    .map(({ setting, demand, canBePrivate }) =>
      canBePrivate
        ? `${setting}: ${demand} in production, except on loopback and for PLAINTEXT_HOSTS`
        : `${setting}: ${demand} in production, except on loopback`,
    )
}

function rulesFor(config: ConnectionSettings): Rule[] {
  const https = { isProtected: isHttps, demand: 'must use https' }
  const postgres = { isProtected: hasVerifiedTls, demand: 'needs sslmode=verify-full', canBePrivate: true }
  return [
    { setting: 'BASE_URL', urls: [config.BASE_URL], ...https, canBePrivate: false },
    { setting: 'S3_PUBLIC_ENDPOINT', urls: [config.S3_PUBLIC_ENDPOINT], ...https, canBePrivate: false },
    {
      setting: 'OTHER_CELLS',
      urls: (config.OTHER_CELLS ?? []).map(({ url }) => url),
      ...https,
      canBePrivate: false,
    },
    { setting: 'DATABASE_URL', urls: [config.DATABASE_URL], ...postgres },
    { setting: 'MIGRATION_DATABASE_URL', urls: [config.MIGRATION_DATABASE_URL], ...postgres },
    {
      setting: 'NATS_URL',
      urls: config.NATS_URL?.split(',') ?? [],
      isProtected: ({ protocol }) => protocol === 'tls:',
      demand: 'must use tls',
      canBePrivate: true,
    },
    { setting: 'S3_ENDPOINT', urls: [config.S3_ENDPOINT], ...https, canBePrivate: true },
    {
      setting: 'SMTP_URL',
      urls: [config.SMTP_URL],
      isProtected: requiresMailTls,
      demand: 'must use smtps, or smtp with ?requireTLS=true,',
      canBePrivate: true,
    },
    { setting: 'SMS_GATEWAY_URL', urls: [config.SMS_GATEWAY_URL], ...https, canBePrivate: true },
    {
      setting: 'CLAMD_URL',
      urls: [config.CLAMD_URL],
      isProtected: () => false,
      demand: 'cannot use TLS, so it must be on a private network',
      canBePrivate: true,
    },
    { setting: 'READER_MODEL_URL', urls: [config.READER_MODEL_URL], ...https, canBePrivate: true },
    {
      setting: 'OTEL_EXPORTER_OTLP_ENDPOINT',
      urls: [config.OTEL_EXPORTER_OTLP_ENDPOINT],
      ...https,
      canBePrivate: true,
    },
  ]
}

const isHttps = ({ protocol }: URL) => protocol === 'https:'

/** All values count, because the driver uses the last one of a repeated parameter. */
function hasVerifiedTls({ searchParams }: URL) {
  const modes = searchParams.getAll('sslmode')
  return modes.length > 0 && modes.every((mode) => mode === 'verify-full')
}

/** The mailer ignores a certificate or TLS itself only if one of these parameters says so. */
function requiresMailTls({ protocol, searchParams }: URL) {
  const weakening = ['ignoreTLS', 'secure', 'tls.rejectUnauthorized']
  if (weakening.some((name) => searchParams.has(name))) return false
  return protocol === 'smtps:' || searchParams.get('requireTLS') === 'true'
}

/** The hosts of a URL. A database URL may name another host, or a folder of Unix sockets, as a parameter. */
function hostsOf({ protocol, hostname, searchParams }: URL) {
  const named = protocol.startsWith('postgres') ? searchParams.getAll('host') : []
  return named.length > 0 ? named : [hostname.replace(/^\[|\]$/g, '')]
}

const isOnThisMachine = (host: string) => loopbackHosts.includes(host) || host.startsWith('/')

/** Servers, credentials and transport security of a NATS connection. */
export type NatsAddress = { servers: string[]; user?: string; pass?: string; isTls: boolean }

/**
 * Reads NATS_URL, a comma-separated list of the servers of one cluster. The NATS library ignores the user name and
 * password of a URL, and reads digits of a password as the port. It also connects in plain text to a `tls://` server
 * that does not offer TLS.
 */
export function parseNatsAddress(list: string): NatsAddress {
  const urls = list.split(',').map((text) => new URL(text.trim()))
  const user = urls.find(({ username }) => username !== '')
  return {
    servers: urls.map(({ host }) => host),
    ...(user && { user: decodeURIComponent(user.username), pass: decodeURIComponent(user.password) }),
    isTls: urls.some(({ protocol }) => protocol === 'tls:'),
  }
}

// Characters without a meaning in NATS subjects.
const plainName = /^[\w-]+$/

/** Each NATS user has its own inboxes, so that no role can read the replies to another role. */
export const inboxPrefixOf = ({ user }: NatsAddress) =>
  user !== undefined && plainName.test(user) ? `_INBOX.${user}` : '_INBOX'

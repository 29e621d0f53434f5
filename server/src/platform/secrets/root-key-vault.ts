import {
  type RootKey,
  RootKeyRefused,
  RootKeyUnavailable,
  requireFormat,
  VAULT_FORMAT,
} from './root-key-contract.ts'

/** Access to the transit engine of Vault or OpenBao. */
export type VaultOptions = { token: string; timeoutMs: number }

type Reply = { data?: { ciphertext?: unknown; plaintext?: unknown } | null; errors?: unknown }

const HEADER_BYTES = 5
const LOOPBACK = ['127.0.0.1', '[::1]', 'localhost']
// 412 means that a replica has not caught up, 429 that a rate quota is exceeded.
const RETRYABLE_STATUSES = [412, 429]

/** Opens `vault://host:port/mount/key`, or `vault+http:` on this machine. The key must be of type aes256-gcm96. */
export function openVaultRootKey(address: URL, { token, timeoutMs }: VaultOptions): RootKey {
  const [, mount, keyName] = /^\/(.+)\/([^/]+)$/.exec(address.pathname) ?? []
  if (!address.host || !mount || !keyName)
    throw new Error('a root key in Vault is vault://host:port/mount/key')
  const isPlain = address.protocol === 'vault+http:'
  if (isPlain && !LOOPBACK.includes(address.hostname))
    throw new Error('Vault over plain http must be on this machine')
  const base = `${isPlain ? 'http' : 'https'}://${address.host}/v1/${mount}`

  async function call(path: string, body: object): Promise<Reply> {
    const { status, reply } = await post(`${base}/${path}`, body)
    if (status >= 200 && status < 300) return reply
    if (path.startsWith('decrypt/') && isRefusal(status, reply)) {
      throw new RootKeyRefused('wrong context, tampered bytes or another key')
    }
    if (status < 400 || status >= 500 || RETRYABLE_STATUSES.includes(status)) {
      throw new RootKeyUnavailable(`Vault answered ${status}`)
    }
    if (status === 403) throw new Error('Vault refused the token, or its policy does not allow this key')
    throw new Error(
      `Vault answered ${status}: is the mount ${mount}, with a key ${keyName} of type aes256-gcm96?`,
    )
  }

  async function post(url: string, body: object): Promise<{ status: number; reply: Reply }> {
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'x-vault-token': token, 'x-vault-request': 'true', 'content-type': 'application/json' },
        body: JSON.stringify(body),
        // By default, fetch would send the token to the target of a redirect.
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
      })
      const text = await response.text()
      return { status: response.status, reply: parseReply(text) }
    } catch (error) {
      const { name, cause } = error as Error
      const reason = (cause as NodeJS.ErrnoException | undefined)?.code ?? name
      throw new RootKeyUnavailable(`Vault did not answer: ${reason}`)
    }
  }

  return {
    async wrap(key, context) {
      const reply = await call(`encrypt/${keyName}`, {
        plaintext: key.toString('base64'),
        associated_data: Buffer.from(context).toString('base64'),
      })
      return pack(reply.data?.ciphertext)
    },

    async unwrap(wrapped, context) {
      const reply = await call(`decrypt/${keyName}`, {
        ciphertext: unpack(wrapped),
        associated_data: Buffer.from(context).toString('base64'),
      })
      if (typeof reply.data?.plaintext !== 'string') throw notVaultReply()
      return Buffer.from(reply.data.plaintext, 'base64')
    },

    async rotate() {
      await call(`keys/${keyName}/rotate`, {})
    },
  }
}

// Some versions return 500 for a wrong context (hashicorp/vault#10842), which is not retryable.
function isRefusal(status: number, { errors }: Reply): boolean {
  const texts = Array.isArray(errors) ? errors.join(' ') : ''
  if (/(^|\* )cipher: message authentication failed/.test(texts)) return true
  return status === 400 && !texts.includes('not found')
}

// The wrapped key is stored as bytes instead of Vault's text: Vault reads "v0" as "v1", so a tampered text could
// still be unwrapped.
function pack(ciphertext: unknown): Buffer {
  const [, version, encoded] = /^vault:v([1-9]\d{0,8}):([A-Za-z0-9+/]+=*)$/.exec(String(ciphertext)) ?? []
  if (!version || !encoded) throw notVaultReply()
  const header = Buffer.alloc(HEADER_BYTES)
  header.writeUInt8(VAULT_FORMAT)
  header.writeUInt32BE(Number(version), 1)
  return Buffer.concat([header, Buffer.from(encoded, 'base64')])
}

function unpack(wrapped: Buffer): string {
  requireFormat(wrapped, VAULT_FORMAT, 'Vault')
  const version = wrapped.length > HEADER_BYTES ? wrapped.readUInt32BE(1) : 0
  if (version === 0) throw new RootKeyRefused('the wrapped key names no version of the Vault key')
  return `vault:v${version}:${wrapped.toString('base64', HEADER_BYTES)}`
}

// While Vault is unreachable, proxies reply with their own error pages, which are not JSON.
function parseReply(text: string): Reply {
  try {
    const reply: unknown = JSON.parse(text)
    return typeof reply === 'object' && reply !== null ? reply : {}
  } catch {
    return {}
  }
}

function notVaultReply(): RootKeyUnavailable {
  return new RootKeyUnavailable('something that is not Vault answered')
}

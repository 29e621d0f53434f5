import { fileURLToPath } from 'node:url'
import { type RootKey, RootKeyRefused } from './root-key-contract.ts'
import { openFileRootKey } from './root-key-file.ts'
import { type KmsOptions, openKmsRootKey } from './root-key-kms.ts'
import { openVaultRootKey, type VaultOptions } from './root-key-vault.ts'

export { type RootKey, RootKeyRefused, RootKeyUnavailable } from './root-key-contract.ts'
export { createRootKeyFile } from './root-key-file.ts'

export type RootKeyOptions = Partial<KmsOptions & VaultOptions>

const KEY_BYTES = 32
const DEFAULT_TIMEOUT_MS = 3_000

/** Opens `file:///path`, `aws-kms://region/key` or `vault://host:port/mount/key`, without making a network call. */
export async function openRootKey(address: string, options: RootKeyOptions = {}): Promise<RootKey> {
  return withChecks(await openKeyStore(address, { timeoutMs: DEFAULT_TIMEOUT_MS, ...options }))
}

async function openKeyStore(address: string, options: KmsOptions & Partial<VaultOptions>): Promise<RootKey> {
  const url = URL.parse(address)
  switch (url?.protocol) {
    case 'file:':
      return openFileRootKey(fileURLToPath(url))
    case 'aws-kms:':
      return openKmsRootKey(url, options)
    case 'vault:':
    case 'vault+http:':
      if (!options.token) throw new Error('a root key in Vault needs a token')
      return openVaultRootKey(url, { ...options, token: options.token })
    default:
      throw new Error(
        'the root key must be file:///path, aws-kms://region/key or vault://host:port/mount/key',
      )
  }
}

function withChecks(rootKey: RootKey): RootKey {
  return {
    async wrap(key, context) {
      if (key.length !== KEY_BYTES) throw new Error(`only keys of ${KEY_BYTES} bytes can be wrapped`)
      // Vault treats an empty context as no context, so the wrapped key would not be bound to anything.
      if (context === '') throw new Error('a wrapped key needs a context')
      return rootKey.wrap(key, context)
    },
    async unwrap(wrapped, context) {
      const key = await rootKey.unwrap(wrapped, context)
      if (key.length !== KEY_BYTES) throw new RootKeyRefused('the unwrapped value is not a key')
      return key
    },
    rotate: () => rootKey.rotate(),
  }
}

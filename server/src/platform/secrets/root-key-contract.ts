/** Wraps client keys. The root key never leaves its key store. Access to `unwrap` is access to all data. */
export type RootKey = {
  /**
   * Wraps a 32-byte key with the newest version of the root key. Unwrapping needs the same `context`, an id that KMS
   * and Vault may log.
   */
  wrap(key: Buffer, context: string): Promise<Buffer>
  unwrap(wrapped: Buffer, context: string): Promise<Buffer>
  /** Creates a new version of the root key for future wraps. Older versions can still unwrap. */
  rotate(): Promise<void>
}

/** Thrown if the key store is unreachable, too slow or failing. The same call may succeed later. */
export class RootKeyUnavailable extends Error {
  override name = 'RootKeyUnavailable'
}

/**
 * Thrown if the key store rejected the wrapped key permanently: wrong context, tampered bytes or another root key.
 */
export class RootKeyRefused extends Error {
  override name = 'RootKeyRefused'
}

// First byte of every wrapped key. It makes the error clear if a key was wrapped by another key store.
export const FILE_FORMAT = 1
export const KMS_FORMAT = 2
export const VAULT_FORMAT = 3

export function requireFormat(wrapped: Buffer, format: number, keyStore: string): void {
  if (wrapped[0] !== format) throw new RootKeyRefused(`this key was not wrapped by ${keyStore}`)
}

/** Wraps the keys of clients. It never leaves its keeper; whoever can call unwrap can open everything. */
export type RootKey = {
  /** Wraps a 32-byte key under the newest version; the same `context` (an id, kept in the keeper's log) unwraps it. */
  wrap(key: Buffer, context: string): Promise<Buffer>
  unwrap(wrapped: Buffer, context: string): Promise<Buffer>
  /** Makes a new version for later wraps; older versions still unwrap. */
  rotate(): Promise<void>
}

/** The keeper is away, too slow or failing: nothing is wrong with the wrapped key, ask again later. */
export class RootKeyUnavailable extends Error {
  override name = 'RootKeyUnavailable'
}

/** The keeper answered and will never open this: another context, changed bytes or another root key. */
export class RootKeyRefused extends Error {
  override name = 'RootKeyRefused'
}

// The first byte of everything wrapped: moving to another keeper then fails with a plain sentence.
export const FILE_FORMAT = 1
export const KMS_FORMAT = 2
export const VAULT_FORMAT = 3

/** Throws unless the first byte says that this keeper wrapped it. */
export function requireFormat(wrapped: Buffer, format: number, keeper: string): void {
  if (wrapped[0] !== format) throw new RootKeyRefused(`this key was not wrapped by ${keeper}`)
}

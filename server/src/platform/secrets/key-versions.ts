/**
 * Versions of a key. The first is used for new values; the others are accepted until they are removed. It is a function,
 * because the versions change while the process runs.
 */
export type KeyVersions = () => readonly [Buffer, ...Buffer[]]

/** A key that never changes is its only version. */
export const versionsOf = (key: Buffer | KeyVersions): KeyVersions =>
  typeof key === 'function' ? key : () => [key]

/** A store of objects by key, as S3 has. */
export type ObjectStore = {
  /**
   * Creates a presigned URL for a single upload of this content type, and returns the signed headers that the
   * uploader must send. If `bytes` is set, the length is signed too.
   */
  presignPut(
    key: string,
    options: { contentType: string; seconds: number; bytes?: number },
  ): Promise<{ url: string; headers: Record<string, string> }>
  /** Returns the size of an object, or undefined if it does not exist. */
  head(key: string): Promise<{ bytes: number } | undefined>
  /**
   * Returns an object, or undefined if it does not exist. Throws ObjectTooLarge if it is larger than `maxBytes`.
   */
  get(key: string, maxBytes: number): Promise<Buffer<ArrayBuffer> | undefined>
  /** Stores an object. `timeoutMs` limits all attempts together. */
  put(key: string, body: Buffer, options?: { timeoutMs?: number }): Promise<void>
  /** Stores an object that cannot be changed or deleted before `retainUntil`, not even by the owner of the bucket. */
  putLocked(key: string, body: Buffer, retainUntil: Date): Promise<void>
  /** Creates a bucket whose objects can be locked, if it does not exist. */
  ensureLockedBucket(): Promise<void>
  /** Lists up to 1000 keys in order, starting after `after`. */
  list(prefix: string, after?: string): Promise<string[]>
  /**
   * Lists up to 1000 object versions and delete markers under a prefix, newest first for each key, starting after the
   * key `after`.
   */
  versions(
    prefix: string,
    after?: string,
  ): Promise<{ Key: string; VersionId: string; isDeleteMarker: boolean }[]>
  /**
   * Deletes everything under a prefix, including old versions, and repeats this until the store lists nothing.
   * Returns the number of deleted versions.
   */
  deletePrefix(prefix: string): Promise<number>
  /**
   * Restores an object that was deleted by mistake to its latest kept version. Returns false if there is no such
   * version.
   */
  restoreDeleted(key: string): Promise<boolean>
  /**
   * Creates missing buckets. Objects with the prefix `temporary` expire after a day. `keepsVersions` says whether
   * overwritten and deleted objects are kept for `versionDays`.
   */
  ensureBuckets(options: { temporary: string; versionDays: number }): Promise<{ keepsVersions: boolean }>
  close(): Promise<void>
}

/** One call to the object store. `missing` means that the object does not exist. */
export type ObjectStoreCall = { operation: string; outcome: 'done' | 'missing' | 'failed'; seconds: number }

/** Thrown if the object exceeds the caller's limit. Nothing of the object is returned. */
export class ObjectTooLarge extends Error {
  constructor() {
    super('The object is larger than the limit')
    this.name = 'ObjectTooLarge'
  }
}

import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { LifecycleRule } from '@aws-sdk/client-s3'
import { unavailable } from '../problem.ts'

/** Settings of an S3-compatible object store. If the keys are missing, the SDK uses its default credential chain. */
export type ObjectSettings = {
  endpoint?: string | undefined
  /** Endpoint used in presigned URLs. Defaults to `endpoint`. */
  publicEndpoint?: string | undefined
  region: string
  bucket: string
  /**
   * Objects whose key has this prefix are stored in a separate bucket without versioning. The prefix is for uploads
   * that expire.
   */
  temporary?: { prefix: string; bucket: string } | undefined
  accessKey?: string | undefined
  secretKey?: string | undefined
}

export type ObjectStore = ReturnType<typeof openObjectStore>

/** One call to the object store. `missing` means that the object does not exist. */
export type ObjectStoreCall = { operation: string; outcome: 'done' | 'missing' | 'failed'; seconds: number }

/** Thrown if the object exceeds the caller's limit. Nothing of the object is returned. */
export class ObjectTooLarge extends Error {
  constructor() {
    super('The object is larger than the limit')
    this.name = 'ObjectTooLarge'
  }
}

/** Returns the origin of presigned URLs, for the content security policy of upload pages. */
export function presignedUrlOrigin({
  endpoint,
  publicEndpoint = endpoint,
  region,
  ...settings
}: ObjectSettings) {
  if (publicEndpoint) return new URL(publicEndpoint).origin
  const bucket = settings.temporary?.bucket ?? settings.bucket
  // The wildcard certificate does not cover bucket names that contain dots, so the SDK puts these names into the
  // path.
  return bucket.includes('.')
    ? `https://s3.${region}.amazonaws.com`
    : `https://${bucket}.s3.${region}.amazonaws.com`
}

const maxKeysPerRequest = 1_000
const maxDeleteRounds = 10_000

/** Opens a client of the object store. The SDK is loaded on first use. */
export function openObjectStore(
  settings: ObjectSettings,
  onCall: (call: ObjectStoreCall) => void = () => {},
) {
  const { bucket, temporary } = settings
  const bucketOf = (key: string) =>
    temporary && key.startsWith(temporary.prefix) ? temporary.bucket : bucket
  let opening: ReturnType<typeof connect> | undefined
  const s3 = () => {
    opening ??= connect(settings, onCall)
    return opening
  }

  const objects = {
    /**
     * Creates a presigned URL for a single upload of this content type, and returns the signed headers that the
     * uploader must send. If `bytes` is set, the length is signed too.
     */
    async presignPut(
      Key: string,
      { contentType, seconds: expiresIn, bytes }: { contentType: string; seconds: number; bytes?: number },
    ) {
      const { sdk, presign, publicClient } = await s3()
      const command = new sdk.PutObjectCommand({
        Bucket: bucketOf(Key),
        Key,
        ContentType: contentType,
        IfNoneMatch: '*',
        ...(bytes !== undefined && { ContentLength: bytes }),
      })
      const headers: Record<string, string> = {
        'Content-Type': contentType,
        'If-None-Match': '*',
        ...(bytes !== undefined && { 'Content-Length': String(bytes) }),
      }
      const names = new Set(Object.keys(headers).map((name) => name.toLowerCase()))
      const url = await presign(publicClient, command, {
        expiresIn,
        signableHeaders: names,
        unhoistableHeaders: names,
      })
      return { url, headers }
    },

    /** Returns the size of an object, or undefined if it does not exist. */
    async head(Key: string) {
      const { sdk, client } = await s3()
      const head = await undefinedIfMissing(
        client.send(new sdk.HeadObjectCommand({ Bucket: bucketOf(Key), Key })),
      )
      return head && { bytes: head.ContentLength ?? 0 }
    },

    /**
     * Returns an object, or undefined if it does not exist. Throws ObjectTooLarge if it is larger than `maxBytes`.
     */
    async get(Key: string, maxBytes: number) {
      const { sdk, client } = await s3()
      const object = await undefinedIfMissing(
        client.send(new sdk.GetObjectCommand({ Bucket: bucketOf(Key), Key })),
      )
      return object && readAll(object.Body as Readable, maxBytes)
    },

    async put(Key: string, Body: Buffer) {
      const { sdk, client } = await s3()
      const Bucket = bucketOf(Key)
      const ContentType = 'application/octet-stream'
      await unavailableIfFailed(client.send(new sdk.PutObjectCommand({ Bucket, Key, Body, ContentType })))
    },

    /** Stores an object that cannot be changed or deleted before `retainUntil`, not even by the owner of the bucket. */
    async putLocked(Key: string, Body: Buffer, retainUntil: Date) {
      const { sdk, client } = await s3()
      const command = new sdk.PutObjectCommand({
        Bucket: bucketOf(Key),
        Key,
        Body,
        ContentType: 'application/jose',
        // The store requires a checksum for locked objects.
        ContentMD5: createHash('md5').update(Body).digest('base64'),
        ObjectLockMode: 'COMPLIANCE',
        ObjectLockRetainUntilDate: retainUntil,
      })
      await unavailableIfFailed(client.send(command))
    },

    /** Creates a bucket whose objects can be locked, if it does not exist. */
    async ensureLockedBucket() {
      const { sdk, client } = await s3()
      const exists = await undefinedIfMissing(client.send(new sdk.HeadBucketCommand({ Bucket: bucket })))
      if (exists) return
      const command = new sdk.CreateBucketCommand({ Bucket: bucket, ObjectLockEnabledForBucket: true })
      await unavailableIfFailed(client.send(command))
    },

    /** Lists up to 1000 keys in order, starting after `after`. */
    async list(Prefix: string, after = '') {
      const { sdk, client } = await s3()
      const command = new sdk.ListObjectsV2Command({
        Bucket: bucketOf(Prefix),
        Prefix,
        MaxKeys: maxKeysPerRequest,
        ...(after && { StartAfter: after }),
      })
      const { Contents = [] } = await unavailableIfFailed(client.send(command))
      return Contents.map(({ Key = '' }) => Key)
    },

    /** Lists up to 1000 object versions and delete markers under a prefix, newest first for each key. */
    async versions(Prefix: string) {
      const { sdk, client } = await s3()
      const command = new sdk.ListObjectVersionsCommand({
        Bucket: bucketOf(Prefix),
        Prefix,
        MaxKeys: maxKeysPerRequest,
      })
      const { Versions = [], DeleteMarkers = [] } = await unavailableIfFailed(client.send(command))
      const identify = ({ Key = '', VersionId = '' }) => ({ Key, VersionId })
      return [
        ...Versions.map((version) => ({ ...identify(version), isDeleteMarker: false })),
        ...DeleteMarkers.map((marker) => ({ ...identify(marker), isDeleteMarker: true })),
      ]
    },

    /**
     * Deletes everything under a prefix, including old versions, and repeats this until the store lists nothing.
     * Returns the number of deleted versions.
     */
    async deletePrefix(prefix: string) {
      const { sdk, client } = await s3()
      for (let round = 0, deleted = 0; round < maxDeleteRounds; round++) {
        const versions = await objects.versions(prefix)
        if (versions.length === 0) return deleted
        const Delete = { Objects: versions.map(({ Key, VersionId }) => ({ Key, VersionId })), Quiet: true }
        const { Errors = [] } = await unavailableIfFailed(
          client.send(new sdk.DeleteObjectsCommand({ Bucket: bucketOf(prefix), Delete })),
        )
        if (Errors.length > 0) throw unavailable(new Error(`The store did not delete [${Errors[0]?.Key}]`))
        deleted += versions.length
      }
      throw new Error(`Objects under [${prefix}] are created as fast as they are deleted`)
    },

    /**
     * Restores an object that was deleted by mistake to its latest kept version. Returns false if there is no such
     * version.
     */
    async restoreDeleted(Key: string) {
      const { sdk, client } = await s3()
      const Bucket = bucketOf(Key)
      const kept = (await objects.versions(Key)).find(
        (version) => version.Key === Key && !version.isDeleteMarker,
      )
      if (!kept) return false
      const CopySource = `${Bucket}/${Key}?versionId=${kept.VersionId}`
      await unavailableIfFailed(client.send(new sdk.CopyObjectCommand({ Bucket, Key, CopySource })))
      return true
    },

    /**
     * Creates missing buckets. A lifecycle rule expires temporary objects after a day, and CORS allows uploads of
     * temporary objects from any page, because the presigned URL is the authorisation. If temporary objects have a
     * separate bucket, the main bucket keeps overwritten and deleted versions for `versionDays`. Versioning stays off
     * in a shared bucket: Ceph 16 ignores If-None-Match in a versioned bucket, so a presigned URL would accept a
     * second upload.
     */
    async ensureBuckets({ temporary: Prefix, versionDays }: { temporary: string; versionDays: number }) {
      const { sdk, client } = await s3()
      const Status = 'Enabled' as const
      const setRules = (Bucket: string, Rules: LifecycleRule[]) =>
        unavailableIfFailed(
          client.send(
            new sdk.PutBucketLifecycleConfigurationCommand({ Bucket, LifecycleConfiguration: { Rules } }),
          ),
        )
      const uploads = bucketOf(Prefix)
      for (const Bucket of new Set([bucket, uploads])) {
        const exists = await undefinedIfMissing(client.send(new sdk.HeadBucketCommand({ Bucket })))
        if (!exists) await unavailableIfFailed(client.send(new sdk.CreateBucketCommand({ Bucket })))
      }
      const keepsVersions = uploads !== bucket
      if (keepsVersions) {
        const VersioningConfiguration = { Status }
        await unavailableIfFailed(
          client.send(new sdk.PutBucketVersioningCommand({ Bucket: bucket, VersioningConfiguration })),
        )
        await setRules(bucket, [
          {
            ID: 'versions',
            Status,
            Filter: { Prefix: '' },
            NoncurrentVersionExpiration: { NoncurrentDays: versionDays },
          },
        ])
      }
      await setRules(uploads, [{ ID: 'passing', Status, Filter: { Prefix }, Expiration: { Days: 1 } }])
      const AllowedHeaders = ['content-type', 'if-none-match']
      const browsers = {
        AllowedOrigins: ['*'],
        AllowedMethods: ['PUT'],
        AllowedHeaders,
        MaxAgeSeconds: 3_600,
      }
      const CORSConfiguration = { CORSRules: [browsers] }
      await unavailableIfFailed(
        client.send(new sdk.PutBucketCorsCommand({ Bucket: uploads, CORSConfiguration })),
      )
      return { keepsVersions }
    },

    async close() {
      if (!opening) return
      const { client, publicClient } = await opening
      client.destroy()
      publicClient.destroy()
    },
  }
  return objects
}

async function connect(
  { endpoint, publicEndpoint, region, accessKey, secretKey }: ObjectSettings,
  onCall: (call: ObjectStoreCall) => void,
) {
  const [sdk, { getSignedUrl: presign }] = await Promise.all([
    import('@aws-sdk/client-s3'),
    import('@aws-sdk/s3-request-presigner'),
  ])
  const clientAt = (address: string | undefined) =>
    new sdk.S3Client({
      region,
      // Self-hosted stores rarely have a separate host name for each bucket.
      forcePathStyle: address !== undefined,
      // By default, presigned URLs would contain the checksum of an empty body.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: { connectionTimeout: 2_000, requestTimeout: 20_000 },
      ...(address && { endpoint: address }),
      ...(accessKey && secretKey && { credentials: { accessKeyId: accessKey, secretAccessKey: secretKey } }),
    })
  const client = clientAt(endpoint)
  client.middlewareStack.add(
    (next, { commandName = '' }) =>
      async (args) => {
        const startedAt = performance.now()
        const operation = commandName.replace(/Command$/, '')
        const report = (outcome: ObjectStoreCall['outcome']) =>
          onCall({ operation, outcome, seconds: (performance.now() - startedAt) / 1000 })
        try {
          const reply = await next(args)
          report('done')
          return reply
        } catch (error) {
          report(isMissing(error) ? 'missing' : 'failed')
          throw error
        }
      },
    { step: 'initialize', name: 'reportCalls' },
  )
  return { sdk, presign, client, publicClient: clientAt(publicEndpoint ?? endpoint) }
}

async function readAll(body: Readable, maxBytes: number) {
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      bytes += chunk.length
      if (bytes > maxBytes) throw new ObjectTooLarge()
      chunks.push(chunk)
    }
  } catch (error) {
    if (error instanceof ObjectTooLarge) throw error
    throw unavailable(error)
  } finally {
    body.destroy()
  }
  return Buffer.concat(chunks)
}

const missingErrors = ['NoSuchKey', 'NotFound', 'NoSuchBucket']

const isMissing = (error: unknown) => missingErrors.includes((error as Error).name)

async function undefinedIfMissing<Reply>(call: Promise<Reply>): Promise<Reply | undefined> {
  try {
    return await call
  } catch (error) {
    if (isMissing(error)) return undefined
    throw unavailable(error)
  }
}

async function unavailableIfFailed<Reply>(call: Promise<Reply>): Promise<Reply> {
  try {
    return await call
  } catch (error) {
    throw unavailable(error)
  }
}

import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { LifecycleRule } from '@aws-sdk/client-s3'
import { unavailable } from '../problem.ts'
import { type FileStoreSettings, openFileStore } from './file-store.ts'
import { type ObjectStore, type ObjectStoreCall, ObjectTooLarge } from './object-store.ts'

export { type ObjectStore, type ObjectStoreCall, ObjectTooLarge } from './object-store.ts'

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
  /** Time for one attempt of a call. Defaults to 10 s. */
  requestTimeoutMs?: number | undefined
  /** If set, objects are files in a folder of this machine and the settings of S3 are ignored. Sandbox only. */
  fileStore?: FileStoreSettings | undefined
}

/** Returns the origin of presigned URLs, for the content security policy of upload pages. */
export function presignedUrlOrigin({
  endpoint,
  publicEndpoint = endpoint,
  region,
  fileStore,
  ...settings
}: ObjectSettings) {
  if (fileStore) return new URL(fileStore.publicUrl).origin
  if (publicEndpoint) return new URL(publicEndpoint).origin
  const bucket = settings.temporary?.bucket ?? settings.bucket
  // The wildcard certificate does not cover bucket names that contain dots, so the SDK puts these names into the
  // path.
  return bucket.includes('.')
    ? `https://s3.${region}.amazonaws.com`
    : `https://${bucket}.s3.${region}.amazonaws.com`
}

const maxKeysPerRequest = 1_000
/** Time for one attempt of a call, and for a pause in the middle of a body. */
const defaultRequestTimeoutMs = 10_000
/** With the timeout, bounds a call to about 20 s. Tasks have retries of their own. */
const maxAttempts = 2
const preflightTimeoutMs = 20_000
/** Headers of a presigned upload that a browser asks permission for. */
const uploadHeaders = ['content-type', 'if-none-match']
const maxDeleteRounds = 10_000

/** Opens the object store: an S3 bucket, or in the sandbox a folder. */
export const openObjectStore = (
  settings: ObjectSettings,
  onCall: (call: ObjectStoreCall) => void = () => {},
): ObjectStore =>
  settings.fileStore ? openFileStore(settings.fileStore, onCall) : openS3Store(settings, onCall)

/** Opens a client of an S3-compatible store. The SDK is loaded on first use. */
function openS3Store(settings: ObjectSettings, onCall: (call: ObjectStoreCall) => void): ObjectStore {
  const { bucket, temporary } = settings
  const bucketOf = (key: string) =>
    temporary && key.startsWith(temporary.prefix) ? temporary.bucket : bucket
  let opening: ReturnType<typeof connect> | undefined
  const s3 = () => {
    opening ??= connect(settings, onCall)
    return opening
  }

  const objects: ObjectStore = {
    async presignPut(Key, { contentType, seconds: expiresIn, bytes }) {
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

    async head(Key) {
      const { sdk, client } = await s3()
      const head = await undefinedIfMissing(
        client.send(new sdk.HeadObjectCommand({ Bucket: bucketOf(Key), Key })),
      )
      return head && { bytes: head.ContentLength ?? 0 }
    },

    async get(Key, maxBytes) {
      const { sdk, client } = await s3()
      const object = await undefinedIfMissing(
        client.send(new sdk.GetObjectCommand({ Bucket: bucketOf(Key), Key })),
      )
      return object && readAll(object.Body as Readable, maxBytes)
    },

    async put(Key, Body, { timeoutMs } = {}) {
      const { sdk, client } = await s3()
      const ContentType = 'application/octet-stream'
      const command = new sdk.PutObjectCommand({ Bucket: bucketOf(Key), Key, Body, ContentType })
      const limits = timeoutMs === undefined ? {} : { abortSignal: AbortSignal.timeout(timeoutMs) }
      await unavailableIfFailed(client.send(command, limits))
    },

    async putLocked(Key, Body, retainUntil) {
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

    async ensureLockedBucket() {
      const { sdk, client } = await s3()
      const exists = await undefinedIfMissing(client.send(new sdk.HeadBucketCommand({ Bucket: bucket })))
      if (exists) return
      const command = new sdk.CreateBucketCommand({ Bucket: bucket, ObjectLockEnabledForBucket: true })
      await unavailableIfFailed(client.send(command))
    },

    async list(Prefix, after = '') {
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

    async versions(Prefix, after = '') {
      const { sdk, client } = await s3()
      const command = new sdk.ListObjectVersionsCommand({
        Bucket: bucketOf(Prefix),
        Prefix,
        MaxKeys: maxKeysPerRequest,
        ...(after && { KeyMarker: after }),
      })
      const { Versions = [], DeleteMarkers = [] } = await unavailableIfFailed(client.send(command))
      const identify = ({ Key = '', VersionId = '' }) => ({ Key, VersionId })
      const all = [
        ...Versions.map((version) => ({ ...identify(version), isDeleteMarker: false })),
        ...DeleteMarkers.map((marker) => ({ ...identify(marker), isDeleteMarker: true })),
      ]
      // Ceph 16 also lists the marker's key itself in a bucket with versions.
      return all.filter(({ Key }) => Key !== after)
    },

    async deletePrefix(prefix) {
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

    async restoreDeleted(Key) {
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
    async ensureBuckets({ temporary: Prefix, versionDays }) {
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
      const browsers = {
        AllowedOrigins: ['*'],
        AllowedMethods: ['PUT'],
        AllowedHeaders: uploadHeaders,
        MaxAgeSeconds: 3_600,
      }
      const CORSConfiguration = { CORSRules: [browsers] }
      try {
        await client.send(new sdk.PutBucketCorsCommand({ Bucket: uploads, CORSConfiguration }))
      } catch (error) {
        // MinIO has one setting for all buckets instead, which allows every origin by default.
        const isKnown = (error as Error).name === 'NotImplemented'
        if (!isKnown || !(await allowsUploadsFromPages(settings.endpoint, uploads))) throw unavailable(error)
      }
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
  {
    endpoint,
    publicEndpoint,
    region,
    accessKey,
    secretKey,
    requestTimeoutMs = defaultRequestTimeoutMs,
  }: ObjectSettings,
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
      maxAttempts,
      requestHandler: {
        connectionTimeout: 2_000,
        requestTimeout: requestTimeoutMs,
        // Otherwise the SDK only logs a warning, and a call to a store that does not respond never ends.
        throwOnRequestTimeout: true,
        // Also ends a response that stops in the middle of its body.
        socketTimeout: requestTimeoutMs,
      },
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

/** Whether the store answers a browser's preflight request as it does for an upload from any page. */
async function allowsUploadsFromPages(endpoint: string | undefined, bucket: string) {
  if (!endpoint) return false
  const origin = 'https://any-origin.invalid'
  const headers = {
    origin,
    'access-control-request-method': 'PUT',
    'access-control-request-headers': uploadHeaders.join(),
  }
  const reply = await fetch(`${endpoint}/${bucket}/preflight`, {
    method: 'OPTIONS',
    headers,
    signal: AbortSignal.timeout(preflightTimeoutMs),
  })
  return reply.ok && ['*', origin].includes(reply.headers.get('access-control-allow-origin') ?? '')
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

import type { Readable } from 'node:stream'
import type { LifecycleRule } from '@aws-sdk/client-s3'
import { unavailable } from '../problem.ts'

/** Where files are kept: any store that speaks S3. Without keys the SDK looks in its usual places. */
export type ObjectSettings = {
  endpoint?: string | undefined
  /** What callers see in presigned addresses; the endpoint, if left out. */
  publicEndpoint?: string | undefined
  region: string
  bucket: string
  /** Names that begin like this lie in a bucket of their own, without versions: what is there passes. */
  passing?: { prefix: string; bucket: string } | undefined
  accessKey?: string | undefined
  secretKey?: string | undefined
}

export type Objects = ReturnType<typeof openObjects>

/** One call to the store. missing: it answered that there is no such thing. */
export type StoreCall = { operation: string; outcome: 'done' | 'missing' | 'failed'; seconds: number }

/** More than the reader asked for was there; nothing of it is handed over. */
export class ObjectTooLarge extends Error {
  constructor() {
    super('The object is larger than was asked for')
    this.name = 'ObjectTooLarge'
  }
}

/** The origin of presigned addresses, for the policy of pages that put files there. */
export function publicOriginOf({ endpoint, publicEndpoint = endpoint, region, ...settings }: ObjectSettings) {
  if (publicEndpoint) return new URL(publicEndpoint).origin
  const bucket = settings.passing?.bucket ?? settings.bucket
  // A name with dots has no certificate of its own, so the SDK writes it into the path.
  return bucket.includes('.')
    ? `https://s3.${region}.amazonaws.com`
    : `https://${bucket}.s3.${region}.amazonaws.com`
}

const partsAtOnce = 1_000
const mostRounds = 10_000

/** The object store. Nothing is called, and the SDK is not even loaded, before something is wanted of it. */
export function openObjects(settings: ObjectSettings, onCall: (call: StoreCall) => void = () => {}) {
  const { bucket, passing } = settings
  const bucketOf = (key: string) => (passing && key.startsWith(passing.prefix) ? passing.bucket : bucket)
  let opening: ReturnType<typeof connect> | undefined
  const s3 = () => {
    opening ??= connect(settings, onCall)
    return opening
  }

  const objects = {
    /** An address to which one file of this type can be put, once: whoever puts it must send both signed headers. */
    async presignPut(
      Key: string,
      { contentType: ContentType, seconds: expiresIn }: { contentType: string; seconds: number },
    ) {
      const { sdk, presign, outside } = await s3()
      const command = new sdk.PutObjectCommand({ Bucket: bucketOf(Key), Key, ContentType, IfNoneMatch: '*' })
      const headers = new Set(['content-type', 'if-none-match'])
      return presign(outside, command, { expiresIn, signableHeaders: headers, unhoistableHeaders: headers })
    },

    /** How large an object is, or nothing if there is none. */
    async head(Key: string) {
      const { sdk, client } = await s3()
      const found = await orNothing(client.send(new sdk.HeadObjectCommand({ Bucket: bucketOf(Key), Key })))
      return found && { bytes: found.ContentLength ?? 0 }
    },

    /** An object of at most so many bytes, or nothing if there is none. */
    async get(Key: string, most: number) {
      const { sdk, client } = await s3()
      const found = await orNothing(client.send(new sdk.GetObjectCommand({ Bucket: bucketOf(Key), Key })))
      return found && readAll(found.Body as Readable, most)
    },

    async put(Key: string, Body: Buffer) {
      const { sdk, client } = await s3()
      const Bucket = bucketOf(Key)
      const ContentType = 'application/octet-stream'
      await orUnavailable(client.send(new sdk.PutObjectCommand({ Bucket, Key, Body, ContentType })))
    },

    /** Up to a thousand, in the order of their names, beginning after one of them. */
    async list(Prefix: string, after = '') {
      const { sdk, client } = await s3()
      const command = new sdk.ListObjectsV2Command({
        Bucket: bucketOf(Prefix),
        Prefix,
        MaxKeys: partsAtOnce,
        ...(after && { StartAfter: after }),
      })
      const { Contents = [] } = await orUnavailable(client.send(command))
      return Contents.map(({ Key = '' }) => Key)
    },

    /** Up to a thousand of all that the store has under a prefix: newest first for each name, with what it keeps of old ones. */
    async versions(Prefix: string) {
      const { sdk, client } = await s3()
      const command = new sdk.ListObjectVersionsCommand({
        Bucket: bucketOf(Prefix),
        Prefix,
        MaxKeys: partsAtOnce,
      })
      const { Versions = [], DeleteMarkers = [] } = await orUnavailable(client.send(command))
      const plain = ({ Key = '', VersionId = '' }) => ({ Key, VersionId })
      return [
        ...Versions.map((version) => ({ ...plain(version), isMark: false })),
        ...DeleteMarkers.map((mark) => ({ ...plain(mark), isMark: true })),
      ]
    },

    /**
     * Everything under a prefix, with all that a store with versions has kept of it; done only when the store says that
     * nothing is left.
     */
    async deletePrefix(prefix: string) {
      const { sdk, client } = await s3()
      for (let round = 0, deleted = 0; round < mostRounds; round++) {
        const found = await objects.versions(prefix)
        if (found.length === 0) return deleted
        const Delete = { Objects: found.map(({ Key, VersionId }) => ({ Key, VersionId })), Quiet: true }
        const { Errors = [] } = await orUnavailable(
          client.send(new sdk.DeleteObjectsCommand({ Bucket: bucketOf(prefix), Delete })),
        )
        if (Errors.length > 0) throw unavailable(new Error(`The store kept [${Errors[0]?.Key}]`))
        deleted += found.length
      }
      throw new Error(`Objects under [${prefix}] come as fast as they go`)
    },

    /** What was deleted by somebody else than us is there again, if the store has kept it. */
    async bringBack(Key: string) {
      const { sdk, client } = await s3()
      const Bucket = bucketOf(Key)
      const kept = (await objects.versions(Key)).find((version) => version.Key === Key && !version.isMark)
      if (!kept) return false
      const CopySource = `${Bucket}/${Key}?versionId=${kept.VersionId}`
      await orUnavailable(client.send(new sdk.CopyObjectCommand({ Bucket, Key, CopySource })))
      return true
    },

    /**
     * Makes the buckets if there are none. What lies under `passing` goes after a day by the store's own hand, and browsers
     * may put files there from any page, for the address is what allows it. If that is a bucket of its own, the other one
     * keeps for `versionDays` what was written over or deleted by accident. Not if it is the same: Ceph 16 forgets
     * If-None-Match where there are versions, and an address would take a second file.
     */
    async ensureBuckets({ passing: Prefix, versionDays }: { passing: string; versionDays: number }) {
      const { sdk, client } = await s3()
      const Status = 'Enabled' as const
      const setRules = (Bucket: string, Rules: LifecycleRule[]) =>
        orUnavailable(
          client.send(
            new sdk.PutBucketLifecycleConfigurationCommand({ Bucket, LifecycleConfiguration: { Rules } }),
          ),
        )
      const uploads = bucketOf(Prefix)
      for (const Bucket of new Set([bucket, uploads])) {
        const isThere = await orNothing(client.send(new sdk.HeadBucketCommand({ Bucket })))
        if (!isThere) await orUnavailable(client.send(new sdk.CreateBucketCommand({ Bucket })))
      }
      const keepsVersions = uploads !== bucket
      if (keepsVersions) {
        const VersioningConfiguration = { Status }
        await orUnavailable(
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
      await orUnavailable(client.send(new sdk.PutBucketCorsCommand({ Bucket: uploads, CORSConfiguration })))
      return { keepsVersions }
    },

    async close() {
      if (!opening) return
      const { client, outside } = await opening
      client.destroy()
      outside.destroy()
    },
  }
  return objects
}

async function connect(
  { endpoint, publicEndpoint, region, accessKey, secretKey }: ObjectSettings,
  onCall: (call: StoreCall) => void,
) {
  const [sdk, { getSignedUrl: presign }] = await Promise.all([
    import('@aws-sdk/client-s3'),
    import('@aws-sdk/s3-request-presigner'),
  ])
  const clientAt = (address: string | undefined) =>
    new sdk.S3Client({
      region,
      // Stores of one's own rarely have a host name for each bucket.
      forcePathStyle: address !== undefined,
      // Otherwise a presigned address would carry the checksum of an empty file.
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
        const tell = (outcome: StoreCall['outcome']) =>
          onCall({ operation, outcome, seconds: (performance.now() - startedAt) / 1000 })
        try {
          const reply = await next(args)
          tell('done')
          return reply
        } catch (error) {
          tell(isMissing(error) ? 'missing' : 'failed')
          throw error
        }
      },
    { step: 'initialize', name: 'tellOfCalls' },
  )
  return { sdk, presign, client, outside: clientAt(publicEndpoint ?? endpoint) }
}

async function readAll(body: Readable, most: number) {
  const parts: Buffer[] = []
  let bytes = 0
  try {
    for await (const part of body as AsyncIterable<Buffer>) {
      bytes += part.length
      if (bytes > most) throw new ObjectTooLarge()
      parts.push(part)
    }
  } catch (error) {
    if (error instanceof ObjectTooLarge) throw error
    throw unavailable(error)
  } finally {
    body.destroy()
  }
  return Buffer.concat(parts)
}

const missing = ['NoSuchKey', 'NotFound', 'NoSuchBucket']

const isMissing = (error: unknown) => missing.includes((error as Error).name)

async function orNothing<Reply>(call: Promise<Reply>): Promise<Reply | undefined> {
  try {
    return await call
  } catch (error) {
    if (isMissing(error)) return undefined
    throw unavailable(error)
  }
}

async function orUnavailable<Reply>(call: Promise<Reply>): Promise<Reply> {
  try {
    return await call
  } catch (error) {
    throw unavailable(error)
  }
}

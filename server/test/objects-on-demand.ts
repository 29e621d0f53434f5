import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { startS3 } from '../../dev/services/ceph.ts'
import type { S3 } from '../../dev/services/s3.ts'
import { quarantine } from '../src/features/documents/storage-keys.ts'
import { openObjectStore } from '../src/platform/objects/objects.ts'

/**
 * Opens one object store for all test files of a run. It is started on the first request, because starting takes
 * long, and stops with the process that opened it.
 */
export async function openObjectsOnDemand(folder: string) {
  let starting: Promise<S3> | undefined
  const server = createServer(async (_request, reply) => {
    starting ??= startS3({ folder: join(folder, 's3') })
    try {
      reply.end(JSON.stringify(environmentOf(await starting)))
    } catch (error) {
      reply.writeHead(500).end((error as Error).message)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.closeAllConnections()
      server.close()
      const s3 = await starting?.catch(() => undefined)
      await s3?.stop()
    },
  }
}

const environmentOf = ({ endpoint, region, accessKeyId, secretAccessKey }: S3): ObjectEnvironment => ({
  S3_ENDPOINT: endpoint,
  S3_REGION: region,
  S3_ACCESS_KEY: accessKeyId,
  S3_SECRET_KEY: secretAccessKey,
})

type ObjectEnvironment = Record<'S3_ENDPOINT' | 'S3_REGION' | 'S3_ACCESS_KEY' | 'S3_SECRET_KEY', string>

/** Starts the store if needed, creates a bucket and returns its settings and a client. */
export async function askForObjects({ objectsUrl }: { objectsUrl: string }, options: BucketOptions = {}) {
  const reply = await fetch(objectsUrl)
  if (!reply.ok) throw new Error(`there is no object store: ${await reply.text()}`)
  return openBucket((await reply.json()) as ObjectEnvironment, options)
}

/** Creates a bucket on this server and returns its settings and a client. */
export const createBucketOn = (s3: S3, options: BucketOptions = {}) => openBucket(environmentOf(s3), options)

type BucketOptions = { versions?: boolean }

async function openBucket(store: ObjectEnvironment, { versions = false }: BucketOptions) {
  const bucket = `test-${randomBytes(6).toString('hex')}`
  const uploads: Record<string, string> = versions ? { S3_UPLOADS_BUCKET: `${bucket}-uploads` } : {}
  const settings = { ...store, S3_BUCKET: bucket, ...uploads }
  const objects = openObjectStore({
    endpoint: settings.S3_ENDPOINT,
    region: settings.S3_REGION,
    bucket: settings.S3_BUCKET,
    accessKey: settings.S3_ACCESS_KEY,
    secretKey: settings.S3_SECRET_KEY,
    temporary: versions ? { prefix: quarantine, bucket: `${bucket}-uploads` } : undefined,
  })
  await objects.ensureBuckets({ temporary: quarantine, versionDays: 1 })
  return { settings, objects }
}

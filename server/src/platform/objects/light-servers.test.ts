import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { DeleteObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { installLightS3, startLightS3 } from '../../../../dev/services/light-s3.ts'
import { makeTestFolder } from '../../../../dev/services/test-folder.ts'
import { atEnd } from '../../../test/at-end.ts'
import { createBucketOn } from '../../../test/objects-on-demand.ts'
import { testObjectStore, testVersionsAndLocks } from '../../../test/store-conformance.ts'
import { openObjectStore } from './objects.ts'

// The tests of store-conformance.test.ts on a second S3 server. The first is Ceph.

const name = 'minio'
installLightS3(name)
const folder = makeTestFolder()
const s3 = await startLightS3(name, { folder })
const { objects, settings } = await createBucketOn(s3)
const { objects: versioned, settings: versionedSettings } = await createBucketOn(s3, { versions: true })
const locked = openObjectStore({
  endpoint: s3.endpoint,
  region: s3.region,
  bucket: `locked-${randomBytes(6).toString('hex')}`,
  accessKey: settings.S3_ACCESS_KEY,
  secretKey: settings.S3_SECRET_KEY,
})
const client = new S3Client({
  endpoint: s3.endpoint,
  region: s3.region,
  forcePathStyle: true,
  credentials: { accessKeyId: settings.S3_ACCESS_KEY, secretAccessKey: settings.S3_SECRET_KEY },
})
const hide = (Key: string) =>
  client.send(new DeleteObjectCommand({ Bucket: versionedSettings.S3_BUCKET, Key }))
atEnd(async () => {
  client.destroy()
  for (const store of [objects, versioned, locked]) await store.close()
  await s3.stop()
  rmSync(folder, { recursive: true, force: true })
})

testObjectStore(name, objects)
testVersionsAndLocks(name, { versioned, locked, hide })

import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { quarantine } from '../src/features/documents/places.ts'
import { openObjects } from '../src/platform/objects/objects.ts'
import { atEnd } from './at-end.ts'
import { askForObjects } from './objects-on-demand.ts'

/** A real object store, with a bucket of the test file's own: its settings for startApi, and the way into it. */
export async function startObjects() {
  const settings = {
    ...(await askForObjects(inject('world').objectsUrl)),
    S3_BUCKET: `test-${randomBytes(6).toString('hex')}`,
  }
  const objects = openObjects({
    ...{ endpoint: settings.S3_ENDPOINT, region: settings.S3_REGION, bucket: settings.S3_BUCKET },
    ...{ accessKey: settings.S3_ACCESS_KEY, secretKey: settings.S3_SECRET_KEY },
  })
  await objects.ensureBucket({ passing: quarantine })
  atEnd(() => objects.close())
  return { settings, objects }
}

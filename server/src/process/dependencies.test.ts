import { expect, inject, test } from 'vitest'
import { environmentFor } from '../../test/template.ts'
import { readConfig } from '../config.ts'
import { objectSettings } from './dependencies.ts'

const world = inject('world')

test('uploads that are not scanned yet go to the bucket of S3_UPLOADS_BUCKET', () => {
  const environment = environmentFor(world, world.template)
  expect(objectSettings(readConfig(environment)).temporary).toBeUndefined()
  const separate = readConfig({ ...environment, S3_UPLOADS_BUCKET: 'uploads' })
  expect(objectSettings(separate).temporary).toEqual({ prefix: 'quarantine/', bucket: 'uploads' })
})

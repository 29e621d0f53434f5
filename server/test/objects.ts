import { inject } from 'vitest'
import { atEnd } from './at-end.ts'
import { askForObjects } from './objects-on-demand.ts'

/** A real object store with a bucket for this test file: settings for startApi, and a client. */
export async function startObjects() {
  const store = await askForObjects(inject('world'))
  atEnd(() => store.objects.close())
  return store
}

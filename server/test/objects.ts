import { inject } from 'vitest'
import { atEnd } from './at-end.ts'
import { askForObjects } from './objects-on-demand.ts'

/** Returns settings for startApi, and a client, of a real object store with a bucket for this test file. */
export async function startObjects() {
  const store = await askForObjects(inject('world'))
  atEnd(() => store.objects.close())
  return store
}

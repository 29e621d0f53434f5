import { inject } from 'vitest'
import { atEnd } from './at-end.ts'
import { askForObjects } from './objects-on-demand.ts'

/** A real object store with a bucket of the test file's own: its settings for startApi, and the way into it. */
export async function startObjects() {
  const store = await askForObjects(inject('world'))
  atEnd(() => store.objects.close())
  return store
}

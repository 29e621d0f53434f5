import { inject } from 'vitest'
import { atEnd } from './at-end.ts'
import { openTestApi } from './open-test-api.ts'

export { type Api, type Call, cloneDatabase, type Headers, type Reply, runSql } from './open-test-api.ts'

/** The real API on a database of its own, with two clients in it, called without a network in between. */
export async function startApi(settings: Record<string, string> = {}) {
  const { close, ...api } = await openTestApi(inject('world'), settings)
  atEnd(close)
  return api
}

import { inject } from 'vitest'
import type { Role } from '../src/process/roles.ts'
import { atEnd } from './at-end.ts'
import { openTestApi } from './open-test-api.ts'

export { type Api, type Call, cloneDatabase, type Headers, type Reply, runSql } from './open-test-api.ts'

/**
 * The whole service on a database of its own, with two clients in it, called without a network in between. Its tasks
 * are run as well, unless the role says otherwise.
 */
export async function startApi(settings: Record<string, string> = {}, role: Role = 'all') {
  const { close, ...api } = await openTestApi(inject('world'), settings, role)
  atEnd(close)
  return api
}

import { inject } from 'vitest'
import type { ProcessRole } from '../src/process/roles.ts'
import { atEnd } from './at-end.ts'
import { openTestApi } from './open-test-api.ts'

export { type Api, type ApiReply, type Call, cloneDatabase, type Headers, runSql } from './open-test-api.ts'

// Reading the built pages takes longer than the rest of the start. Tests of pages name their own folder.
const noPages = '/nowhere'

/**
 * Starts the whole service on its own database, with two clients, called without a network. It also runs its tasks
 * unless the role excludes them.
 */
export async function startApi(settings: Record<string, string> = {}, role: ProcessRole = 'all') {
  const { close, ...api } = await openTestApi(inject('world'), { WEB_DIR: noPages, ...settings }, role)
  atEnd(close)
  return api
}

import { inject } from 'vitest'
import type { ProcessRole } from '../src/process/roles.ts'
import { atEnd } from './at-end.ts'
import { openTestApi } from './open-test-api.ts'

export { type Api, type ApiReply, type Call, cloneDatabase, type Headers, runSql } from './open-test-api.ts'

const cheapSettings = {
  // Reading the built pages takes longer than the rest of the start. Tests of pages name their own folder.
  WEB_DIR: '/nowhere',
  // The least that the configuration accepts.
  PASSWORD_MEMORY_KIB: '1024',
}

/**
 * Starts the whole service on its own database, with two clients, called without a network. It also runs its tasks
 * unless the role excludes them.
 */
export async function startApi(settings: Record<string, string> = {}, role: ProcessRole = 'all') {
  const { close, ...api } = await openTestApi(inject('world'), { ...cheapSettings, ...settings }, role)
  atEnd(close)
  return api
}

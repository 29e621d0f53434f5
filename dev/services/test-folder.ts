import { chmodSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A new empty folder; unless it is private, the user that runs PostgreSQL can reach it. */
export function makeTestFolder(access: 'reachable' | 'private' = 'reachable'): string {
  const folder = mkdtempSync(join(tmpdir(), 'payproof-test-'))
  if (access === 'reachable') chmodSync(folder, 0o755)
  return folder
}

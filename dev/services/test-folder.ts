import { chmodSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Creates an empty folder. Unless private, it is accessible to the user that runs PostgreSQL. */
export function makeTestFolder(access: 'reachable' | 'private' = 'reachable'): string {
  const folder = mkdtempSync(join(tmpdir(), 'payproof-test-'))
  if (access === 'reachable') chmodSync(folder, 0o755)
  return folder
}

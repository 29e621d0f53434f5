import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { TestProject } from 'vitest/node'
import { checkRequestLog } from '../../server/test/request-log.ts'
import { makeWorld } from '../../server/test/template.ts'
import { serveSharedService } from './shared.ts'

const project = fileURLToPath(new URL('../..', import.meta.url))

/** Builds the pages as they are deployed, then starts the server that the test files share. */
export async function setup(vitest: TestProject) {
  await buildWeb()
  const { world, stop } = await makeWorld({ durable: false })
  const shared = await serveSharedService(world)
  vitest.provide('world', world)
  vitest.provide('sharedServiceUrl', shared.url)
  return async () => {
    await shared.stop()
    checkRequestLog(world.requestLog)
    await stop()
  }
}

/**
 * Builds the pages, unless .ci/run has built them. Leaves out Vitest's NODE_ENV, which would produce a development build
 * twice the size.
 */
export async function buildWeb() {
  // biome-ignore lint/style/noProcessEnv: set by .ci/run.
  if (process.env.PAGES_BUILT === 'true') return
  await promisify(execFile)('env', ['-u', 'NODE_ENV', 'npm', 'run', '--silent', 'build'], { cwd: project })
}

import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { TestProject } from 'vitest/node'
import { setup as startServices } from '../../server/test/template.ts'

const project = fileURLToPath(new URL('../..', import.meta.url))

/** The pages as they are delivered, then the services. */
export async function setup(vitest: TestProject) {
  await buildWeb()
  return startServices(vitest)
}

/** Vitest's own NODE_ENV would make it the pages of a developer, which are twice as large. */
export async function buildWeb() {
  await promisify(execFile)('env', ['-u', 'NODE_ENV', 'npm', 'run', '--silent', 'build'], { cwd: project })
}

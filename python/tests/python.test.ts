import { execFile } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { atEnd } from '../../server/test/at-end.ts'
import { openContractWorld } from '../../server/test/contract/world.ts'
import { documentOf, openScenes } from './scenes.ts'
import { preparePython } from './virtual-environment.ts'

// Runs the checks and tests of the Python SDK: alone, and against the service with the sandbox.

const folder = fileURLToPath(new URL('..', import.meta.url))
const bin = await preparePython()
// biome-ignore lint/style/noProcessEnv: passed on, with the settings of the tests.
const inherited = process.env
const minutes = 60_000

async function runPython(program: string, args: string[], env: Record<string, string> = {}) {
  const options = {
    cwd: folder,
    env: { ...inherited, PYTHONDONTWRITEBYTECODE: '1', RUFF_NO_CACHE: 'true', ...env },
    maxBuffer: 64 * 1024 * 1024,
  }
  return promisify(execFile)(join(bin, program), args, options).catch(({ stdout, stderr }) => {
    throw new Error(`${program} ${args.join(' ')} failed:\n${stdout}${stderr}`)
  })
}

test('ruff and mypy --strict find nothing', { timeout: 10 * minutes }, async () => {
  await runPython('ruff', ['check', 'src', 'tests'])
  await runPython('ruff', ['format', '--check', 'src', 'tests'])
  const { stdout } = await runPython('mypy', ['--strict', '--cache-dir', '/dev/null'])
  expect(stdout).toMatch(/^Success: no issues found in \d+ source files$/m)
})

test('the unit tests pass', { timeout: 10 * minutes }, async () => {
  const { stdout } = await runPython('pytest', ['-q', 'tests/unit'])
  expect(stdout).toMatch(/\d+ passed/)
})

test('every operation, upload, webhook and report works with the service', {
  timeout: 30 * minutes,
}, async () => {
  const world = await openContractWorld()
  await world.api.server.listen({ port: 0, host: '127.0.0.1' })
  const scenes = await startSceneServer(world)
  const { stdout } = await runPython('pytest', ['-q', '--durations=5', 'tests/service'], {
    PAYPROOF_URL: urlOf(world.api.server.server.address()),
    PAYPROOF_API_KEY: world.api.world.clients.acme.apiKey,
    PAYPROOF_SCENES_URL: scenes,
  })
  expect(stdout).toMatch(/\d+ passed/)
  expect(stdout).not.toMatch(/skipped|xfailed/)
})

const urlOf = (address: AddressInfo | string | null) => `http://127.0.0.1:${(address as AddressInfo).port}`

/** Serves the requests that the tests make, and documents to upload. */
async function startSceneServer(world: Awaited<ReturnType<typeof openContractWorld>>) {
  const sceneOf = await openScenes(world)
  const contentOf = async (path: string) => {
    const [, kind = '', name = ''] = path.split('/')
    if (kind === 'scenes') return Buffer.from(JSON.stringify(await sceneOf(name)))
    if (name === 'payslip' || name === 'statement') return Buffer.from(await documentOf(world, name))
    throw new Error(`There is nothing at ${path}`)
  }
  const server = createServer((request, response) => {
    contentOf(request.url ?? '').then(
      (content) => response.end(content),
      (error: Error) => response.writeHead(500).end(error.stack),
    )
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  atEnd(() => server.close())
  atEnd(() => server.closeAllConnections())
  return urlOf(server.address())
}

import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
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
// biome-ignore lint/style/noProcessEnv: passed on, with the settings of the tests.
const inherited = process.env
// PYTHON selects another interpreter, such as the oldest supported one.
const bin = await preparePython(inherited.PYTHON ?? 'python3')
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
  const sources = ['src', 'tests', '../examples/lender-python']
  await runPython('ruff', ['check', '--config', 'pyproject.toml', ...sources])
  await runPython('ruff', ['format', '--check', '--config', 'pyproject.toml', ...sources])
  const { stdout } = await runPython('mypy', ['--strict', '--cache-dir', '/dev/null', ...sources])
  expect(stdout).toMatch(/^Success: no issues found in \d+ source files$/m)
})

test('a wheel of the package can be built, and installed from the wheel', {
  timeout: 10 * minutes,
}, async () => {
  const root = await mkdtemp(join(tmpdir(), 'payproof-python-'))
  atEnd(() => rm(root, { recursive: true, force: true }))
  const target = join(root, 'installed')
  const [wheel, ...others] = await buildWheel(join(root, 'wheel'))
  expect([wheel, others]).toEqual([expect.stringMatching(/^payproof-[\d.]+-py3-none-any\.whl$/), []])
  const file = join(root, 'wheel', wheel ?? '')
  await runPython('pip', ['install', '--quiet', '--no-deps', '--no-cache-dir', '--target', target, file])
  const program =
    'import payproof; print(payproof.__file__, payproof.Payproof(api_key="k", base_url="http://x").users)'
  const { stdout } = await runPython('python', ['-c', program], { PYTHONPATH: target })
  expect(stdout).toContain(target)
  expect(stdout).toContain('UsersApi')
  expect(await readdir(join(target, 'payproof'))).toContain('py.typed')
  const metadata = join(target, `${/^payproof-[\d.]+/.exec(wheel ?? '')?.[0]}.dist-info`)
  expect(await readdir(join(metadata, 'licenses'))).toEqual(['LICENSE'])
  expect(await readFile(join(metadata, 'METADATA'), 'utf8')).toContain('Project-URL: Repository, https://')
})

async function buildWheel(folder: string) {
  await runPython('pip', ['wheel', '--quiet', '--no-deps', '--no-cache-dir', '--wheel-dir', folder, '.'])
  return readdir(folder)
}

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

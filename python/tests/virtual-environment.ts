import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
const at = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))

/**
 * Returns the folder of the programs of a virtual environment with the packages of requirements-test.txt. It is
 * cached by the versions of Python and of the packages.
 */
export async function preparePython(python = 'python3'): Promise<string> {
  const requirements = at('python/requirements-test.txt')
  const { stdout: version } = await run(python, ['--version'])
  const versions = version + (await readFile(requirements, 'utf8'))
  const hash = createHash('sha256').update(versions).digest('hex').slice(0, 16)
  const folder = at(`node_modules/.cache/python-sdk/${hash}`)
  const bin = join(folder, 'bin')
  const isReady = await run(join(bin, 'python'), [
    '-c',
    'import pytest, httpx, cryptography, mypy, ruff',
  ]).then(
    () => true,
    () => false,
  )
  if (isReady) return bin
  // Paths inside an environment are absolute, so it is created in place; an incomplete one is replaced.
  await rm(folder, { recursive: true, force: true })
  await run(python, ['-m', 'venv', folder])
  await run(join(bin, 'python'), ['-m', 'pip', 'install', '--quiet', '--requirement', requirements])
  return bin
}

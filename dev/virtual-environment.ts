import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
const at = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url))

type EnvironmentOptions = {
  /** Folder in node_modules/.cache. */
  name: string
  /** Path of the file with the exact versions, relative to the project. */
  requirements: string
  /** Modules that can be imported once everything is installed. */
  modules: readonly string[]
  python?: string | undefined
}

/**
 * Returns the folder of the programs of a private Python environment. It is cached by the versions of Python and of
 * the packages.
 */
export async function prepareEnvironment({
  name,
  requirements,
  modules,
  python = 'python3',
}: EnvironmentOptions): Promise<string> {
  const file = at(requirements)
  const { stdout: version } = await run(python, ['--version'])
  const versions = version + (await readFile(file, 'utf8'))
  const hash = createHash('sha256').update(versions).digest('hex').slice(0, 16)
  const folder = at(`node_modules/.cache/${name}/${hash}`)
  const bin = join(folder, 'bin')
  const isReady = await run(join(bin, 'python'), ['-c', `import ${modules.join(', ')}`]).then(
    () => true,
    () => false,
  )
  if (isReady) return bin
  // Paths inside an environment are absolute, so it is created in place; an incomplete one is replaced.
  await rm(folder, { recursive: true, force: true })
  await run(python, ['-m', 'venv', folder])
  await run(join(bin, 'python'), ['-m', 'pip', 'install', '--quiet', '--requirement', file])
  return bin
}

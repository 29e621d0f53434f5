import { execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { atEnd } from '../../server/test/at-end.ts'

const run = promisify(execFile)
const at = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))

// The system's own Node, if there is one, is older than the version that the project pins.
const [plainNode = process.execPath] = ['/usr/bin/node', '/usr/local/bin/node'].filter(existsSync)

type Env = Record<string, string>
export type Said = { code: number | null; stdout: string; stderr: string }

/** Builds, packs and installs both packages in an empty folder and returns the installed program. */
export async function installProgram() {
  const root = await mkdtemp(join(tmpdir(), 'payproof-cli-'))
  atEnd(() => rm(root, { recursive: true, force: true }))
  const project = join(root, 'project')
  await mkdir(project)
  await mkdir(join(root, 'home'))
  await writeFile(join(project, 'package.json'), '{ "name": "lender", "private": true }')
  await Promise.all(
    ['sdk', 'cli'].map((name) => run(process.execPath, [at(`${name}/scripts/build.ts`), join(root, name)])),
  )
  const npm = (args: string[], cwd: string) =>
    run('npm', [...args, '--offline', '--no-audit', '--no-fund', '--cache', join(root, 'cache')], { cwd })
  await npm(['pack', './sdk', './cli', '--silent'], root)
  const packed = (await readdir(root)).filter((name) => name.endsWith('.tgz'))
  await npm(['install', ...packed.map((name) => join(root, name))], project)
  const main = join(project, 'node_modules/.bin/payproof')

  /** Runs the program as typed in the project's folder, with an empty home directory. */
  function start(words: string[], env: Env) {
    const child = spawn(plainNode, [main, ...words], {
      cwd: project,
      env: { PATH: '/usr/bin:/bin', HOME: join(root, 'home'), ...env },
    })
    atEnd(() => child.kill('SIGKILL'))
    const said: Said = { code: null, stdout: '', stderr: '' }
    for (const stream of ['stdout', 'stderr'] as const)
      child[stream].setEncoding('utf8').on('data', (text: string) => {
        said[stream] += text
      })
    const ended = new Promise<Said>((resolve) => child.once('close', (code) => resolve({ ...said, code })))
    return { child, said, ended }
  }

  /** Runs the program as `npx payproof` does: found by name, started by its shebang line. */
  async function npx(...words: string[]) {
    const { stdout } = await run('npx', ['--offline', '--', 'payproof', ...words], { cwd: project })
    return stdout.trim()
  }
  return { root, project, home: join(root, 'home'), main, plainNode, start, npx }
}

/** Generates a payslip PDF with the sandbox. */
export async function printPayslip(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'payproof-paper-'))
  atEnd(() => rm(folder, { recursive: true, force: true }))
  const options = { count: '1', out: folder, seed: 'papers', kinds: 'payslip', until: '2026-10-31' }
  const words = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value])
  await run(process.execPath, [at('sandbox/src/make-documents.ts'), ...words])
  const [name = ''] = (await readdir(folder)).filter((file) => file.endsWith('.pdf'))
  return join(folder, name)
}

import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'

// Starts connectors in a copy of the project and runs their contract tests there.

const project = fileURLToPath(new URL('../../', import.meta.url))
const copy = mkdtempSync(join(tmpdir(), 'connector-kit-'))
afterAll(() => rmSync(copy, { recursive: true, force: true }))

const paths = [
  '.gitignore',
  'package.json',
  'tsconfig.json',
  'biome.json',
  'vitest.config.ts',
  'dev',
  'server/package.json',
  'server/src',
  'server/test',
  'server/catalogues',
  'sandbox/src',
]
for (const path of paths) cpSync(join(project, path), join(copy, path), { recursive: true })
symlinkSync(join(project, 'node_modules'), join(copy, 'node_modules'))

const run = (words: string[]) =>
  promisify(execFile)(process.execPath, words, { cwd: copy }).then(
    ({ stdout }) => ({ status: 0, text: stdout }),
    ({ code, stdout, stderr }) => ({ status: code as number, text: `${stdout}${stderr}` }),
  )
const create = (...words: string[]) =>
  run([join(project, 'dev/connector-kit/create.ts'), '--root', copy, ...words])

const kinds = { 'acme-payroll': 'key', 'acorn-people': 'oauth2' }
const created: { status: number; text: string }[] = []
for (const [kind, family] of Object.entries(kinds))
  created.push(await create(kind, '--family', family, '--title', 'Acme'))

test('writes the files and names the next step', () => {
  for (const { status, text } of created)
    expect([status, text]).toEqual([0, expect.stringContaining('Run the contract test')])
  for (const kind of Object.keys(kinds))
    expect(readFileSync(join(copy, `server/src/connectors/${kind}/connector.ts`), 'utf8')).not.toContain('__')
})

test('the contract tests of new connectors pass', async () => {
  const vitest = join(project, 'node_modules/vitest/vitest.mjs')
  const folders = Object.keys(kinds).map((kind) => `server/src/connectors/${kind}/`)
  const { status, text } = await run([vitest, 'run', '--project', 'unit', ...folders])
  expect(status, text).toBe(0)
  expect(text).toMatch(/Test Files .*2 passed/)
})

test('new connectors are registered and compile', { timeout: 600_000 }, async () => {
  const tsc = join(project, 'node_modules/typescript/bin/tsc')
  const folders = Object.keys(kinds).map((kind) => `server/src/connectors/${kind}/*.ts`)
  const config = { extends: './tsconfig.json', include: [...folders, 'server/src/connectors/registry.ts'] }
  writeFileSync(join(copy, 'tsconfig.kit.json'), JSON.stringify(config))
  const { status, text } = await run([tsc, '--noEmit', '-p', 'tsconfig.kit.json'])
  expect([status, text]).toEqual([0, ''])
  const registry = readFileSync(join(copy, 'server/src/connectors/registry.ts'), 'utf8')
  expect(registry).toContain("'acme-payroll': acmePayroll")
  expect(registry).toContain("'acorn-people': acornPeople")
})

test.each([
  [['Acme', '--family', 'key'], 'usage'],
  [['acme', '--family', 'pigeon'], 'usage'],
  [['bureau', '--family', 'key'], 'exists already'],
])('refuses %o', async (words, message) => {
  const { status, text } = await create(...words)
  expect([status, text]).toEqual([1, expect.stringContaining(message)])
})

import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { type ApiDescription, chaptersOf } from './api.ts'
import { plainSample, samplesOf } from './samples.ts'

// Compiles every TypeScript sample against the SDK and parses every Python sample. server/test/reference-samples.test.ts runs
// the curl samples.

const run = promisify(execFile)
const project = fileURLToPath(new URL('../../..', import.meta.url))
const api = JSON.parse(readFileSync(join(project, 'server/openapi.json'), 'utf8')) as ApiDescription
const samples = chaptersOf(api)
  .flatMap(({ operations }) => operations)
  .map((operation) => ({ id: operation.operationId, ...samplesOf(operation, api) }))
const folder = mkdtempSync(join(tmpdir(), 'payproof-reference-samples-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('every TypeScript sample compiles', async () => {
  for (const { id, TypeScript } of samples) writeFileSync(join(folder, `${id}.ts`), plainSample(TypeScript))
  for (const name of ['node_modules', 'package.json']) symlinkSync(join(project, name), join(folder, name))
  const config = { extends: join(project, 'tsconfig.json'), include: ['*.ts'] }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
  const tsc = join(project, 'node_modules/typescript/bin/tsc')
  const errors = await run(process.execPath, [tsc, '-p', folder]).then(
    ({ stdout }) => stdout,
    ({ stdout }) => stdout,
  )
  expect(errors).toBe('')
})

test('every Python sample parses', async () => {
  const file = join(folder, 'samples.json')
  writeFileSync(file, JSON.stringify(samples.map(({ id, Python }) => [id, plainSample(Python)])))
  const program = 'import ast, json, sys\nfor id, code in json.load(open(sys.argv[1])): ast.parse(code, id)'
  await run('python3', ['-c', program, file])
})

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { OpenApiDocument } from '../openapi.ts'
import { pythonFiles } from './generate.ts'
import { docstring, identifier } from './spelling.ts'

const project = new URL('../../../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, project), 'utf8')

test('the generated files of the Python SDK are up to date', () => {
  const document: OpenApiDocument = JSON.parse(read('server/openapi.json'))
  const files = Object.entries(pythonFiles(document))
  expect(files.length).toBe(5)
  const outdated = files.filter(([path, content]) => read(path) !== content).map(([path]) => path)
  expect(outdated, 'run npm run python:generate').toEqual([])
})

test.each([
  ['createUser', 'create_user'],
  ['x-svc-client-public-ip', 'x_svc_client_public_ip'],
  ['NI_number', 'ni_number'],
  ['from', 'from_'],
])('%s is spelled %s', (name, expected) => expect(identifier(name)).toBe(expected))

test('a docstring ends where it should', () => {
  expect(docstring('With step "add"', '')).toBe('"""With step "add" """\n')
  expect(docstring('A \\ and """', '')).toBe('"""A \\\\ and \'\'\'"""\n')
  expect(docstring('', '')).toBe('')
})

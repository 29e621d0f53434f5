import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { problems } from './file-problems.ts'

const page = readFileSync(fileURLToPath(new URL('../../../../docs/errors.md', import.meta.url)), 'utf8')
const [, files = ''] = page.split('\n## Files')

test('docs/errors.md lists the file problems with the exact texts of the API', () => {
  const listed = [...files.matchAll(/^\| `([a-z-]+)` \| (.+) \|$/gm)].map(([, code, text]) => [code, text])
  expect(Object.fromEntries(listed)).toEqual(problems)
})

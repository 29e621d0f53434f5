import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { problems } from './file-problems.ts'

const page = readFileSync(fileURLToPath(new URL('../../../../docs/errors.md', import.meta.url)), 'utf8')
const [, files = ''] = page.split('\n## Files')

test('the page of errors says what is wrong with a file in the very words that people are told', () => {
  const listed = [...files.matchAll(/^\| `([a-z-]+)` \| (.+) \|$/gm)].map(([, why, words]) => [why, words])
  expect(Object.fromEntries(listed)).toEqual(problems)
})

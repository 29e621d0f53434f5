import { expect, test } from 'vitest'
import { allowed } from './allowed.ts'
import { banned, bannedNames } from './banned.ts'
import { listHits, listLiteralSpreads, listProseFiles, listTypeNames } from './hits.ts'
import { readMarkdown, readTexts, readTypeScript } from './texts.ts'

const files = listProseFiles()

test('comments, messages, screens and documentation use the words of the field', () => {
  expect(files.length).toBeGreaterThan(1_500)
  const hits = files.flatMap(listHits)
  const lines = hits.map(
    ({ file, line, found, instead, text }) =>
      `${file}:${line} says "${found}"; write ${instead}. If it is the right word here, add it to dev/language/allowed.ts with the reason.\n    ${text.slice(0, 140)}`,
  )
  expect(lines).toEqual([])
})

test('every exported type has a name of its own', () => {
  const declared = Map.groupBy(
    files.flatMap((file) => listTypeNames(file).map((name) => ({ name, file }))),
    ({ name }) => name,
  )
  const twice = [...declared].filter(([, places]) => places.length > 1)
  expect(twice.map(([name, places]) => `${name}: ${places.map(({ file }) => file).join(', ')}`)).toEqual([])
})

test('no literal is spread into another literal', () => {
  const spreads = files.filter((file) => !file.endsWith('.md')).flatMap(listLiteralSpreads)
  expect(spreads).toEqual([])
})

test('each exception is still needed', () => {
  const unused = allowed.filter(
    ({ files: applies, texts }) =>
      !files.some((file) => applies.test(file) && readTexts(file).some(({ text }) => texts.test(text))),
  )
  expect(unused.map(({ why }) => why)).toEqual([])
})

test('the check finds each banned wording in a comment, a string or a paragraph', () => {
  const samples = [
    '// Whoever asks first',
    '// What stands here',
    '// Of two at once the first',
    '// Where it fails',
    '/** Nobody waits. */',
    '/** It ends by itself. */',
    "log.info('the client is told about it')",
  ]
  for (const sample of samples) {
    const texts = readTypeScript('sample.ts', `${sample}\nexport {}\n`)
    expect(
      texts.some(({ kind, text }) =>
        banned.some((rule) => rule.kinds.includes(kind) && rule.pattern.test(text)),
      ),
      sample,
    ).toBe(true)
  }
  const [text] = readMarkdown('sample.md', '```\nwhoever\n```\nWhoever reads `code` here\n')
  expect(text?.text).toBe('Whoever reads `code` here')
  expect(bannedNames.filter(({ pattern }) => pattern.test('mostFiles'))).toHaveLength(1)
})

test('clear wording passes', () => {
  const source =
    "// A client retrying after Retry-After reuses the key; don't replay the 429.\nexport const maxFiles = 3\n"
  const [comment] = readTypeScript('sample.ts', source)
  expect(banned.filter(({ pattern }) => pattern.test(comment?.text ?? ''))).toEqual([])
})

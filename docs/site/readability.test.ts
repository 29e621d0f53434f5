import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { measureReadability } from '../../dev/language/readability.ts'
import { linksOf } from './markdown.ts'

const project = fileURLToPath(new URL('../..', import.meta.url))
const read = (file: string) => readFileSync(join(project, file), 'utf8')

// Minimum Flesch reading ease (1948); 60 to 70 is plain English.
const minReadingEase = 60
const files = globSync(
  [
    '{README,AGENTS,CONTRIBUTING,SECURITY}.md',
    'docs/*.md',
    'docs/{guides,operations,security}/*.md',
    '{sdk,embed,python,cli,sandbox,server,web,deploy}/README.md',
    'examples/*/README.md',
  ],
  // Tables of figures, requirements and protocol rules are not prose.
  { cwd: project, exclude: ['docs/{accuracy,proofs,protocol-facts,security/asvs}.md'] },
).toSorted()

test.each(files)('%s is plain English', (file) => {
  expect(Math.round(measureReadability(read(file)).readingEase)).toBeGreaterThanOrEqual(minReadingEase)
})

describe('README.md', () => {
  const readme = read('README.md')

  test('has at most 90 lines and 800 words', () => {
    expect(readme.trimEnd().split('\n').length).toBeLessThanOrEqual(90)
    expect(readme.split(/\s+/).filter(Boolean).length).toBeLessThanOrEqual(800)
  })

  test('has at least two pictures, which exist', () => {
    const markdown = linksOf(readme).flatMap(({ isImage, target }) => (isImage ? [target] : []))
    const html = [...readme.matchAll(/<(?:img|source)[^>]*\s(?:src|srcset)="([^"\s]+)"/g)].map(
      ([, path = '']) => path,
    )
    const pictures = new Set([...markdown, ...html])
    expect(pictures.size).toBeGreaterThanOrEqual(2)
    expect([...pictures].filter((path) => !existsSync(join(project, path)))).toEqual([])
  })
})

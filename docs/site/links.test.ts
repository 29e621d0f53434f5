import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { anchorsOf, linksOf, replaceLinks, withoutCode } from './markdown.ts'

// Checks the Markdown files as read on a Git host; site.test.ts checks the built site.

const project = fileURLToPath(new URL('../..', import.meta.url))
const files = globSync(
  ['*.md', 'docs/**/*.md', '{cli,deploy,examples,proofs,python,sandbox,sdk,server,web}/**/README.md'],
  { cwd: project, exclude: (path) => /(^|\/)(node_modules|dist)$/.test(path) },
)
const read = (file: string) => readFileSync(join(project, file), 'utf8')

test('every relative link points to a file, and every anchor to a heading', () => {
  const errors: string[] = []
  let checked = 0
  for (const file of files) {
    const markdown = read(file)
    const html = [
      ...withoutCode(markdown).matchAll(/<(?:a|img|source)\s[^>]*?(?:href|src|srcset)="([^"\s]+)"/g),
    ]
    const targets = [
      ...linksOf(markdown).map(({ target }) => target),
      ...html.map(([, target = '']) => target),
    ]
    for (const target of targets) {
      if (/^[a-z]+:/.test(target)) continue
      checked++
      const [path = '', anchor] = target.split('#')
      const other = path === '' ? file : join(dirname(file), path)
      if (!existsSync(join(project, other))) errors.push(`${file}: ${target} does not exist`)
      else if (anchor && !anchorsOf(read(other)).has(anchor)) errors.push(`${file}: no heading for ${target}`)
    }
  }
  expect(errors).toEqual([])
  expect(checked).toBeGreaterThan(60)
  expect(files).toEqual(expect.arrayContaining(['README.md', 'AGENTS.md', 'docs/guides/quickstart.md']))
})

test('heading ids match those of Git hosts', () => {
  const markdown =
    '# What isn’t, `a_b` & c\n```\n# no heading\n```\n## Twice\n## Twice\n### With [a link](x.md)\n'
  expect([...anchorsOf(markdown)]).toEqual(['what-isnt-a_b--c', 'twice', 'twice-1', 'with-a-link'])
})

test('finds links that span lines, and ignores code', () => {
  const markdown =
    'See [the\nguide](a.md#b), ![drawn](c.png) and `[no](link)`.\n\n```sh\n[no](link)\n```\n[`d`](e/)\n'
  expect(linksOf(markdown).map(({ target }) => target)).toEqual(['a.md#b', 'c.png', 'e/'])
  expect(replaceLinks(markdown, ({ text }) => `*${text}*`)).toBe(
    'See *the\nguide*, *drawn* and `[no](link)`.\n\n```sh\n[no](link)\n```\n*`d`*\n',
  )
})

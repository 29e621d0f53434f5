import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { anchorsOf, linksOf, replaceLinks } from './markdown.ts'

// The Markdown as it is read on a Git host. The site built from it is looked at in site.test.ts.

const project = fileURLToPath(new URL('../..', import.meta.url))
const files = globSync(
  ['*.md', 'docs/**/*.md', '{sdk,cli,sandbox,server,web,deploy}/*.md', 'examples/*/*.md'],
  {
    cwd: project,
  },
)
const read = (file: string) => readFileSync(join(project, file), 'utf8')

test('every link of the repository leads to a file, and every anchor to a heading', () => {
  const faults: string[] = []
  let checked = 0
  for (const file of files) {
    for (const { target } of linksOf(read(file))) {
      if (/^[a-z]+:/.test(target)) continue
      checked++
      const [path = '', anchor] = target.split('#')
      const other = path === '' ? file : join(dirname(file), path)
      if (!existsSync(join(project, other))) faults.push(`${file}: ${target} leads nowhere`)
      else if (anchor && !anchorsOf(read(other)).has(anchor)) faults.push(`${file}: no heading for ${target}`)
    }
  }
  expect(faults).toEqual([])
  expect(checked).toBeGreaterThan(60)
})

test('headings get the ids that Git hosts give them', () => {
  const markdown =
    '# What isn’t, `a_b` & c\n```\n# no heading\n```\n## Twice\n## Twice\n### With [a link](x.md)\n'
  expect([...anchorsOf(markdown)]).toEqual(['what-isnt-a_b--c', 'twice', 'twice-1', 'with-a-link'])
})

test('links are found in text over several lines, and not in code', () => {
  const markdown =
    'See [the\nguide](a.md#b), ![drawn](c.png) and `[no](link)`.\n\n```sh\n[no](link)\n```\n[`d`](e/)\n'
  expect(linksOf(markdown).map(({ target }) => target)).toEqual(['a.md#b', 'c.png', 'e/'])
  expect(replaceLinks(markdown, ({ text }) => `*${text}*`)).toBe(
    'See *the\nguide*, *drawn* and `[no](link)`.\n\n```sh\n[no](link)\n```\n*`d`*\n',
  )
})

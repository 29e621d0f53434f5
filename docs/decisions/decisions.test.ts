import { globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const project = fileURLToPath(new URL('../..', import.meta.url))
const folder = join(project, 'docs/decisions')
const read = (name: string) => readFileSync(join(folder, name), 'utf8')

const areas = [
  'API',
  'Data and tenancy',
  'Tasks and bus',
  'Webhooks',
  'Connectors',
  'Documents',
  'Journey and console',
  'SDK CLI and docs',
  'Operations',
  'Quality',
]
const sections = ['Context', 'Decision', 'Alternatives', 'Consequences']
const minWords = 120
const maxWords = 350

const names = readdirSync(folder).filter((name) => /^\d{4}-.+\.md$/.test(name))
const records = names.map((name) => ({ name, text: read(name) }))
const header = /^# (\d{4}) (.+)\n\nDate: (.+)\nStatus: (.+)\nArea: (.+)\n\n/
const parseHeader = (text: string) => {
  const [, number = '', title = '', date = '', status = '', area = ''] = header.exec(text) ?? []
  return { number, title, date, status, area }
}

const index = read('README.md')
/** Rows of the index, which is grouped by area: `| [0001](0001-name.md) | Title | 2026-11-15 | accepted |`. */
const indexRows = index.split(/^### /m).flatMap((part) =>
  [...part.matchAll(/^\| \[(\d{4})\]\((.+?)\) \| (.+?) \| (.+?) \| (.+?) \|$/gm)].map(
    ([, number = '', name = '', title = '', date = '', status = '']) => ({
      area: part.split('\n')[0] ?? '',
      name,
      number,
      title,
      date,
      status,
    }),
  ),
)
/** Numbers without a record, which the index explains: `| 0010 | Where it went |`. */
const explained = [...index.matchAll(/^\| (\d{4}) \| .+ \|$/gm)].map(([, number = '']) => number)

test.each(records)('$name has the format of a record', ({ name, text }) => {
  const { number, title, date, status, area } = parseHeader(text)
  expect(name.startsWith(`${number}-`) && number !== '', 'number of the title and of the file').toBe(true)
  expect(title).toMatch(/^[A-Z].+[^.]$/)
  expect(date).toMatch(/^\d{4}-\d{2}-\d{2}$/)
  expect(status).toMatch(/^(accepted|superseded by \d{4})$/)
  expect(areas).toContain(area)
  expect([...text.matchAll(/^##+ (.+)$/gm)].map(([, heading]) => heading)).toEqual(sections)
  const words = text.replace(header, '').split(/\s+/).filter(Boolean).length
  expect(words).toBeGreaterThanOrEqual(minWords)
  expect(words).toBeLessThanOrEqual(maxWords)
})

test('the index lists every record once, in its area, with title, date and status', () => {
  const expected = areas.flatMap((area) =>
    records
      .map(({ name, text }) => ({ ...parseHeader(text), name }))
      .filter((record) => record.area === area)
      .toSorted((one, other) => one.number.localeCompare(other.number)),
  )
  expect(expected).toHaveLength(records.length)
  expect(indexRows).toEqual(expected)
})

test('every number up to the last is a record or is explained, never both', () => {
  const numbers = names.map((name) => name.slice(0, 4))
  const last = Number(numbers.toSorted().at(-1))
  const all = Array.from({ length: last }, (_, position) => String(position + 1).padStart(4, '0'))
  expect([...numbers, ...explained].toSorted()).toEqual(all)
})

test('a record that supersedes another exists', () => {
  const superseding = records.flatMap(
    ({ text }) => /^superseded by (\d{4})$/.exec(parseHeader(text).status)?.[1] ?? [],
  )
  expect(superseding.filter((number) => !names.some((name) => name.startsWith(`${number}-`)))).toEqual([])
})

test('paths in records exist', () => {
  const path =
    /`((?:server|sdk|cli|embed|web|docs|dev|deploy|proofs|sandbox|payproof-sandbox|examples|\.ci|\.github)\/[\w./*-]+)`/g
  const paths = records.flatMap(({ name, text }) =>
    [...text.matchAll(path)].map(([, at = '']) => ({ name, at: at.replace(/\/$/, '') })),
  )
  expect(paths.length).toBeGreaterThan(50)
  // Files in web/dist are built, not committed.
  const committed = paths.filter(({ at }) => !at.startsWith('web/dist/'))
  const missing = committed.filter(({ at }) => globSync(at, { cwd: project }).length === 0)
  expect(missing.map(({ name, at }) => `${name}: ${at}`)).toEqual([])
})

test('dependencies.md gives a reason for every package', () => {
  const listed = read('dependencies.md')
  const manifests = globSync(
    [
      'package.json',
      '{cli,embed,payproof-sandbox,sandbox,sdk,server,web}/package.json',
      'examples/*/package.json',
    ],
    {
      cwd: project,
    },
  )
  const packages = manifests.flatMap((file) => {
    const { dependencies, devDependencies } = JSON.parse(readFileSync(join(project, file), 'utf8'))
    return Object.keys({ ...dependencies, ...devDependencies })
  })
  expect(packages.length).toBeGreaterThan(40)
  const others = packages.filter((name) => !/^@(types|payproof)\//.test(name))
  expect(others.filter((name) => !listed.includes(`\`${name}\``))).toEqual([])
})

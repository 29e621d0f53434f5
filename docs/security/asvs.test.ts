import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { asvsRequirements } from './asvs-requirements.ts'

const project = fileURLToPath(new URL('../..', import.meta.url))
const read = (path: string) => readFileSync(join(project, path), 'utf8')
const asvs = read('docs/security/asvs.md')
const threatModel = read('docs/security/threat-model.md')

const states = ['met', 'not applicable', 'not met'] as const
const rows = [...asvs.matchAll(/^\| (\d+\.\d+\.\d+) \| (\d) \| (.+?) \| (.+?) \| (.+) \|$/gm)].map(
  ([, number = '', level, title = '', state = '', evidence = '']) => ({
    number,
    level: Number(level),
    title,
    state,
    evidence,
  }),
)

/** Files and tests that a text names: `path` or `path.test.ts` “title”. */
function referencesIn(text: string) {
  const named = text.matchAll(
    /`((?:[\w.-]+\/)*(?:Dockerfile|[\w.-]+\.(?:tsx?|md|json|yaml|cfg|conf)))`(?: “([^”]+)”)?/g,
  )
  return [...named].map(([, path = '', title]) => ({ path, title }))
}

function faultsOf(text: string) {
  return referencesIn(text).flatMap(({ path, title }) => {
    if (!existsSync(join(project, path))) return `${path} does not exist`
    if (!path.endsWith('.test.ts')) return title === undefined ? [] : `${path} is not a test file`
    if (title === undefined) return `${path} is named without a test`
    return hasTest(read(path), title) ? [] : `${path} has no test “${title}”`
  })
}

/** Whether a source has the title as a whole string: prose or a part of another title is not enough. */
const hasTest = (source: string, title: string) =>
  ["'", '"', '`'].some((quote) => source.includes(`${quote}${title.replaceAll(quote, `\\${quote}`)}${quote}`))

const countsOf = (counted: typeof rows) => [
  ...states.map((state) => counted.filter((row) => row.state === state).length),
  counted.length,
]

describe('docs/security/asvs.md', () => {
  test('has one row for each requirement of levels 1 and 2', () => {
    const listed = rows.map(({ number, level }) => `${number} L${level}`)
    expect(listed.toSorted()).toEqual(
      asvsRequirements.map(({ number, level }) => `${number} L${level}`).toSorted(),
    )
    expect(new Set(rows.map(({ number }) => number)).size).toBe(253)
  })

  test('every row has a title, a valid state and evidence', () => {
    const incomplete = rows.filter(
      ({ title, state, evidence }) =>
        title.length < 4 || evidence.length < 6 || !(states as readonly string[]).includes(state),
    )
    expect(incomplete).toEqual([])
  })

  test('every met requirement names a test or the code', () => {
    const withoutEvidence = rows.filter(
      ({ state, evidence }) => state === 'met' && referencesIn(evidence).length === 0,
    )
    expect(withoutEvidence.map(({ number }) => number)).toEqual([])
  })

  test('every requirement that is not met says why, and where the work is planned or why it stays', () => {
    const unexplained = rows.filter(
      ({ state, evidence }) =>
        state === 'not met' && !/issue 23|operator can serve|the interface demands|15\.1\.1/.test(evidence),
    )
    expect(unexplained.map(({ number }) => number)).toEqual([])
  })

  test('names only files and tests that exist', () => {
    expect(faultsOf(asvs.slice(asvs.indexOf('## V1 ')))).toEqual([])
  })

  test('the summary counts the rows', () => {
    const summary = [
      ...asvs.matchAll(/^\| (?:\[V(\d+) [^\]]+\]\([^)]+\)|All) \| (\d+) \| (\d+) \| (\d+) \| (\d+) \|$/gm),
    ].map(([, chapter, ...counts]) => ({ chapter, counts: counts.map(Number) }))
    const chapters = [...new Set(rows.map(({ number }) => number.split('.')[0]))]
    expect(summary).toEqual([
      ...chapters.map((chapter) => ({
        chapter,
        counts: countsOf(rows.filter(({ number }) => number.startsWith(`${chapter}.`))),
      })),
      { chapter: undefined, counts: countsOf(rows) },
    ])
    expect(chapters).toHaveLength(17)
  })
})

describe('docs/security/threat-model.md', () => {
  const threats = [...threatModel.matchAll(/^\| ([STRIDE]) \| (.+?) \| (.+?) \| (.+) \|$/gm)].map(
    ([, kind = '', threat = '', , tests = '']) => ({ kind, threat, tests }),
  )

  test('every threat of the tables names a test', () => {
    const untested = threats.filter(({ tests }) => !referencesIn(tests).some(({ title }) => title))
    expect(untested.map(({ threat }) => threat)).toEqual([])
    expect(threats.length).toBeGreaterThan(50)
    expect(new Set(threats.map(({ kind }) => kind))).toEqual(new Set('STRIDE'))
  })

  test('names only files and tests that exist', () => {
    expect(faultsOf(threatModel)).toEqual([])
  })
})

describe('the check of this file', () => {
  test('finds a missing file, a missing test and a test file without a title', () => {
    const own = 'docs/security/asvs.test.ts'
    expect(
      faultsOf(`\`${own}\` “finds a missing file, a missing test and a test file without a title”`),
    ).toEqual([])
    expect(faultsOf(`\`${own}\` “no such ${'title'}”`)).toEqual([`${own} has no test “no such title”`])
    expect(faultsOf(`\`${own}\``)).toEqual([`${own} is named without a test`])
    expect(faultsOf('`docs/no-such-file.ts`')).toEqual(['docs/no-such-file.ts does not exist'])
  })
})

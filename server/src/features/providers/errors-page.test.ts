import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { failureCodes } from '../../connectors/failure.ts'
import { errorCodes } from '../../platform/http/error-codes.ts'

const at = (path: string) => fileURLToPath(new URL(`../../../../${path}`, import.meta.url))
const [general = '', connections = ''] = readFileSync(at('docs/errors.md'), 'utf8').split('\n## Connections')
const sources = globSync('server/src/**/*.ts', { cwd: at('') })
  // These files only list error codes; they do not throw them.
  .filter((path) => !/test|event-values|error-codes|field-descriptions/.test(path))
  .map((path) => readFileSync(at(path), 'utf8'))

/** Returns the code and status of every table row. */
const rowsOf = (page: string) =>
  [...page.matchAll(/^\| `([a-z-]+)` \| (\d{3}) \|/gm)].map(
    ([, code = '', status]) => [code, Number(status)] as const,
  )

const linesOf = (page: string) => rowsOf(page).map(([code, status]) => `${code} ${status}`)

// Our own error codes, raised before or after a provider call.
const ourOwn = {
  'connections-off': 403,
  'taxauth-off': 403,
  'authorisation-missing': 403,
  'attempts-spent': 400,
  'login-busy': 429,
  'too-many-logins': 429,
  'login-lost': 400,
  'mfa-not-expected': 400,
  'another-login': 400,
  'account-pending': 400,
  'still-retrieving': 503,
}

// This code ends recurring checks that are no longer due. No caller sees it.
const neverAnswered = ['not-due 400']

test('documents every connection failure with its status', () => {
  const expected = { ...ourOwn, ...Object.fromEntries(Object.keys(failureCodes).map((code) => [code, 400])) }
  expect(Object.fromEntries(rowsOf(connections))).toEqual(expected)
  expect(rowsOf(connections)).toHaveLength(Object.keys(expected).length)
})

test('documents every error code in the source with its status', () => {
  const listed = new Set([...neverAnswered, ...linesOf(general), ...linesOf(connections)])
  const thrown = sources.flatMap((text) => [
    ...[...text.matchAll(/new Problem\(\s*(\d{3}),\s*'([a-z-]+)'/g)].map(
      ([, status, code]) => `${code} ${status}`,
    ),
    ...[...text.matchAll(/\bforbidden\(\s*'([a-z-]+)'/g)].map(([, code]) => `${code} 403`),
    ...[...text.matchAll(/\btooMany\(\s*'([a-z-]+)'/g)].map(([, code]) => `${code} 429`),
    ...[...text.matchAll(/\bunauthorised\(\s*'[^']*',\s*'([a-z-]+)'/g)].map(([, code]) => `${code} 401`),
  ])
  expect(thrown.length).toBeGreaterThan(15)
  expect(thrown.filter((line) => !listed.has(line))).toEqual([])
  const named = [...sources.join('\n').matchAll(/\bcode: '([a-z]+(?:-[a-z]+)+)'/g)].map(
    ([, code]) => `\`${code}\``,
  )
  expect(named.filter((code) => !`${general}${connections}`.includes(`| ${code} |`))).toEqual([])
})

test('lists the documented codes in openapi.json', () => {
  const documented = [...rowsOf(general), ...rowsOf(connections)].map(([code]) => code)
  expect(errorCodes).toEqual([...new Set(documented)].toSorted())
})

test('documents no code that is never thrown', () => {
  const all = sources.join('\n')
  const codes = [...rowsOf(general), ...rowsOf(connections)].map(([code]) => code)
  expect(codes.filter((code) => !all.includes(`'${code}'`))).toEqual([])
})

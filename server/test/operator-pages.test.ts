import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { coveragePagePath, renderCoveragePage } from '../../dev/coverage-page.ts'
import { countFacts, protocolFactsPagePath, renderProtocolFactsPage } from '../../dev/protocol-facts-page.ts'
import { providerFailuresPagePath, renderProviderFailuresPage } from '../../dev/provider-failures-page.ts'
import { renderSettingsPage, settingsPagePath } from '../../dev/settings-page.ts'
import { commands } from '../src/admin/commands.ts'
import { settingNames } from '../src/config.ts'
import { settingGroups } from '../src/settings.ts'

const readPage = (path: string) =>
  readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8')

test('the settings page is up to date; if not, run `npm run generate`', () => {
  expect(readPage(settingsPagePath)).toBe(renderSettingsPage())
})

test('the table of UK sources is up to date', () => {
  expect(readPage(coveragePagePath)).toBe(renderCoveragePage(readPage(coveragePagePath)))
})

test('the page of protocol facts is up to date, with at least 150 documented ones', () => {
  expect(readPage(protocolFactsPagePath)).toBe(renderProtocolFactsPage())
  expect(countFacts().documented).toBeGreaterThanOrEqual(150)
})

test('the page of failures is up to date', () => {
  expect(readPage(providerFailuresPagePath)).toBe(renderProviderFailuresPage())
})

test('the settings page lists every setting once, with a type, a default and a meaning of at most 30 words', () => {
  const grouped = settingGroups.flatMap(({ settings }) => Object.keys(settings))
  expect(grouped.toSorted()).toEqual(settingNames.toSorted())
  const rows = [...renderSettingsPage().matchAll(/^\| `([A-Z0-9_]+)` \| (.+) \| (.+) \| (.+) \|$/gm)]
  expect(rows.map(([, name]) => name)).toEqual(grouped)
  for (const [, name, , , meaning = ''] of rows) expect(meaning.split(' ').length, name).toBeLessThan(31)
})

test('the settings page shows required settings, flags, ranges and conditional defaults', () => {
  const page = renderSettingsPage()
  for (const row of [
    '| `BASE_URL` | URL | **required** |',
    '| `TRUST_PROXY` | `false`, 1 to 9, or comma-separated addresses and CIDR ranges | `false` |',
    '| `DATABASE_CONNECTIONS` | integer, 1 to 200 | `10` |',
    '| `ERASURE_LEDGER` | `s3`, `none` | `s3` in production, `none` in the sandbox |',
    '| `OUTBOUND_CA_FILE` | PEM file | none |',
  ])
    expect(page).toContain(row)
})

test('the operations page lists every operator command', () => {
  const page = readPage('docs/operations.md')
  const listed = [...page.matchAll(/^\| (`[a-z].+?) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`((?:tasks )?[a-z-]+)/g)].map(([, name = '']) => name),
  )
  expect(listed).toEqual(expect.arrayContaining(Object.keys(commands)))
})

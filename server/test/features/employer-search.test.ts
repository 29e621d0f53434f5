import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { workplaces } from '../../../sandbox/src/people/employers.ts'
import { readCatalogue } from '../../src/connectors/catalogue.ts'
import { createEmployerSearch, maxEmployerMatches } from '../../src/features/providers/employer-search.ts'

const file = fileURLToPath(new URL('../../catalogues/sandbox.json', import.meta.url))
const catalogue = readCatalogue(file, { sandboxUrl: 'http://127.0.0.1:1' })
const search = createEmployerSearch(catalogue)
const namesFor = (query: string) => search(query).map(({ name }) => name)

test('finds every employer of the sandbox by its name', () => {
  for (const { employer } of workplaces) {
    const { id, name } = employer
    expect(search(name)[0], name).toMatchObject({ kind: 'employer', id, name })
  }
})

test.each([
  ['fenelgate', 'Fennelgate Payroll'],
  ['fennelgaet', 'Fennelgate Payroll'],
  ['brindelwick', 'Brindlewick Ledger Services Ltd'],
  ['brindlwick ledgers', 'Brindlewick Ledger Services Ltd'],
  ['fenimoor hosptial', 'Fennimoor Hospital Trust'],
  ['BRINDLEWICK, Ltd.', 'Brindlewick Ledger Services Ltd'],
  ['fen', 'Fennimoor Hospital Trust'],
])('%s finds %s first', (query, name) => {
  expect(namesFor(query)[0]).toBe(name)
})

test('finds an employer by the name that its staff use', () => {
  expect(namesFor('nhs fennimoor')[0]).toBe('Fennimoor Hospital Trust')
  expect(namesFor('bls')[0]).toBe('Brindlewick Ledger Services Ltd')
})

test('names that are not alike find nothing', () => {
  for (const query of ['zzzz works', 'xylophone']) expect(namesFor(query)).toEqual([])
})

test('an empty query suggests employers and sign-ins; direct providers and HMRC are never offered', () => {
  const kinds = search(' ').map(({ kind }) => kind)
  expect(kinds).toContain('employer')
  expect(kinds).toContain('provider')
  const all = new Set([...search(''), ...search('a'), ...search('s')].map(({ id }) => id))
  expect(all.has('sandbox-bureau') || all.has('taxauth')).toBe(false)
})

test('returns a bounded number of matches', () => {
  expect(search('l').length).toBeLessThanOrEqual(maxEmployerMatches)
})

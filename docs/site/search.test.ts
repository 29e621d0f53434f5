import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import MiniSearch from 'minisearch'
import { expect, test } from 'vitest'
import { pages } from './pages.ts'
import { pageOf, search } from './search.ts'

// Searches the built index with the function and the options that the search box uses in the browser.

const built = fileURLToPath(new URL('../../web/dist/docs/', import.meta.url))
const [chunk] = globSync('assets/chunks/@localSearchIndexroot.*.js', { cwd: built })
if (!chunk) throw new Error('The built site has no search index. Run: npm run docs:build')
const { default: json } = (await import(`${built}${chunk}`)) as { default: string }
// These options are the same as in VPLocalSearchBox.vue; all others are in search.ts.
const index = MiniSearch.loadJSON(json, {
  fields: ['title', 'titles', 'text'],
  storeFields: ['title', 'titles'],
})
const firstPageFor = (text: string) => pageOf(search(index, text)[0]?.id ?? 'nothing')

const expected: Record<string, string> = {
  pagination: 'guides/pagination',
  authentication: 'guides/authentication',
  'rate limit': 'guides/rate-limits',
  GDPR: 'guides/uk-gdpr',
  DPIA: 'guides/dpia',
  backoff: 'guides/errors-and-retries',
  retry: 'guides/errors-and-retries',
  idempotency: 'guides/idempotency',
  timeout: 'guides/errors-and-retries',
  'go live': 'guides/go-live',
  coverage: 'guides/providers',
  'webhook signature': 'guides/webhooks',
  // Searches with synonyms, plurals and other spellings.
  paging: 'guides/pagination',
  auth: 'guides/authentication',
  'rate limits': 'guides/rate-limits',
  429: 'guides/rate-limits',
  throttling: 'guides/rate-limits',
  'exponential backoff': 'guides/errors-and-retries',
  exponential: 'guides/errors-and-retries',
  retries: 'guides/errors-and-retries',
  'Idempotency-Key': 'guides/idempotency',
  'data protection': 'guides/uk-gdpr',
  'impact assessment': 'guides/dpia',
  'privacy impact': 'guides/dpia',
  'go-live': 'guides/go-live',
  tunnel: 'cli',
  cli: 'cli',
  backup: 'operations/backup',
  install: 'operations/install',
  'environment variables': 'operations/settings',
  'how do I delete a user': 'operations/erasure',
  accuracy: 'accuracy',
  quickstart: 'guides/quickstart',
  troubleshooting: 'guides/troubleshooting',
  'webhook signatur': 'guides/webhooks',
}

test.each(Object.entries(expected))('the first hit for %s is %s', (text, page) => {
  expect(firstPageFor(text)).toBe(page)
})

test('every page is in the index and is found by its title', () => {
  const missing = pages.filter(({ title, address }) => {
    const page = address === 'index' ? '' : address
    return !search(index, title).some(({ id }) => pageOf(id) === page)
  })
  expect(missing.map(({ address }) => address)).toEqual([])
})

test('a typing mistake and a half-typed word still find the page', () => {
  expect(firstPageFor('authenticaton')).toBe('guides/authentication')
  expect(firstPageFor('pagin')).toBe('guides/pagination')
  expect(search(index, '')).toEqual([])
  expect(search(index, ' – ')).toEqual([])
})

// Searches the documentation, on the index that VitePress builds. Runs in the browser (search-box.ts) and in
// search.test.ts.

/**
 * MiniSearch's own types, as far as we use them, because the package is a dependency of VitePress and not of ours.
 */
type SearchQuery = string | { combineWith: 'AND' | 'OR'; queries: SearchQuery[] }
export type SearchHit = { id: string; score: number; title: string; titles: string[] }
type SearchIndex = { search(query: never, options: never): unknown }

/** Words that readers type, with the documentation's words for the same thing. A search uses both. */
const synonyms: Record<string, string[]> = {
  '2fa': ['second factor', 'mfa'],
  '429': ['rate limit'],
  '503': ['overload'],
  android: ['embedding', 'journey'],
  auth: ['authentication'],
  authorization: ['authentication', 'authorisation'],
  cors: ['browser'],
  backup: ['back up'],
  cli: ['command line'],
  config: ['settings'],
  'credit check': ['affordability'],
  'data protection': ['gdpr'],
  'data subject': ['gdpr'],
  'dead letter': ['redeliver'],
  'delete user': ['erase'],
  docker: ['install'],
  dsar: ['data subject', 'gdpr'],
  duplicate: ['idempotency'],
  embed: ['embedding'],
  'environment variable': ['settings'],
  exponential: ['backoff'],
  forget: ['erase'],
  forgotten: ['erase'],
  hmac: ['signature'],
  hmrc: ['tax authority'],
  iframe: ['embedding'],
  'impact assessment': ['dpia'],
  ios: ['embedding', 'journey'],
  jitter: ['backoff'],
  k8s: ['kubernetes', 'install'],
  kubernetes: ['install'],
  latency: ['service level'],
  localhost: ['webhooks listen'],
  login: ['sign in'],
  mfa: ['second factor'],
  ngrok: ['webhooks listen'],
  ocr: ['extraction', 'documents'],
  'open banking': ['bank statements', 'providers'],
  openapi: ['api'],
  otp: ['second factor', 'mfa'],
  paging: ['pagination'],
  pii: ['personal data'],
  postman: ['openapi'],
  privacy: ['gdpr', 'personal data'],
  'privacy impact': ['dpia'],
  production: ['go live'],
  quota: ['rate limit'],
  'rate limiting': ['rate limit'],
  replay: ['redeliver'],
  resend: ['redeliver'],
  'sandbox clock': ['clock'],
  sla: ['service level'],
  'sub processor': ['gdpr'],
  swagger: ['openapi'],
  terraform: ['kubernetes', 'install'],
  throttle: ['rate limit'],
  throttled: ['rate limit'],
  throttling: ['rate limit'],
  'time travel': ['clock'],
  tunnel: ['webhooks listen'],
  'two factor': ['second factor', 'mfa'],
  uptime: ['service level'],
  widget: ['embedding'],
}

/** Page that explains a term which many pages mention. */
const topics: Record<string, string> = {
  accuracy: 'accuracy',
  authentication: 'guides/authentication',
  'back up': 'operations/backup',
  backoff: 'guides/errors-and-retries',
  coverage: 'guides/providers',
  dpia: 'guides/dpia',
  gdpr: 'guides/uk-gdpr',
  'go live': 'guides/go-live',
  idempotency: 'guides/idempotency',
  'idempotency key': 'guides/idempotency',
  pagination: 'guides/pagination',
  cursor: 'guides/pagination',
  install: 'operations/install',
  'rate limit': 'guides/rate-limits',
  retry: 'guides/errors-and-retries',
  settings: 'operations/settings',
  timeout: 'guides/errors-and-retries',
  upgrade: 'operations/upgrade',
  'webhook signature': 'guides/webhooks',
  'webhooks listen': 'cli',
}

/** Weights by page. Pages that mention everything, such as the home page, rank below pages that explain. */
const pageWeights: [pages: RegExp, weight: number][] = [
  [/^(changelog|proofs|accuracy|architecture)?$/, 0.4],
  [/^(operations|guides\/operating)/, 0.7],
  [/^guides\//, 1.2],
]

const topicWeight = 5
const pageTitleWeight = 1.5
// Minimum lengths of terms. Shorter terms match too much: "dpia" is one letter from "dpi", and "go" is a prefix of
// "google".
const shortestPrefix = 3
const shortestFuzzy = 6
const maxEditDistance = 0.2

/** Searches for pages with all terms or, if there are none, for pages with any of them. */
export function search(index: SearchIndex, text: string): SearchHit[] {
  const words = wordsOf(text)
  const terms = termsOf(words)
  if (terms.length === 0) return []
  const topicPages = pagesAbout(words)
  const options = {
    prefix: (term: string) => term.length >= shortestPrefix,
    fuzzy: (term: string) => (term.length >= shortestFuzzy ? maxEditDistance : false),
    boost: { title: 6, titles: 2, text: 1 },
    boostDocument: (id: string, _term: string, { titles }: SearchHit) =>
      weightOf(pageOf(id)) *
      (topicPages.has(pageOf(id)) ? topicWeight : 1) *
      (titles.length === 0 ? pageTitleWeight : 1),
  }
  const find = (combineWith: 'AND' | 'OR') =>
    index.search({ combineWith, queries: terms } as never, options as never) as SearchHit[]
  const hits = find('AND')
  return hits.length > 0 ? hits : find('OR')
}

/** Returns the page of a section, as in pages.ts: `/docs/guides/webhooks#retry-schedule` is in `guides/webhooks`. */
export const pageOf = (id: string) => id.replace(/^\/docs\//, '').replace(/#.*/, '')

const weightOf = (page: string) => pageWeights.find(([pages]) => pages.test(page))?.[1] ?? 1

const stopWords = new Set([
  'a',
  'an',
  'and',
  'do',
  'for',
  'how',
  'i',
  'in',
  'is',
  'my',
  'of',
  'the',
  'to',
  'what',
  'with',
])

// MiniSearch splits the indexed text in the same way.
function wordsOf(text: string) {
  const words = text
    .toLowerCase()
    .split(/[\n\r\p{Z}\p{P}]+/u)
    .filter(Boolean)
  const telling = words.filter((word) => !stopWords.has(word))
  return telling.length > 0 ? telling : words
}

const longestPhrase = 4

/** Groups words into phrases that have synonyms, longest first; every other word is a separate term. */
function termsOf(words: string[]): SearchQuery[] {
  const terms: SearchQuery[] = []
  for (let at = 0; at < words.length; ) {
    const length = phraseLengthAt(words, at)
    const own = words.slice(at, at + length)
    terms.push({
      combineWith: 'OR',
      queries: [all(own), ...(synonymsOf(own) ?? []).map((phrase) => all(phrase.split(' ')))],
    })
    at += length
  }
  return terms
}

function phraseLengthAt(words: string[], at: number) {
  for (let length = longestPhrase; length > 1; length--)
    if (at + length <= words.length && synonymsOf(words.slice(at, at + length))) return length
  return 1
}

const synonymsOf = (words: string[]) => synonyms[words.join(' ')] ?? synonyms[words.map(singularOf).join(' ')]

const all = (words: string[]): SearchQuery => ({
  combineWith: 'AND',
  queries: words.map((word) => ({ combineWith: 'OR', queries: inflectionsOf(word) })),
})

/**
 * Returns a word with its singular and its plural in -ies. Prefix search finds the plural of most words, but "retry"
 * is no prefix of "retries", and "limits" none of "limit".
 */
const inflectionsOf = (word: string) => [
  ...new Set([word, singularOf(word), word.replace(/([^aeiou])y$/, '$1ies')]),
]

const singularOf = (word: string) => word.replace(/ies$/, 'y').replace(/([^su])s$/, '$1')

// Minimum number of letters after which the start of a topic counts as the topic.
const shortestTopicStart = 5

function pagesAbout(words: string[]) {
  const phrases = [words, ...(synonymsOf(words) ?? []).map((phrase) => phrase.split(' '))]
  const typed = words.join(' ')
  return new Set([
    ...phrases.flatMap(
      (phrase) => topics[phrase.join(' ')] ?? topics[phrase.map(singularOf).join(' ')] ?? [],
    ),
    ...Object.entries(topics).flatMap(([topic, page]) =>
      typed.length >= shortestTopicStart && topic.startsWith(typed) ? [page] : [],
    ),
  ])
}

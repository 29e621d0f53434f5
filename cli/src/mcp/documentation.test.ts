import { expect, test } from 'vitest'
import { openDocumentation, parseIndex, rankSections, splitPage } from './documentation.ts'

const index = `# Payproof
- [Webhooks](/docs/guides/webhooks.md): Receive and verify deliveries.
- [Errors](/docs/errors.md): Every error code.
- [Elsewhere](https://other.example/docs/x.md): Not ours.
- [Outside](/docs/../configuration.md): Not a page.
`
const pages: Record<string, string> = {
  '/llms.txt': index,
  '/docs/guides/webhooks.md':
    '# Webhooks\nWe sign deliveries.\n```sh\n# Not a heading\n```\n## Verify a signature\nCompute the HMAC.\n',
  '/docs/errors.md': '# Errors\n## Codes\nA signature that does not match returns 400.\n',
}

/** A service with these pages, and the paths that were requested from it. */
function serve(answers: Record<string, string>) {
  const requested: string[] = []
  const fetchFrom: typeof fetch = async (url) => {
    const path = new URL(String(url)).pathname
    requested.push(path)
    const text = answers[path]
    return text === undefined ? new Response('', { status: 503 }) : new Response(text)
  }
  return { requested, documentation: openDocumentation('http://127.0.0.1:8080', fetchFrom) }
}

test('only pages of the service are in the index', () => {
  expect(parseIndex(index).map(({ page }) => page)).toEqual(['guides/webhooks', 'errors'])
})

test('the section whose heading matches comes first; comments in code are not headings', () => {
  const [webhooks, errors] = parseIndex(index)
  if (!webhooks || !errors) throw new Error('no pages')
  const sections = [
    ...splitPage(errors, pages['/docs/errors.md'] ?? ''),
    ...splitPage(webhooks, pages['/docs/guides/webhooks.md'] ?? ''),
  ]
  expect(sections.map(({ heading }) => heading)).toEqual(['Codes', 'Webhooks', 'Verify a signature'])
  const [first] = rankSections(sections, 'verify signature')
  expect(first).toMatchObject({ page: 'guides/webhooks', heading: 'Verify a signature' })
  expect(rankSections(sections, 'kubernetes')).toEqual([])
})

test('a search loads every page once and shows where the words are', async () => {
  const { requested, documentation } = serve(pages)
  expect(await documentation.search('HMAC', 5)).toBe(
    'guides/webhooks: Webhooks, Verify a signature\nCompute the HMAC.',
  )
  await documentation.search('codes', 5)
  expect(requested.toSorted()).toEqual(Object.keys(pages).toSorted())
})

test('only listed pages are read', async () => {
  const { requested, documentation } = serve(pages)
  expect(await documentation.read('errors', 0)).toBe(pages['/docs/errors.md'])
  await expect(documentation.read('../configuration', 0)).rejects.toThrow(
    'There is no page ../configuration. The pages are: guides/webhooks, errors',
  )
  expect(requested).toEqual(['/llms.txt', '/docs/errors.md'])
})

test('a failure is reported and not cached', async () => {
  const answers: Record<string, string> = {}
  const { documentation } = serve(answers)
  await expect(documentation.read('errors', 0)).rejects.toThrow(
    'Could not load /llms.txt (HTTP 503). The documentation of this service is not built.',
  )
  Object.assign(answers, pages)
  expect(await documentation.read('errors', 0)).toContain('# Errors')
})

import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { type ApiDescription, bodyOf, chaptersOf, type PathOperation, slugOf } from './api.ts'
import { exampleOf } from './examples.ts'
import { bodyFields } from './fields.ts'
import { highlight } from './html.ts'
import { referencePages } from './pages.ts'
import { plainSample, samplesOf } from './samples.ts'

// Tests the pages as text. site.test.ts checks their links, reference.test.ts opens them in a browser.

const document = fileURLToPath(new URL('../../../server/openapi.json', import.meta.url))
const api = JSON.parse(readFileSync(document, 'utf8')) as ApiDescription
const chapters = chaptersOf(api)
const operations = chapters.flatMap(({ operations }) => operations)
const pages = referencePages(api, { script: '/docs/assets/a.js', styles: '/docs/assets/a.css' })
const find = (id: string) => operations.find(({ operationId }) => operationId === id) as PathOperation

test('every operation is in the index and on the page of its tag, with samples in three languages', () => {
  const count = Object.values(api.paths).flatMap(Object.values).length
  expect(operations).toHaveLength(count)
  for (const { operationId, tags, method, path } of operations) {
    const html = pages.get(slugOf(tags[0] ?? '')) ?? ''
    expect(html, operationId).toContain(`<section class="operation" id="${operationId}"`)
    for (const language of ['curl', 'typescript', 'python'])
      expect(html, operationId).toContain(`role="tabpanel" id="${operationId}-${language}"`)
    expect(pages.get('index'), operationId).toContain(
      `data-former="tag/${slugOf(tags[0] ?? '')}/${method}${path}"`,
    )
  }
  expect([...pages.keys()]).toEqual(['index', ...chapters.map(({ slug }) => slug), 'webhook-events'])
})

test('ids are unique on each page, and no page loads anything from another origin', () => {
  for (const [path, html] of pages) {
    const ids = [...html.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id)
    expect(
      ids.filter((id, at) => ids.indexOf(id) !== at),
      path,
    ).toEqual([])
    const loaded = [...html.matchAll(/<(?:script|link|img|iframe)[^>]+(?:src|href)="([^"]+)"/g)]
    expect(
      loaded.map(([, url]) => url).filter((url) => !url?.startsWith('/docs/')),
      path,
    ).toEqual([])
    expect(html, path).not.toMatch(/\son\w+="|<style|<script>|undefined|\[object/)
  }
})

test('samples send the same request in every language', () => {
  const samples = samplesOf(find('createUser'), api)
  for (const sample of Object.values(samples)) {
    expect(sample).toContain('Wilhelmina')
    expect(sample).toContain('BS6 9ZX')
  }
  expect(plainSample(samples.curl)).toMatch(/^curl --fail-with-body "\$PAYPROOF_URL\/users" \\\n/)
  expect(plainSample(samples.TypeScript)).toContain('await payproof.users.create({\n')
  expect(plainSample(samples.Python)).toContain(
    'requests.post(\n    os.environ["PAYPROOF_URL"] + "/users",\n    headers={"X-API-KEY": os.environ["PAYPROOF_API_KEY"]},',
  )
})

test('samples use the credential that the operation accepts', () => {
  const asUser = samplesOf(find('presignPayslips'), api)
  expect(asUser.curl).toContain('Authorization: Bearer $USER_TOKEN')
  expect(asUser.TypeScript).toContain('payproof.forUser(')
  const signIn = samplesOf(find('signIn'), api)
  for (const sample of Object.values(signIn)) expect(sample).not.toMatch(/API_KEY|TOKEN/)
})

test('deletions, queries and files', () => {
  expect(plainSample(samplesOf(find('deleteUser'), api).curl)).toContain(
    '-X DELETE "$PAYPROOF_URL/users/0199',
  )
  expect(samplesOf(find('listAccounts'), api).Python).toContain('params={\n        "user_id": "0199')
  expect(samplesOf(find('listAccounts'), api).TypeScript).toContain(
    'for await (const item of payproof.accounts.list({',
  )
  expect(samplesOf(find('getDocumentFile'), api).curl).toContain('-o document.pdf')
})

test('no request body is empty where the API accepts fields', () => {
  const empty = operations.filter((operation) => {
    const body = bodyOf(operation)
    const example = body && exampleOf(body, api, operation.operationId, true)
    return (
      body && Object.keys(example as object).length === 0 && /<li>/.test(bodyFields(body.schema, api, true))
    )
  })
  expect(empty.map(({ operationId }) => operationId)).toEqual([])
})

test('values to fill in are marked in code, and code is escaped', () => {
  const html = highlight(samplesOf(find('listUsers'), api).TypeScript, 'TypeScript')
  expect(html).toMatch(/<span data-fill="client" data-quotes="no-quotes">.*Payproof\(\)<\/span>\n/)
  expect(highlight(samplesOf(find('listUsers'), api).curl, 'curl')).toContain(
    '<span class="string">&quot;X-API-KEY: <span data-fill="key" data-quotes="no-quotes">$PAYPROOF_API_KEY</span>&quot;</span>',
  )
  expect(highlight('{"a": "<b>"}', 'JSON')).toBe(
    '{<span class="word">&quot;a&quot;</span>: <span class="string">&quot;&lt;b&gt;&quot;</span>}',
  )
})

import { hash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { startApi } from '../../../test/api.ts'

// Tests how a built folder is served. docs/site/site.test.ts tests the real build.

const script = 'document.documentElement.classList.add("dark")'
const web = mkdtempSync(join(tmpdir(), 'payproof-docs-site-'))
afterAll(() => rmSync(web, { recursive: true, force: true }))
for (const [name, text] of [
  ['docs/index.html', `<script>${script}</script><script type="module" src="/docs/assets/a.js"></script>`],
  ['docs/guides/webhooks.html', '<h1>Webhooks</h1>'],
  ['docs/guides/webhooks.md', '# Webhooks\n'],
  ['docs/404.html', '<h1>Nothing here</h1>'],
  ['docs/assets/a.js', 'export {}'],
  ['docs/llms.txt', '# Payproof\n'],
  ['docs/llms-full.txt', '# Payproof\nEverything\n'],
  ['docs/reference/index.html', '<h1>API reference</h1>'],
  ['docs/reference/users.html', '<h1>Users</h1>'],
  ['journey/index.html', '<script>alert(1)</script>'],
] as const) {
  mkdirSync(dirname(join(web, name)), { recursive: true })
  writeFileSync(join(web, name), text)
}
writeFileSync(join(web, 'docs/guides/webhooks.html.gz'), gzipSync('<h1>Webhooks</h1>'))
const { anonymous, callWith } = await startApi({ WEB_DIR: web }, 'api')

test('serves pages at URLs without extension and redirects the other spellings there', async () => {
  expect(await anonymous('GET', '/docs/guides/webhooks')).toMatchObject({
    status: 200,
    text: '<h1>Webhooks</h1>',
  })
  expect(await anonymous('GET', '/docs/guides/webhooks.md')).toMatchObject({
    status: 200,
    text: '# Webhooks\n',
    headers: { 'content-type': 'text/markdown; charset=utf-8' },
  })
  for (const [from, to] of [
    ['/docs', '/docs/'],
    ['/docs/index.html', '/docs/'],
    ['/docs/guides/webhooks.html', '/docs/guides/webhooks'],
    ['/docs/guides/webhooks/', '/docs/guides/webhooks'],
    ['/docs/reference', '/docs/reference/'],
    ['/docs/reference/index.html', '/docs/reference/'],
    ['/docs/reference/users/', '/docs/reference/users'],
  ]) {
    expect(await anonymous('GET', from as string), from).toMatchObject({
      status: 301,
      headers: { location: to },
    })
  }
  expect((await anonymous('GET', '/docs/reference/')).text).toBe('<h1>API reference</h1>')
  expect(await anonymous('GET', '/llms.txt')).toMatchObject({ status: 200, text: '# Payproof\n' })
  expect(await anonymous('GET', '/llms-full.txt')).toMatchObject({
    status: 200,
    text: '# Payproof\nEverything\n',
  })
})

test('shows the 404 page for unknown paths and serves nothing outside the docs folder', async () => {
  for (const path of ['guides/nothing', '..%2fjourney%2findex.html', '%2e%2e/journey/index.html', 'guides']) {
    expect(await anonymous('GET', `/docs/${path}`), path).toMatchObject({
      status: 404,
      text: expect.not.stringContaining('alert'),
    })
  }
  expect((await anonymous('GET', '/docs/nothing')).text).toBe('<h1>Nothing here</h1>')
})

test('allows only our own scripts and the inline scripts of the built pages', async () => {
  const { headers } = await anonymous('GET', '/docs/')
  const policy = String(headers['content-security-policy'])
  expect(policy).toContain(`script-src 'self' 'sha256-${hash('sha256', script, 'base64')}';`)
  expect(policy).toContain("default-src 'none'")
  expect(policy).not.toMatch(/script-src[^;]*unsafe|https?:|\*/)
})

test('caches content-hashed assets forever and revalidates pages', async () => {
  expect((await anonymous('GET', '/docs/assets/a.js')).headers['cache-control']).toMatch(/immutable/)
  expect((await anonymous('GET', '/docs/assets/b.js')).headers['cache-control']).toBe('no-store')
  const { headers } = await anonymous('GET', '/docs/reference/')
  expect(headers).toMatchObject({ 'cache-control': 'no-cache', etag: expect.stringMatching(/^"[\w-]{22}"$/) })
})

test('replies 304 to a client that has the page in the encoding that it accepts', async () => {
  const read = (given: Record<string, string>) => callWith(given)('GET', '/docs/guides/webhooks')
  const { headers, text } = await read({})
  const etag = String(headers.etag)
  expect(text).toBe('<h1>Webhooks</h1>')
  for (const known of [etag, `W/${etag}`, `"other", ${etag}`]) {
    expect(await read({ 'if-none-match': known }), known).toMatchObject({ status: 304, text: '' })
  }
  expect((await read({ 'if-none-match': '"other"' })).status).toBe(200)
  const compressed = { 'accept-encoding': 'gzip, br;q=0' }
  const other = await read({ ...compressed, 'if-none-match': etag })
  expect(other).toMatchObject({ status: 200, headers: { 'content-encoding': 'gzip' } })
  expect(other.headers.etag).not.toBe(etag)
  expect((await read({ ...compressed, 'if-none-match': String(other.headers.etag) })).status).toBe(304)
  expect((await callWith({ 'if-none-match': etag })('GET', '/docs/nothing')).status).toBe(404)
})

test('explains how to build the docs if they are missing, and still serves openapi.json', async () => {
  const { anonymous: anybody } = await startApi({ WEB_DIR: join(web, 'nowhere') }, 'api')
  for (const path of ['/docs/', '/docs/reference/', '/llms-full.txt']) {
    const { status, text } = await anybody('GET', path)
    expect(status, path).toBe(503)
    expect(text).toContain('npm run docs:build')
  }
  expect((await anybody('GET', '/openapi.json')).status).toBe(200)
})

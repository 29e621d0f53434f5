import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { startApi } from '../../../test/api.ts'
import { atEnd } from '../../../test/at-end.ts'

const folder = mkdtempSync(join(tmpdir(), 'console-'))
atEnd(async () => rmSync(folder, { recursive: true }))
const code = 'export const answer = 42\n'
mkdirSync(join(folder, 'console/assets'), { recursive: true })
mkdirSync(join(folder, 'journey'))
writeFileSync(
  join(folder, 'console/index.html'),
  '<html class="console" data-environment="" data-texts="">\n</html>\n',
)
writeFileSync(join(folder, 'console/assets/main-1a2b.js'), code)
writeFileSync(join(folder, 'console/assets/main-1a2b.js.gz'), gzipSync(code))
writeFileSync(join(folder, 'journey/secret.js'), code)
writeFileSync(join(folder, 'journey/index.html'), '<html data-boot="">\n</html>\n')
mkdirSync(join(folder, 'journey-preview/assets'), { recursive: true })
writeFileSync(join(folder, 'journey-preview/index.html'), '<html><title>Preview</title></html>\n')
writeFileSync(join(folder, 'journey-preview/assets/preview-3c4d.js'), code)

const { anonymous } = await startApi({ WEB_DIR: folder }, 'api')

test('serves one page at every URL, with a policy against framing and external requests', async () => {
  for (const address of ['/console', '/console/', '/console/users/1?page=2', '/console/invitations/x']) {
    const reply = await anonymous('GET', address)
    expect(reply.status, address).toBe(200)
    expect(reply.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(reply.headers['cache-control']).toBe('no-store')
    expect(reply.text).toContain('data-environment="sandbox" data-texts="off"')
    expect(reply.headers['content-security-policy']).toBe(
      "default-src 'none'; script-src 'self'; worker-src 'self'; style-src 'self'; img-src 'self' blob: data:; " +
        "connect-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    )
    expect(reply.headers['referrer-policy']).toBe('no-referrer')
  }
})

test('serves assets as immutable, compressed if accepted', async () => {
  const reply = await anonymous('GET', '/console/assets/main-1a2b.js', undefined, {
    'accept-encoding': 'gzip',
  })
  expect(reply).toMatchObject({
    status: 200,
    headers: {
      'content-type': 'text/javascript; charset=utf-8',
      'content-encoding': 'gzip',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
    },
  })
  const plain = await anonymous('GET', '/console/assets/main-1a2b.js')
  expect(plain.text).toBe(code)
})

test('allows framing of the journey preview by our own pages only, without changing the journey’s policy', async () => {
  const preview = await anonymous('GET', '/console/journey-preview')
  expect(preview.text).toContain('<title>Preview</title>')
  expect(preview.headers['content-security-policy']).toBe(
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; " +
      "form-action 'none'; base-uri 'none'; frame-ancestors 'self'",
  )
  expect((await anonymous('GET', '/console/journey-preview/assets/preview-3c4d.js')).text).toBe(code)
  for (const address of [
    `/r/${'x'.repeat(43)}`,
    '/j/preview',
    '/j/preview/welcome',
    '/console/journey-preview/x',
  ])
    expect((await anonymous('GET', address)).headers['content-security-policy'], address).toContain(
      "frame-ancestors 'none'",
    )
})

test('returns 404 for files outside the console’s assets', async () => {
  for (const name of ['none.js', '../journey/secret.js', '%2e%2e/%2e%2e/journey/secret.js', ''])
    expect((await anonymous('GET', `/console/assets/${name}`)).text, name).not.toContain('answer')
  expect((await anonymous('GET', '/console/assets/none.js')).status).toBe(404)
})

test('returns 503 with instructions if the pages are not built', async () => {
  const { anonymous: early } = await startApi({ WEB_DIR: '/nowhere' }, 'api')
  expect(await early('GET', '/console')).toMatchObject({
    status: 503,
    text: expect.stringContaining('npm run build'),
  })
})

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startApi } from '../../../test/api.ts'
import { atEnd } from '../../../test/at-end.ts'

const folder = mkdtempSync(join(tmpdir(), 'verify-'))
const emptyFolder = mkdtempSync(join(tmpdir(), 'verify-none-'))
atEnd(() => {
  for (const each of [folder, emptyFolder]) rmSync(each, { recursive: true })
})
mkdirSync(join(folder, 'verify/assets'), { recursive: true })
writeFileSync(join(folder, 'verify/index.html'), '<html><title>Verify</title></html>\n')
writeFileSync(join(folder, 'verify/assets/main-1a2b.js'), 'export {}\n')

const built = await startApi({ WEB_DIR: folder }, 'api')
const unbuilt = await startApi({ WEB_DIR: emptyFolder }, 'api')

test('the page that verifies reports can load our files and keys only', async () => {
  const { status, headers, text } = await built.anonymous('GET', '/verify-report')
  expect([status, text]).toEqual([200, '<html><title>Verify</title></html>\n'])
  expect(headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'x-robots-tag': 'noindex',
    'content-security-policy':
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
      "form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
  })
})

test('its assets are immutable, and other files are not served', async () => {
  const asset = await built.anonymous('GET', '/verify-report/assets/main-1a2b.js')
  expect([asset.status, asset.headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable'])
  for (const name of ['none.js', '..%2findex.html', '../index.html'])
    expect((await built.anonymous('GET', `/verify-report/assets/${name}`)).status, name).toBe(404)
})

test('without built pages, it says how to verify', async () => {
  const { status, text } = await unbuilt.anonymous('GET', '/verify-report')
  expect(status).toBe(503)
  expect(text).toContain('payproof verify-report FILE')
})

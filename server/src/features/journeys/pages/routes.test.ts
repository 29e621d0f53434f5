import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { type Call, startApi } from '../../../../test/api.ts'
import { atEnd } from '../../../../test/at-end.ts'
import { createUser } from '../../../../test/people.ts'

const folder = mkdtempSync(join(tmpdir(), 'web-'))
atEnd(async () => rmSync(folder, { recursive: true }))
const code = 'export const answer = 42\n'
mkdirSync(join(folder, 'journey/journey-assets'), { recursive: true })
mkdirSync(join(folder, 'journey/.vite'))
writeFileSync(
  join(folder, 'journey/index.html'),
  '<!doctype html>\n<html lang="en" data-boot="">\n<body><div id="journey"></div></body></html>\n',
)
writeFileSync(join(folder, 'journey/.vite/manifest.json'), '{}')
writeFileSync(join(folder, 'journey/journey-assets/main-1a2b.js'), code)
writeFileSync(join(folder, 'journey/journey-assets/main-1a2b.js.br'), brotliCompressSync(code))
writeFileSync(join(folder, 'journey/journey-assets/main-1a2b.js.gz'), gzipSync(code))
writeFileSync(join(folder, 'journey.js'), code)

const api = await startApi({ WEB_DIR: folder, S3_PUBLIC_ENDPOINT: 'https://files.example:9000/x' }, 'api')
const { acme, rival, anonymous, sql } = api

async function aLink(call: Call = acme) {
  const { user_id } = await createUser(call)
  const { webapp_link } = (await call('POST', '/user-tokens', { user_id })).body
  const path = new URL(webapp_link as string).pathname
  const { body } = await anonymous('POST', '/journeys/sessions', { code: path.split('/').at(-1) })
  return { user_id, path, journeyId: body.journey_id as string }
}

function bootIn(text: string) {
  const [, boot = ''] = /data-boot="([^"]*)"/.exec(text) ?? []
  const plain = boot.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>')
  return JSON.parse(plain.replaceAll('&amp;', '&'))
}

const framersIn = (policy = '') => /frame-ancestors ([^;]*)/.exec(policy)?.[1]

test('shows the page with the client’s branding at the link and at every journey URL', async () => {
  const { path, journeyId } = await aLink()
  const name = `Acme & "Sons" <b> &quot;`
  const branding = { client_display_name: name, brand_colour: '#1A6B3C' }
  await acme('PATCH', '/configuration', { ...branding, frame_origins: [] })
  for (const address of [
    path,
    path,
    `/j/${journeyId}`,
    `/j/${journeyId}/login`,
    `/j/${journeyId}/back?x=1`,
  ]) {
    const reply = await anonymous('GET', address)
    expect(reply.status, address).toBe(200)
    expect(reply.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(reply.headers['cache-control']).toBe('no-store')
    expect(reply.headers.location).toBeUndefined()
    expect(reply.text).not.toContain('<b>')
    expect(bootIn(reply.text)).toEqual({
      link: 'open',
      journey_id: journeyId,
      environment: 'sandbox',
      sends_texts: false,
      at: expect.stringMatching(/Z$/),
      frame_origins: [],
      client: { name, logo: null, brand_colour: '#1a6b3c' },
      journey: address === path ? expect.objectContaining({ journey_id: journeyId }) : null,
    })
  }
})

test('embeds the journey as GET /journeys/current returns it, without a token and without an audit line', async () => {
  const { user_id, path } = await aLink()
  const countOpened = () =>
    sql(
      `select count(*)::int as count from audit_lines where subject_id = $1 and action = 'journey.opened'`,
      [user_id],
    )
  const before = await countOpened()
  const { text } = await anonymous('GET', path)
  expect(await countOpened()).toEqual(before)
  const { journey } = bootIn(text)
  const session = await anonymous('POST', '/journeys/sessions', { code: path.split('/').at(-1) })
  const current = await api.withToken(session.body.token)('GET', '/journeys/current')
  const { session: embedded, ...rest } = journey
  const { session: own, ...expected } = current.body
  expect(rest).toEqual(expected)
  expect(embedded.link_expires_at).toBe(own.link_expires_at)
  expect(Math.abs(Date.parse(embedded.expires_at) - Date.parse(own.expires_at))).toBeLessThan(600_000)
  expect(text).not.toContain('eyJ')
})

test('shows the name of the client before the script has loaded', async () => {
  const { path } = await aLink()
  await acme('PATCH', '/configuration', { client_display_name: 'Acme & Sons', client_logo: null })
  const { text } = await anonymous('GET', path)
  expect(text).toContain('<span class="who-name">Acme &amp; Sons</span>')
  expect(text).toContain('<main class="screen" data-view="loading" aria-busy="true">')
  const unknown = await anonymous('GET', `/r/${'x'.repeat(43)}`)
  expect(unknown.text).toContain('<div id="journey"></div>')
})

test('forbids external resources and inline scripts, and allows uploads only to the object store', async () => {
  const { path } = await aLink(rival)
  const { headers } = await anonymous('GET', path)
  expect(headers['content-security-policy']).toBe(
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; " +
      "connect-src 'self' https://files.example:9000; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  )
  expect(headers).toMatchObject({
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': expect.stringContaining('camera=(self)'),
  })
})

test('allows framing only by origins that the client registered', async () => {
  const [ours, theirs] = [await aLink(), await aLink(rival)]
  const frame_origins = ['https://acme.example', 'http://127.0.0.1:8090']
  await acme('PATCH', '/configuration', { frame_origins })
  const page = await anonymous('GET', ours.path)
  expect(framersIn(page.headers['content-security-policy'])).toBe(frame_origins.join(' '))
  expect(bootIn(page.text).frame_origins).toEqual(frame_origins)
  const rivals = await anonymous('GET', theirs.path)
  expect(framersIn(rivals.headers['content-security-policy'])).toBe("'none'")
})

test('shows an expired link with the client’s branding, and an unknown link without', async () => {
  const { user_id, path, journeyId } = await aLink()
  await sql('update journey_links set expires_at = now() where user_id = $1', [user_id])
  for (const address of [path, `/j/${journeyId}/login`]) {
    const late = await anonymous('GET', address)
    expect(late.status).toBe(404)
    expect(bootIn(late.text)).toMatchObject({ link: 'expired', journey_id: journeyId, client: {} })
  }
  for (const address of [`/r/${'x'.repeat(43)}`, '/r/short', `/j/${randomUUID()}`, '/j/nonsense/login']) {
    const reply = await anonymous('GET', address)
    expect(reply.status).toBe(404)
    expect(bootIn(reply.text)).toMatchObject({ link: 'expired', journey_id: null, client: null })
  }
})

test('serves assets compressed and immutable, and no file outside the asset folder', async () => {
  const asset = '/journey-assets/main-1a2b.js'
  const send = async (path: string, encoding: string) => {
    const reply = await api.server.inject({ url: path, headers: { 'accept-encoding': encoding } })
    return { ...reply.headers, status: reply.statusCode, bytes: reply.rawPayload }
  }
  const packed = await send(asset, 'gzip, deflate, br, zstd')
  expect(packed).toMatchObject({
    status: 200,
    'content-encoding': 'br',
    vary: 'Accept-Encoding',
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
  })
  expect(packed.bytes).toEqual(brotliCompressSync(code))
  expect((await send(asset, 'br;q=0, gzip'))['content-encoding']).toBe('gzip')
  const plain = await send(asset, 'identity')
  expect(plain.bytes.toString()).toBe(code)
  expect(plain['content-encoding']).toBeUndefined()
  expect(await send('/journey.js', 'br')).toMatchObject({
    status: 200,
    'cache-control': 'public, max-age=300',
    'access-control-allow-origin': '*',
  })
  const others = [
    '../index.html',
    '..%2f..%2fjourney.js',
    '%2e%2e/.vite/manifest.json',
    'main-1a2b.js.br',
    '',
  ]
  for (const name of others) expect((await send(`/journey-assets/${name}`, 'br')).status, name).toBe(404)
})

test('starts without built pages and returns 503 with instructions', async () => {
  const bare = await startApi({ WEB_DIR: join(folder, 'nowhere') }, 'api')
  const reply = await bare.anonymous('GET', `/r/${'x'.repeat(43)}`)
  expect(reply.status).toBe(503)
  expect(reply.text).toContain('npm run build')
  expect((await bare.anonymous('GET', '/journey.js')).status).toBe(404)
})

import { describe, expect, test } from 'vitest'
import { errors } from '../providers/errors.ts'
import { listOf, startSandbox } from '../testing/start-sandbox.ts'

const { sandbox, call } = await startSandbox()

describe('pages', () => {
  test('the index lists every person, error and provider, and the time', async () => {
    const { text, headers } = await call('GET', '/', undefined, { accept: 'text/html' })
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    for (const code of Object.keys(errors)) expect(text).toContain(`id="error-${code}"`)
    const people = listOf((await call('GET', '/controls/people?limit=100')).body, 'people')
    for (const { user_name } of people) expect(text).toContain(`href="/people/${user_name}"`)
    for (const id of [
      'sandbox-cloud',
      'sandbox-payroll',
      'sandbox-portal',
      'sandbox-bureau',
      'taxauth',
      'sandbox-bank',
    ])
      expect(text).toContain(`<code>${id}</code>`)
    expect(text).toMatch(/<time id="now">2026-06-15T09:0/)
  })

  test('every link on the index and a person page works', async () => {
    const seen = new Set<string>()
    for (const start of ['/', '/people/dashiell.pennyfeather']) {
      const { text } = await call('GET', start)
      const links = [...text.matchAll(/href="(\/[^"]*)"/g)].map(([, path = '']) =>
        path.replaceAll('&amp;', '&'),
      )
      // Printing with Chromium is slow and tested separately.
      for (const link of links.filter((path) => !path.includes('chromium'))) seen.add(link)
    }
    for (const path of seen) expect((await call('GET', path)).status, path).toBe(200)
    expect(seen.size).toBeGreaterThan(60)
  })

  test('the entry points and client credentials on the page are correct', async () => {
    const { text } = await call('GET', '/')
    const entries = [...text.matchAll(/begins with (GET|POST) (\/[\w/-]+)/g)]
    for (const [, method = '', path = ''] of entries) {
      const { status } = await call(method, path, method === 'POST' ? {} : undefined)
      expect(status, path).toBeLessThan(500)
      expect(status, path).not.toBe(404)
    }
    expect(entries).toHaveLength(10)
    const [, id = '', secret = ''] =
      /OAuth2 as <code>(.+?)<\/code> with the secret <code>(.+?)<\/code>/.exec(text) ?? []
    const fields = {
      grant_type: 'refresh_token',
      refresh_token: 'x'.repeat(43),
      client_id: id,
      client_secret: secret,
    }
    const reply = await fetch(`${sandbox.url}/cloud/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams(fields),
    })
    expect(await reply.json()).toMatchObject({ error: 'invalid_grant' })
  })

  test('every curl command on the page succeeds', async () => {
    const { text } = await call('GET', '/')
    const lines = [...text.matchAll(/<pre class="line">(curl[^<]*)<\/pre>/g)].map(([, line = '']) =>
      line.replaceAll('&#39;', "'").replaceAll('&quot;', '"').replaceAll('&amp;', '&'),
    )
    for (const line of lines) {
      const [, method = 'GET'] = /-X (\w+)/.exec(line) ?? []
      const [, path = ''] = /http:\/\/[^/]+(\/[^' ]*)/.exec(line) ?? []
      const [, body] = /-d '(.*)'$/.exec(line) ?? []
      const isJson = line.includes('content-type: application/json')
      const reply = await call(
        method,
        path,
        body ? JSON.parse(body) : undefined,
        isJson ? { 'content-type': 'application/json' } : {},
      )
      expect(reply.status, line).toBeLessThan(300)
    }
    expect(lines.length).toBeGreaterThan(12)
  })

  test('an unknown path returns a page for browsers and JSON for other clients', async () => {
    const [asPage, asJson] = [
      await call('GET', '/nothing', undefined, { accept: 'text/html' }),
      await call('GET', '/nothing'),
    ]
    expect([asPage.status, asPage.text.includes('<h1>404</h1>')]).toEqual([404, true])
    expect([asJson.status, asJson.body]).toEqual([404, { errors: ['There is nothing at this address'] }])
  })
})

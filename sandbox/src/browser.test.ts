import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSandbox, type RunningSandbox } from './server.ts'

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]
let sandbox: RunningSandbox
let browser: Browser
beforeAll(async () => {
  const startsAt = new Date('2026-06-15T09:00:00Z')
  sandbox = await openSandbox({
    host: '127.0.0.1',
    port: 0,
    seed: 'payproof',
    redirectUris: [],
    serviceUrls: [],
    startsAt,
  })
  browser = await chromium.launch({ executablePath: '/usr/bin/chromium-headless-shell', args })
})
afterAll(async () => {
  await browser.close()
  await sandbox.close()
})

/** Runs a test on a page with JavaScript disabled, because sandbox pages must work without it. */
async function withPage(use: (page: Page) => Promise<void>) {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: 390, height: 844 },
  })
  try {
    await use(await context.newPage())
  } finally {
    await context.close()
  }
}

test('a person can sign in to the portal, download a PDF and sign out in a browser', () =>
  withPage(async (page) => {
    await page.goto(`${sandbox.url}/portal/`)
    await page.getByLabel('User name').fill('dashiell.pennyfeather')
    await page.getByLabel('Password').fill('mfa:date')
    await page.getByRole('button', { name: 'Sign in' }).click()

    await page.getByLabel('Day').fill('4')
    await page.getByLabel('Month').fill('11')
    await page.getByLabel('Year').fill('1900')
    await page.getByRole('button', { name: 'Continue' }).click()
    expect(await page.locator('[data-error-code]').getAttribute('data-error-code')).toBe('mfa_failed')
    const person = await (await fetch(`${sandbox.url}/controls/people/dashiell.pennyfeather`)).json()
    const { memorable_date } = (person as { sign_in: { memorable_date: string } }).sign_in
    const [year = '', month = '', day = ''] = memorable_date.split('-')
    await page.getByLabel('Day').fill(day)
    await page.getByLabel('Month').fill(month)
    await page.getByLabel('Year').fill(year)
    await page.getByRole('button', { name: 'Continue' }).click()

    await page.getByRole('link', { name: 'Tumbledown Theatre Company' }).click()
    await page.getByRole('link', { name: '2025/26' }).click()
    await page.getByRole('link', { name: 'Older' }).click()
    expect(await page.locator('#page-number').getAttribute('data-page')).toBe('2')
    expect(await page.locator('#payslip-table tbody tr').count()).toBe(10)
    await page.getByRole('link', { name: 'View' }).first().click()
    const downloading = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download PDF' }).click()
    const download = await downloading
    expect(download.suggestedFilename()).toMatch(/^payslip-202\d-\d\d-\d\d\.pdf$/)
    expect(
      readFileSync(await download.path())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-')

    await page.getByRole('button', { name: 'Sign out' }).click()
    expect(await page.getByRole('status').textContent()).toBe('You have signed out.')
    await page.goBack()
    await page.goto(`${sandbox.url}/portal/payslips`)
    expect(new URL(page.url()).pathname).toBe('/portal/')
  }))

test('an inbox form works in a browser and is rejected when posted from another origin', () =>
  withPage(async (page) => {
    const body = JSON.stringify({ any: 'thing' })
    const signature = createHmac('sha512', 'a secret').update(body).digest('hex')
    await fetch(`${sandbox.url}/inbox/acme`, {
      method: 'POST',
      headers: { 'x-svc-signature': signature },
      body,
    })
    const other = sandbox.url.replace('127.0.0.1', 'localhost')
    await page.setContent(
      `<form method="post" action="${sandbox.url}/inbox/acme/keys"><input name="signing_secrets" value="mine"><button>Go</button></form>`,
    )
    await page.getByRole('button', { name: 'Go' }).click()
    await page.waitForURL('**/inbox/acme/keys')
    expect(await page.getByRole('heading').textContent()).toBe('403')

    await page.goto(`${other}/inbox/acme`)
    await page.getByLabel('Signing secrets').fill('a secret')
    await page.getByRole('button', { name: 'Set' }).click()
    await page.waitForURL('**/inbox/acme')
    expect(await page.locator('article .badge.good').allTextContents()).toEqual(['verified'])
    await page.getByRole('button', { name: 'Delete all deliveries' }).click()
    expect(await page.getByRole('heading', { level: 2 }).textContent()).toBe('No deliveries yet')
  }))

test.each(['/', '/people/dashiell.pennyfeather', '/inbox', '/inbox/acme', '/portal/', '/nothing'])(
  '%s fits the width of a small phone',
  (path) =>
    withPage(async (page) => {
      await page.setViewportSize({ width: 320, height: 640 })
      await page.goto(`${sandbox.url}${path}`)
      // The width is measured on a screenshot, because scripts are disabled in this page.
      const { width = 0 } = (await page.locator('body').boundingBox()) ?? {}
      const picture = await page.screenshot({ fullPage: true })
      expect([width, picture.readUInt32BE(16)]).toEqual([320, 320])
    }),
)

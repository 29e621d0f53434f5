import { chromium } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { startApi } from './api.ts'

// Debian's Chromium, not one downloaded by a test tool.
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium-headless-shell',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
  ],
})
afterAll(() => browser.close())

const { server } = await startApi()
const address = await server.listen({ host: '127.0.0.1', port: 0 })

for (const [device, width, height] of [
  ['a phone', 390, 844],
  ['a desktop', 1280, 800],
] as const) {
  test(`the reference page shows the operations on ${device} and asks nobody but this server`, async () => {
    const page = await browser.newPage({ viewport: { width, height } })
    const hosts = new Set<string>()
    const faults: string[] = []
    page.on('request', (request) => {
      if (request.url().startsWith('http')) hosts.add(new URL(request.url()).origin)
    })
    page.on('pageerror', (error) => faults.push(error.message))
    await page.goto(`${address}/docs/reference`)
    await page.getByRole('heading', { name: 'Payproof payroll API' }).waitFor({ timeout: 20_000 })
    await page.getByText('Register a person').first().waitFor({ state: 'attached' })
    expect([...hosts]).toEqual([new URL(address).origin])
    expect(faults).toEqual([])
    const overflow = await page.evaluate(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    )
    expect(overflow).toBeLessThanOrEqual(0)
    await page.close()
  })
}

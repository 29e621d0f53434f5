import { type Browser, chromium } from 'playwright-core'

export type Visit = (steps: { url: string; press: string; until: string }) => Promise<void>

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-sync',
  '--disable-component-update',
  '--no-first-run',
]

/** Opens Debian's Chromium, which is launched when the first page is opened. */
export function openBrowser() {
  let starting: Promise<Browser> | undefined

  async function open() {
    starting ??= chromium.launch({ executablePath: '/usr/bin/chromium-headless-shell', args })
    return (await starting).newPage()
  }

  /** Opens a page, clicks a button and waits for a text. Errors thrown by the page are rethrown here. */
  const visit: Visit = async ({ url, press, until }) => {
    const page = await open()
    const errors: string[] = []
    page.on('pageerror', ({ message }) => errors.push(message))
    await page.goto(url)
    await page.getByRole('button', { name: press }).click()
    const seen = page.getByText(until).first().waitFor({ timeout: 60_000 })
    await seen.catch(async () =>
      errors.push(`"${until}" does not appear, only: ${await page.textContent('body')}`),
    )
    await page.close()
    if (errors.length > 0) throw new Error(`page ${url}: ${errors.join('; ')}`)
  }

  /** Returns the browser's parse error for an SVG; empty if the SVG is well-formed. */
  async function findXmlError(text: string): Promise<string> {
    const page = await open()
    const script = `new DOMParser().parseFromString(${JSON.stringify(text)}, 'image/svg+xml').querySelector('parsererror')?.textContent ?? ''`
    const error = (await page.evaluate(script)) as string
    await page.close()
    return error
  }
  return { visit, findXmlError, close: async () => (await starting)?.close() }
}

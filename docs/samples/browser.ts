import { type Browser, chromium } from 'playwright-core'

export type Visit = (asked: { url: string; press: string; until: string }) => Promise<void>

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-sync',
  '--disable-component-update',
  '--no-first-run',
]

/** Debian's Chromium, started when the first page is opened. */
export function openBrowser() {
  let starting: Promise<Browser> | undefined

  async function open() {
    starting ??= chromium.launch({ executablePath: '/usr/bin/chromium-headless-shell', args })
    return (await starting).newPage()
  }

  /** Opens a page, presses a button, and waits for a text. Anything that the page throws is thrown here. */
  const visit: Visit = async ({ url, press, until }) => {
    const page = await open()
    const faults: string[] = []
    page.on('pageerror', ({ message }) => faults.push(message))
    await page.goto(url)
    await page.getByRole('button', { name: press }).click()
    const seen = page.getByText(until).first().waitFor({ timeout: 60_000 })
    await seen.catch(async () =>
      faults.push(`"${until}" is not on it, but: ${await page.textContent('body')}`),
    )
    await page.close()
    if (faults.length > 0) throw new Error(`the page at ${url}: ${faults.join('; ')}`)
  }

  /** What is wrong with a picture, in the browser's words; nothing if it is sound. */
  async function faultOfXml(text: string): Promise<string> {
    const page = await open()
    const look = `new DOMParser().parseFromString(${JSON.stringify(text)}, 'image/svg+xml').querySelector('parsererror')?.textContent ?? ''`
    const fault = (await page.evaluate(look)) as string
    await page.close()
    return fault
  }
  return { visit, faultOfXml, close: async () => (await starting)?.close() }
}

import { openBrowsers } from '../../src/connectors/web-portal/browsers.ts'

/** A process with an open visit. It prints its child processes and waits to be killed. */
const [executablePath = '', origin = ''] = process.argv.slice(2)
const signal = new AbortController().signal
await openBrowsers({ executablePath, maxVisits: 1 }).visit({ origin, signal }, async (context) => {
  const page = await context.newPage()
  await page.goto(origin)
  const session = await context.browser()?.newBrowserCDPSession()
  const { processInfo } = (await session?.send('SystemInfo.getProcessInfo')) ?? { processInfo: [] }
  process.stdout.write(`${JSON.stringify(processInfo.map(({ id }) => id))}\n`)
  await new Promise((resolve) => setTimeout(resolve, 60_000))
})

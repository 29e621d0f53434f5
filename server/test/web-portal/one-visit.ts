import { startBrowserProcess } from '../../src/connectors/web-portal/browser-process/own-process.ts'
import { openBrowsers } from '../../src/connectors/web-portal/browsers.ts'
import { listDescendants } from './processes.ts'

/** A process with an open visit. It prints its child processes and waits to be killed. */
const [executablePath = '', origin = ''] = process.argv.slice(2)
const signal = new AbortController().signal
const browserProcess = startBrowserProcess({ executablePath })
await openBrowsers({ browserProcess, maxVisits: 1 }).visit({ origin, signal }, async (context) => {
  const page = await context.newPage()
  await page.goto(origin)
  process.stdout.write(`${JSON.stringify(listDescendants(process.pid).map(({ pid }) => pid))}\n`)
  await new Promise((resolve) => setTimeout(resolve, 60_000))
})

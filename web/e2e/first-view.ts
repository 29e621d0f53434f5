import { makeWorld } from '../../server/test/template.ts'
import { type Browser, openBrowser } from './browser.ts'
import { measureFirstView, slowNetwork, slowProcessor } from './budget.ts'
import { buildWeb } from './setup.ts'
import { openJourneyWorld } from './world.ts'

// `npm run journey:first-view`: measures how soon an applicant can press the first button, on a slow processor and on a
// slow network. `-- --built` measures the pages as they were last built.

const measuredViews = 5
const cases = [
  { name: '4× slower processor', conditions: slowProcessor, maxMs: 1_500 },
  { name: '40 kB/s, 600 ms latency', conditions: slowNetwork, maxMs: 3_000 },
]

if (!process.argv.includes('--built')) await buildWeb()
const { world: services, stop } = await makeWorld({ durable: false })
try {
  const world = await openJourneyWorld(services)
  const browser = await openBrowser(world)
  const { link } = await world.aPerson(await world.aClient(), 'wilhelmina.oakapple')
  for (const each of cases) await report(browser, link, each)
  await browser.close()
  await world.close()
} finally {
  await stop()
}

/** Prints medians; the first view of each kind is not counted. */
async function report(browser: Browser, link: string, { name, conditions, maxMs }: (typeof cases)[number]) {
  await measureFirstView(browser, link, conditions)
  const views: Awaited<ReturnType<typeof measureFirstView>>[] = []
  for (let view = 0; view < measuredViews; view++)
    views.push(await measureFirstView(browser, link, conditions))
  const press = median(views.map(({ firstInputMs }) => firstInputMs))
  const paint = median(views.map(({ firstPaintMs }) => firstPaintMs))
  const [{ requests, scriptBytes, allBytes } = { requests: 0, scriptBytes: 0, allBytes: 0 }] = views
  process.stdout.write(
    `${name}: first paint ${paint} ms, first press ${press} ms (limit ${maxMs} ms), ` +
      `${requests} requests, ${scriptBytes} bytes of script, ${allBytes} bytes in all\n`,
  )
  if (press > maxMs) process.exitCode = 1
}

function median(values: number[]) {
  const sorted = values.toSorted((one, other) => one - other)
  return Math.round(sorted[Math.floor(sorted.length / 2)] ?? 0)
}

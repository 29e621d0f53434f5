import { makeWorld } from '../server/test/template.ts'
import { openBrowser, type Viewport, viewports } from '../web/e2e/browser.ts'
import { measureFirstView, slowNetwork, slowProcessor } from '../web/e2e/budget.ts'
import { inspectAll } from '../web/e2e/inspect.ts'
import { buildWeb } from '../web/e2e/setup.ts'
import { tours } from '../web/e2e/tours.ts'
import { startWalk } from '../web/e2e/walk.ts'
import { openJourneyWorld } from '../web/e2e/world.ts'
import { measure } from './harness/measurement.ts'

type Services = Awaited<ReturnType<typeof makeWorld>>['world']

const maxFirstInputMs = 1_500
const maxSlowNetworkMs = 3_000
const maxScriptBytes = 60_000
const measuredViews = 7

/**
 * Measures the first view on a slow phone and on a slow network, then walks every screen at every size, light and dark, with axe, reload and
 * back navigation.
 */
export async function prove() {
  await buildWeb()
  const { world: services, stop } = await makeWorld({ durable: false })
  try {
    const first = await firstView(services, slowProcessor)
    const slow = await firstView(services, slowNetwork)
    const walked = await walkAll(services)
    for (const fault of walked.faults) print(`  ${fault}`)
    return [
      measure('median time to first input with 4× CPU slowdown', first.ms, {
        unit: 'ms',
        atMost: maxFirstInputMs,
        timed: true,
      }),
      measure('median time to first input at 40 kB/s with 600 ms latency', slow.ms, {
        unit: 'ms',
        atMost: maxSlowNetworkMs,
        timed: true,
      }),
      measure('compressed script', first.scriptBytes, { unit: 'bytes', atMost: maxScriptBytes }),
      measure('requests', first.requests),
      measure('problems on screens', walked.faults.length, { exactly: 0 }),
      measure('screens visited', walked.stops, { atLeast: 1 }),
    ]
  } finally {
    await stop()
  }
}

/** Returns the median of several views; the first view of a fresh browser is not counted. */
async function firstView(services: Services, conditions: typeof slowProcessor) {
  const world = await openJourneyWorld(services)
  const browser = await openBrowser(world)
  try {
    const { link } = await world.aPerson(await world.aClient(), 'wilhelmina.oakapple')
    await measureFirstView(browser, link, conditions)
    const all: Awaited<ReturnType<typeof measureFirstView>>[] = []
    for (let view = 0; view < measuredViews; view++)
      all.push(await measureFirstView(browser, link, conditions))
    const times = all.map(({ firstInputMs }) => firstInputMs).sort((one, other) => one - other)
    print(`  first input after ${times.map(Math.round).join(', ')} ms`)
    const maxOf = (field: 'scriptBytes' | 'requests') => Math.max(...all.map((cost) => cost[field]))
    return {
      ms: times[(measuredViews - 1) / 2] ?? 0,
      scriptBytes: maxOf('scriptBytes'),
      requests: maxOf('requests'),
    }
  } finally {
    await browser.close()
    await world.close()
  }
}

async function walkAll(services: Services) {
  const faults: string[] = []
  let stops = 0
  for (const viewport of Object.keys(viewports) as Viewport[]) {
    const walked = await walkAt(viewport, services)
    stops += walked.names.length
    faults.push(...walked.faults.map((fault) => `${viewport}: ${fault}`))
    print(`  ${viewport}: ${walked.names.join(', ')}`)
  }
  return { stops, faults }
}

/** Walks the screens at one size, in a new world, so that no login attempts have been counted. */
async function walkAt(viewport: Viewport, services: Services) {
  const world = await openJourneyWorld(services)
  const browser = await openBrowser(world)
  const names: string[] = []
  const faults: string[] = []
  const look = inspectAll({ zoom: viewport === 'desk' })
  try {
    const lender = await world.aClient()
    for (const tour of tours) {
      const person = await world.aPerson(lender, tour.userName, tour.user)
      const visit = await browser.visit(viewport)
      const walk = startWalk(visit, {
        async inspect(at, where) {
          names.push(where.name)
          await look(at, where)
        },
      })
      await tour.walk(walk, person, { world, lender }).catch((error: Error) => {
        faults.push(`after ${names.at(-1)} at ${walk.page.url()}: ${error.message}`)
      })
      faults.push(...walk.faults, ...visit.watch.takeFaults())
      await visit.context.close()
    }
    return { names, faults }
  } finally {
    await browser.close()
    await world.close()
  }
}

function print(line: string) {
  process.stdout.write(`${line}\n`)
}

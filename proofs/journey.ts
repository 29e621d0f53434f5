import { makeWorld } from '../server/test/template.ts'
import { openBrowser, type Viewport, viewports } from '../web/e2e/browser.ts'
import { measureFirstView, slowNetwork, slowProcessor } from '../web/e2e/budget.ts'
import { inspectAll } from '../web/e2e/inspect.ts'
import { pseudoTexts, servePseudoLocale } from '../web/e2e/pseudo-locale.ts'
import { buildWeb } from '../web/e2e/setup.ts'
import { tours } from '../web/e2e/tours.ts'
import { startWalk } from '../web/e2e/walk.ts'
import { openJourneyWorld } from '../web/e2e/world.ts'
import { cy } from '../web/journey/texts/cy.ts'
import { en } from '../web/journey/texts/en.ts'
import { type Measurement, measure } from './harness/measurement.ts'
import type { ProveOptions } from './harness/proof.ts'

type Services = Awaited<ReturnType<typeof makeWorld>>['world']

const maxFirstInputMs = 1_500
const maxSlowNetworkMs = 3_000
const maxScriptBytes = 60_000
const measuredViews = 7
/** Screens and errors of the tours. */
const minScreens = 100

/**
 * One walk over all screens. In each, every screen is checked in the light and the dark theme, and with text of 100 % and
 * 200 %. `checksMoves`: reload, back and forward.
 */
type Run = {
  viewport: Viewport
  language: 'en' | 'cy' | 'pseudo'
  byKeyboard: boolean
  checksMoves: boolean
}

// Every screen meets every width, language, theme, text size and input. Not every combination of them is walked.
const runs: Run[] = [
  { viewport: 'small', language: 'en', byKeyboard: false, checksMoves: true },
  { viewport: 'phone', language: 'cy', byKeyboard: true, checksMoves: false },
  { viewport: 'desk', language: 'pseudo', byKeyboard: false, checksMoves: true },
  { viewport: 'small', language: 'pseudo', byKeyboard: false, checksMoves: false },
  { viewport: 'landscape', language: 'cy', byKeyboard: false, checksMoves: false },
  { viewport: 'desk', language: 'en', byKeyboard: true, checksMoves: false },
]

const nameOf = ({ viewport, language, byKeyboard }: Run) =>
  `${viewports[viewport].width}-${language}${byKeyboard ? '-keyboard' : ''}`

const firstViews = 'first-view'
/** Number of pieces in which the tours of a walk can run alone. */
const pieceCount = 3
const pieces = Array.from({ length: pieceCount }, (_, n) => n + 1)
const pieceOf = (run: Run, piece: number) => `${nameOf(run)}.${piece}`
/** Each walk takes minutes: `npm run prove -- journey --full --part 320-en` runs one, and `320-en.2` a third of one. */
export const parts = [
  firstViews,
  ...runs.flatMap((run) => [nameOf(run), ...pieces.map((piece) => pieceOf(run, piece))]),
]

const textsIn = { en, cy, pseudo: pseudoTexts }

/**
 * Measures the first view on a slow phone and on a slow network, then walks every screen and error six times: at 320, 390,
 * 844 (landscape) and 1280 px, in English, Welsh and a pseudo-locale, by pointer and by keyboard alone. Each walk checks
 * both themes with axe, overflow at 100 % and 200 % text, and two of them reload and back navigation.
 */
export async function prove({ part }: ProveOptions) {
  await buildWeb()
  const { world: services, stop } = await makeWorld({ durable: false })
  try {
    const measurements: Measurement[] = []
    if (!part || part === firstViews) measurements.push(...(await measureFirstViews(services)))
    const chosen = runs.filter((run) => !part || part.split('.')[0] === nameOf(run))
    const piece = part?.split('.')[1]
    if (chosen.length > 0) measurements.push(...(await measureWalks(chosen, services, Number(piece ?? 0))))
    return measurements
  } finally {
    await stop()
  }
}

async function measureFirstViews(services: Services) {
  const first = await firstView(services, slowProcessor)
  const slow = await firstView(services, slowNetwork)
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
  ]
}

/** `piece`: which third of the tours; 0 means all. */
async function measureWalks(chosen: Run[], services: Services, piece: number) {
  const walked = await walkAll(chosen, services, piece)
  const faults = measure('problems on screens', walked.faults.length, { exactly: 0 })
  if (piece > 0) return [faults, measure('different screens and errors', walked.screens)]
  return [
    faults,
    measure('different screens and errors', walked.screens, { atLeast: minScreens }),
    measure('screens visited in all walks', walked.stops, { atLeast: minScreens * chosen.length }),
  ]
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

async function walkAll(chosen: Run[], services: Services, piece: number) {
  const faults: string[] = []
  const screens = new Set<string>()
  let stops = 0
  for (const run of chosen) {
    const startedAt = performance.now()
    const walked = await walkIn(run, services, piece)
    const title = `${viewports[run.viewport].width} px, ${run.language}${run.byKeyboard ? ', keyboard' : ''}`
    stops += walked.names.length
    for (const name of walked.names) screens.add(name)
    faults.push(...walked.faults.map((fault) => `${title}: ${fault}`))
    const seconds = Math.round((performance.now() - startedAt) / 1_000)
    print(`  ${title}: ${walked.names.length} stops, ${walked.faults.length} problems, ${seconds} s`)
  }
  print(`  screens: ${[...screens].join(', ')}`)
  return { stops, screens: screens.size, faults }
}

/** Walks the screens once, in a new world, so that no login attempts have been counted. */
async function walkIn(
  { viewport, language, byKeyboard, checksMoves }: Run,
  services: Services,
  piece: number,
) {
  const world = await openJourneyWorld(services)
  const browser = await openBrowser(world)
  const names: string[] = []
  const faults: string[] = []
  const look = inspectAll({
    zoom: viewport === 'desk',
    largeText: true,
    pseudo: language === 'pseudo',
    reload: checksMoves,
    back: checksMoves,
    once: true,
  })
  try {
    const lender = await world.aClient()
    for (const [at, tour] of tours.entries()) {
      if (piece > 0 && (at % pieceCount) + 1 !== piece) continue
      const [startedAt, faultsBefore] = [performance.now(), faults.length]
      const person = await world.aPerson(lender, tour.userName, tour.user)
      const visit = await browser.visit(viewport, { locale: language === 'en' ? 'en-GB' : 'cy-GB' })
      if (language === 'pseudo') await servePseudoLocale(visit.context)
      const walk = startWalk(visit, {
        texts: textsIn[language],
        byKeyboard,
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
      const seconds = Math.round((performance.now() - startedAt) / 1_000)
      print(`    ${tour.walk.name}: ${seconds} s, ${faults.length - faultsBefore} problems`)
      for (const fault of faults.slice(faultsBefore)) print(`      ${fault}`)
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

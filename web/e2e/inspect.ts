import type { Page } from 'playwright-core'
import type { View } from '../embed/events.ts'
import { findJumps, findOverflow, findViolations } from './browser.ts'
import type { InspectionPoint, Walk } from './walk.ts'

export type Inspection = {
  /** Colour schemes checked with axe; the second for colours only. */
  looks?: ('light' | 'dark')[]
  reload?: boolean
  back?: boolean
  /** Screens checked elsewhere. */
  known?: View[]
  /** Also at 200 % zoom. */
  zoom?: boolean
}

/** Screens where back leaves the journey: to a provider's pages or an expired link. */
const never = new Set<View>(['expired', 'away'])

/** Checks of every screen: no overflow, no axe violation, and reload and back keep the person's place. */
export function inspectAll({
  looks = ['light', 'dark'],
  reload = true,
  back = true,
  zoom,
  known = [],
}: Inspection = {}) {
  const before = new WeakMap<Walk, View>()
  return async (walk: Walk, { view, name, fleeting }: InspectionPoint) => {
    if (known.includes(view)) return
    const tell = (found: string[]) => walk.faults.push(...found.map((fault) => `${name}: ${fault}`))
    tell(await findOverflow(walk.page))
    if (zoom) tell(await findOverflowZoomed(walk.page))
    tell(walk.visit.watch.takeFaults())
    for (const look of looks) {
      await walk.page.emulateMedia({ colorScheme: look })
      tell(await findViolations(walk.page, look === looks[0] ? undefined : ['color-contrast']))
    }
    if (reload && !fleeting) {
      await reloadAndStay(walk, view)
      tell(await findJumps(walk.page))
    }
    if (back && !fleeting && before.has(walk) && !never.has(view)) await backAndForth(walk, view)
    before.set(walk, view)
    tell(walk.visit.watch.takeFaults())
  }
}

/** At 200 % zoom half the pixels remain in each direction. */
async function findOverflowZoomed(page: Page) {
  const size = page.viewportSize() ?? { width: 1280, height: 800 }
  await page.setViewportSize({ width: size.width / 2, height: size.height / 2 })
  const found = await findOverflow(page)
  await page.setViewportSize(size)
  return found.map((fault) => `at 200 % ${fault}`)
}

async function reloadAndStay(walk: Walk, view: View) {
  await walk.page.reload()
  await walk.until(view)
}

/** Back shows a screen of the journey, and forward this one again. */
async function backAndForth(walk: Walk, view: View) {
  await walk.page.goBack()
  await walk.page.locator('main[data-view]').waitFor()
  await walk.page.goForward()
  await walk.until(view)
}

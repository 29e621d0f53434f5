import type { Page } from 'playwright-core'
import type { View } from '../../embed/src/events.ts'
import { ask, findJumps, findOverflow, findViolations } from './browser.ts'
import { findPseudoFaults } from './pseudo-locale.ts'
import type { InspectionPoint, Walk } from './walk.ts'

export type Inspection = {
  /** Colour schemes checked with axe; in the second, only colours are checked. */
  looks?: ('light' | 'dark')[]
  reload?: boolean
  back?: boolean
  /** Screens that are checked elsewhere. */
  known?: View[]
  /** Whether screens are also checked at 200 % zoom. */
  zoom?: boolean
  /** Whether screens are also checked with text of twice the size. */
  largeText?: boolean
  /** Whether the texts are those of the pseudo-locale, so that hard-coded and clipped texts are found. */
  pseudo?: boolean
  /** Whether a screen that several tours pass in the same state is checked only the first time. */
  once?: boolean
}

/** In the pseudo-locale, a label with a value has its own brackets, so that it does not contain the text of its button. */
const rulesBrokenByBrackets = ['label-content-name-mismatch']

/** Screens on which the back button leaves the journey, to a provider's pages or an expired link. */
const leavesJourneyOnBack = new Set<View>(['expired', 'away'])

/**
 * Checks every screen: no overflow, no axe violation, and the same screen after reload and after back and forward.
 */
export function inspectAll({
  looks = ['light', 'dark'],
  reload = true,
  back = true,
  zoom,
  largeText,
  pseudo,
  once,
  known = [],
}: Inspection = {}) {
  const seen = new Set<string>()
  const before = new WeakMap<Walk, View>()
  return async (walk: Walk, { view, name, fleeting }: InspectionPoint) => {
    if (view && known.includes(view)) return
    if (once && seen.has(name)) {
      if (view) before.set(walk, view)
      return
    }
    seen.add(name)
    const addFaults = (found: string[]) => walk.faults.push(...found.map((fault) => `${name}: ${fault}`))
    addFaults(await findOverflow(walk.page))
    if (zoom) addFaults(await findOverflowZoomed(walk.page))
    if (largeText) addFaults(await findOverflowInLargeText(walk.page))
    if (pseudo && view) addFaults(await findPseudoFaults(walk.page))
    addFaults(walk.visit.watch.takeFaults())
    for (const look of looks) {
      await walk.page.emulateMedia({ colorScheme: look })
      const only = look === looks[0] ? undefined : ['color-contrast']
      addFaults(await findViolations(walk.page, only, pseudo ? rulesBrokenByBrackets : []))
    }
    if (reload && view && !fleeting) {
      await reloadAndStay(walk, view)
      addFaults(await findJumps(walk.page))
    }
    if (back && view && !fleeting && before.has(walk) && !leavesJourneyOnBack.has(view))
      await backAndForth(walk, view)
    if (view) before.set(walk, view)
    addFaults(walk.visit.watch.takeFaults())
  }
}

/** Looks for overflow at 200 % zoom, where half the pixels remain in each direction. */
async function findOverflowZoomed(page: Page) {
  const size = page.viewportSize() ?? { width: 1280, height: 800 }
  await page.setViewportSize({ width: size.width / 2, height: size.height / 2 })
  const found = await findOverflow(page)
  await page.setViewportSize(size)
  return found.map((fault) => `at 200 % ${fault}`)
}

/** Looks for overflow with text of twice the size in the same window (WCAG 1.4.4). */
async function findOverflowInLargeText(page: Page) {
  await ask(page, `document.documentElement.style.fontSize = '200%'`)
  const found = await findOverflow(page)
  await ask(page, `document.documentElement.style.fontSize = ''`)
  return found.map((fault) => `with large text ${fault}`)
}

async function reloadAndStay(walk: Walk, view: View) {
  await walk.page.reload()
  await walk.until(view)
}

/** Expects that back shows a screen of the journey, and forward this screen again. */
async function backAndForth(walk: Walk, view: View) {
  await walk.page.goBack()
  await walk.page.locator('main[data-view]').waitFor()
  await walk.page.goForward()
  await walk.until(view)
}

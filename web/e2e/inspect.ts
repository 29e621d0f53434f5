import type { Page } from 'playwright-core'
import type { View } from '../embed/events.ts'
import { findJumps, findOverflow, findViolations } from './browser.ts'
import type { Stop, Walk } from './walk.ts'

export type Inspection = {
  /** Which of the two looks are held against axe; the second one for its colours only. */
  looks?: ('light' | 'dark')[]
  reload?: boolean
  back?: boolean
  /** Screens that are looked at elsewhere. */
  known?: View[]
  /** Also as somebody sees it who has made everything twice as large. */
  zoom?: boolean
}

/** Back from these leads out of the journey: to a provider's pages, or to a link that has ended. */
const never = new Set<View>(['expired', 'away'])

/** What holds on every screen: nothing stands out, axe is content, and neither reload nor back lose anybody. */
export function inspectAll({
  looks = ['light', 'dark'],
  reload = true,
  back = true,
  zoom,
  known = [],
}: Inspection = {}) {
  const before = new WeakMap<Walk, View>()
  return async (walk: Walk, { view, name, fleeting }: Stop) => {
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

/** Half as many pixels each way are left for the same screen. */
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

/** Back shows some screen of the journey, and forward this one again. */
async function backAndForth(walk: Walk, view: View) {
  await walk.page.goBack()
  await walk.page.locator('main[data-view]').waitFor()
  await walk.page.goForward()
  await walk.until(view)
}

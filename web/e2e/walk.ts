import type { Locator, Page } from 'playwright-core'
import type { View } from '../../embed/src/events.ts'
import { en } from '../journey/texts/en.ts'
import type { TextShape } from '../journey/texts/say.ts'
import { say } from '../journey/texts/say.ts'
import type { BrowserVisit } from './browser.ts'

export type WalkTexts = TextShape<typeof en>

export type WalkOptions = {
  texts?: WalkTexts
  /** Whether only the keyboard is used: Tab, Enter, Space and letters. */
  byKeyboard?: boolean
  /** Called on every screen; `name` distinguishes states of one view. */
  inspect?: (walk: Walk, stop: InspectionPoint) => Promise<void>
  /** Called on every screen that the walk waits for, inspected or not. */
  onScreen?: (walk: Walk, name: string) => Promise<void>
}

/**
 * A point of inspection. `fleeting` states (a dialog, a message, a selection) are lost on reload. `view` is null on pages
 * that the service renders itself.
 */
export type InspectionPoint = { view: View | null; name: string; fleeting: boolean }

/** One person in the journey. Stories define the steps; `inspect` defines the checks. */
export type Walk = ReturnType<typeof startWalk>

export function startWalk(
  visit: BrowserVisit,
  { texts = en, byKeyboard = false, inspect, onScreen }: WalkOptions = {},
) {
  let { page } = visit
  const faults: string[] = []

  /** Finds a button by its label, which may contain a placeholder: `Continue with {provider}`. */
  const button = (name: string, values?: Record<string, string>) =>
    page.getByRole('button', { name: say(name, values ?? {}), exact: true })
  /** Finds one of several choices by its title, which may be followed by other text. */
  const tile = (title: string) =>
    page.locator('button.tile').filter({ has: page.getByText(title, { exact: true }) })
  const link = (name: string) => page.getByRole('link', { name, exact: true })
  const field = (label: string) => page.getByLabel(label, { exact: true })

  const walk = {
    texts,
    byKeyboard,
    visit,
    faults,
    button,
    tile,
    link,
    field,
    get page() {
      return page
    },
    /** Continues in another tab. */
    use(other: Page) {
      page = other
    },
    open(address: string) {
      visit.watch.expectLink(page)
      return page.goto(address)
    },
    /** Waits for a screen to finish loading. */
    async until(view: View, name: string = view) {
      const screen = page.locator(`main[data-view="${view}"]`)
      await screen.waitFor()
      await screen.locator('.skeleton').waitFor({ state: 'detached' })
      await onScreen?.(walk, name)
      return screen
    },
    /** Inspects a page that is not a screen of the journey, once its title is shown. */
    async atPage(title: string, name: string) {
      await page.getByRole('heading', { name: title, level: 1 }).waitFor()
      await onScreen?.(walk, name)
      await inspect?.(walk, { view: null, name, fleeting: true })
    },
    /** Waits for the screen and inspects it. */
    async at(view: View, name: string = view, { fleeting = false } = {}) {
      await walk.until(view, name)
      await inspect?.(walk, { view, name, fleeting })
    },
    async press(target: string | Locator) {
      const element = typeof target === 'string' ? button(target) : target
      await element.waitFor()
      if (!byKeyboard) return element.click()
      await tabTo(page, element)
      await page.keyboard.press('Enter')
    },
    async fill(target: string | Locator, value: string) {
      const element = typeof target === 'string' ? field(target) : target
      await element.waitFor()
      if (!byKeyboard) return element.fill(value)
      await tabTo(page, element)
      await page.keyboard.press('ControlOrMeta+A')
      await page.keyboard.type(value)
    },
    /** Ticks a checkbox or radio button. */
    async tick(target: Locator) {
      if (!byKeyboard) return target.check()
      await tabTo(page, target)
      await page.keyboard.press('Space')
    },
    /** Waits for a text on the screen; placeholders in braces are filled in. */
    async see(text: string, values?: Record<string, string>) {
      await page
        .getByText(say(text, values ?? {}))
        .first()
        .waitFor()
    },
  }
  return walk
}

const maxTabs = 80

/** Moves the focus with the Tab key. An element that cannot be reached this way fails the test. */
async function tabTo(page: Page, element: Locator) {
  const focused = element.and(page.locator(':focus'))
  for (let tabs = 0; tabs < maxTabs; tabs++) {
    if ((await focused.count()) > 0) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`the keyboard does not reach ${element}`)
}

import type { Locator, Page } from 'playwright-core'
import type { View } from '../embed/events.ts'
import { en } from '../journey/texts/en.ts'
import type { Shape } from '../journey/texts/say.ts'
import { say } from '../journey/texts/say.ts'
import type { Visit } from './browser.ts'

export type Texts = Shape<typeof en>

export type Options = {
  texts?: Texts
  /** Nothing is ever clicked: Tab, Enter, Space and letters only. */
  byKeyboard?: boolean
  /** Looks at every screen on which the walk stands: `name` differs where one view shows different things. */
  inspect?: (walk: Walk, stop: Stop) => Promise<void>
}

/** Where a walk has a look. What is `fleeting` would not be there after a reload: a dialog, a message, a choice. */
export type Stop = { view: View; name: string; fleeting: boolean }

/** One person on their way through the journey. Stories tell what they do; `inspect` decides what is looked at. */
export type Walk = ReturnType<typeof startWalk>

export function startWalk(visit: Visit, { texts = en, byKeyboard = false, inspect }: Options = {}) {
  let { page } = visit
  const faults: string[] = []

  /** The words of a button may have a name in them: `Continue with {provider}`. */
  const button = (name: string, values?: Record<string, string>) =>
    page.getByRole('button', { name: say(name, values ?? {}), exact: true })
  /** One of several to choose from; what else it says stands behind its title. */
  const tile = (title: string) =>
    page.locator('button.tile').filter({ has: page.getByText(title, { exact: true }) })
  const link = (name: string) => page.getByRole('link', { name, exact: true })
  const field = (label: string) => page.getByLabel(label, { exact: true })

  const walk = {
    texts,
    visit,
    faults,
    button,
    tile,
    link,
    field,
    get page() {
      return page
    },
    /** Goes on in another tab. */
    use(other: Page) {
      page = other
    },
    open(address: string) {
      visit.watch.expectLink(page)
      return page.goto(address)
    },
    /** Waits for a screen that shows what it has to show. */
    async until(view: View) {
      const screen = page.locator(`main[data-view="${view}"]`)
      await screen.waitFor()
      await screen.locator('.skeleton').waitFor({ state: 'detached' })
      return screen
    },
    /** Stands there, and has a look. */
    async at(view: View, name: string = view, { fleeting = false } = {}) {
      await walk.until(view)
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
    /** A box or a round mark. */
    async tick(target: Locator) {
      if (!byKeyboard) return target.check()
      await tabTo(page, target)
      await page.keyboard.press('Space')
    },
    /** Waits for words on the screen; names in braces are filled in. */
    async see(text: string, values?: Record<string, string>) {
      await page
        .getByText(say(text, values ?? {}))
        .first()
        .waitFor()
    },
  }
  return walk
}

const mostTabs = 80

/** Moves the focus forward, as somebody does who has no mouse. What cannot be reached so cannot be used. */
async function tabTo(page: Page, element: Locator) {
  const focused = element.and(page.locator(':focus'))
  for (let tabs = 0; tabs < mostTabs; tabs++) {
    if ((await focused.count()) > 0) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`the keyboard does not reach ${element}`)
}

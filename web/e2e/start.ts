import { expect, inject } from 'vitest'
import { atEnd } from '../../server/test/at-end.ts'
import { openBrowser, type Viewport } from './browser.ts'
import { type Options, startWalk, type Walk } from './walk.ts'
import { type Client, openJourneyWorld } from './world.ts'

/** The world and one browser for a test file, gone with it. */
export async function startJourneys() {
  const world = await openJourneyWorld(inject('world'))
  atEnd(world.close)
  const browser = await openBrowser(world)
  atEnd(browser.close)
  const lender = await world.aClient()

  type How = Options & { client?: Client; viewport?: Viewport; user?: object; locale?: string }

  /** Somebody of the sandbox in a browser of their own. Whatever happened there and must not is a failed test. */
  async function journeyOf(
    userName: string,
    story: (walk: Walk, person: Awaited<ReturnType<typeof world.aPerson>>) => Promise<void>,
    { client = lender, viewport = 'phone', user = {}, locale = 'en-GB', ...options }: How = {},
  ) {
    const person = await world.aPerson(client, userName, user)
    const visit = await browser.visit(viewport, { locale })
    const walk = startWalk(visit, options)
    try {
      await story(walk, person)
    } catch (error) {
      const faults = [...walk.faults, ...visit.watch.takeFaults(), ...visit.watch.refusals].join('\n')
      const seen = await walk.page
        .locator('body')
        .textContent({ timeout: 1_000 })
        .catch(() => '')
      throw new Error(`${(error as Error).message}\nat ${walk.page.url()}\n${faults}\n${seen}`, {
        cause: error,
      })
    }
    expect([...walk.faults, ...visit.watch.takeFaults()]).toEqual([])
    await visit.context.close()
  }

  return { world, browser, lender, journeyOf }
}

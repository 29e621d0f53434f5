import { expect } from 'vitest'
import { atEnd } from '../../../server/test/at-end.ts'
import { findOverflow, findViolations, shareBrowser } from '../browser.ts'
import type { SharedClient } from '../shared.ts'
import { askShared, sharedWorld } from '../start.ts'
import type { JourneyWorld } from '../world.ts'
import { addMembers } from './members.ts'
import { peopleOf } from './people.ts'
import { type Console, openTeam } from './world.ts'

/**
 * Creates a client with one member of each role, for tests that change data. Uses the shared service unless one is
 * given.
 */
export async function startConsole(given?: JourneyWorld) {
  const world = given ?? (await sharedWorld())
  const lender = await world.aClient()
  return openTeam(world, await browserOf(world), lender, await addMembers(world, lender))
}

/** Opens the client with ten people that all test files of the run share. Tests must not change it. */
export async function openPopulatedConsole() {
  const world = await sharedWorld()
  const { key, members, people } = await askShared<SharedClient>('/populated-client')
  return {
    ...openTeam(world, await browserOf(world), world.clientOf(key), members),
    ...peopleOf(people),
  }
}

async function browserOf(world: JourneyWorld) {
  const browser = await shareBrowser(world)
  atEnd(browser.close)
  return browser
}

/**
 * Runs the checks that apply to every page: no horizontal overflow, no axe violation in either colour scheme, and no
 * fault recorded by the guard (a request to another origin, a token in a URL, a console error, a CSP violation).
 */
export async function inspect({ page, watch }: Console) {
  const found = await findOverflow(page)
  for (const look of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: look })
    found.push(...(await findViolations(page, look === 'light' ? undefined : ['color-contrast'])))
  }
  await page.emulateMedia({ colorScheme: 'light' })
  expect([...found, ...watch.takeFaults()]).toEqual([])
}

/** Runs the same checks at the width of a phone. */
export async function inspectNarrow(console: Console) {
  const size = console.page.viewportSize() ?? { width: 1280, height: 800 }
  await console.page.setViewportSize({ width: 390, height: 844 })
  await inspect(console)
  await console.page.setViewportSize(size)
}

/**
 * Returns when the page started its requests to this path, by the browser's own clock. On a busy machine the pauses
 * between them get longer but never shorter.
 */
export function requestStartsMs({ page }: Console, path: string) {
  return page.evaluate<number[]>(`performance.getEntriesByType('resource')
    .filter(({ name }) => name.includes(${JSON.stringify(path)})).map(({ startTime }) => startTime)`)
}

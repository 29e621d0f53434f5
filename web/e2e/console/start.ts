import { expect, inject } from 'vitest'
import { atEnd } from '../../../server/test/at-end.ts'
import { findOverflow, findViolations } from '../browser.ts'
import { type Console, openConsoleWorld } from './world.ts'

/** The world of a test file, gone with it. */
export async function startConsole(settings: Record<string, string> = {}) {
  const world = await openConsoleWorld(inject('world'), settings)
  atEnd(world.close)
  return world
}

/**
 * What holds on every page, whatever it shows: nothing stands out to the right, axe is content in both looks, and nothing
 * happened that never may (a request to others, a token in an address, an error in the console, a refusal by the CSP).
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

/** The same at the width of a phone, and back. */
export async function inspectNarrow(console: Console) {
  const size = console.page.viewportSize() ?? { width: 1280, height: 800 }
  await console.page.setViewportSize({ width: 390, height: 844 })
  await inspect(console)
  await console.page.setViewportSize(size)
}

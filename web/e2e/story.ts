import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'vitest'
import { startJourneys } from './start.ts'
import { storyTitles } from './story-list.ts'
import type { Walk } from './walk.ts'
import type { JourneyWorld } from './world.ts'

// biome-ignore lint/style/noProcessEnv: set by the person who looks at the screenshots.
const screenshots = process.env.STORY_SCREENSHOTS
const timeoutMs = 240_000

type Journeys = Awaited<ReturnType<typeof startJourneys>>
type How = NonNullable<Parameters<Journeys['journeyOf']>[2]>

/** Starts what the stories of one file share, and returns the function that defines a story. */
export async function startStories(given?: JourneyWorld) {
  const journeys = await startJourneys(given)

  /** Defines the test of a story. `person` is a user name of the sandbox. */
  function story(
    number: number,
    person: string,
    tell: (walk: Walk, person: Parameters<Parameters<Journeys['journeyOf']>[1]>[1]) => Promise<void>,
    how: How = {},
  ) {
    const title = storyTitles[number - 1]
    if (!title) throw new Error(`there is no story ${number}`)
    test(`story ${number}: ${title}`, { timeout: timeoutMs }, async () => {
      await journeys.journeyOf(person, tell, { onScreen: takeScreenshots(number), ...how })
    })
  }

  return { ...journeys, story }
}

/** Saves each screen of a story, numbered in their order on one device. */
export function takeScreenshots(number: number, device = ''): (walk: Walk, name: string) => Promise<void> {
  let count = 0
  return async ({ page }, name) => {
    if (!screenshots) return
    const folder = join(screenshots, `story-${String(number).padStart(2, '0')}`)
    await mkdir(folder, { recursive: true })
    count += 1
    const file = `${device && `${device}-`}${String(count).padStart(2, '0')}-${name.replaceAll('_', '-')}.png`
    await writeFile(join(folder, file), await page.screenshot({ animations: 'disabled', caret: 'hide' }))
  }
}

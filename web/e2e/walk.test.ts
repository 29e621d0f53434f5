import { test } from 'vitest'
import { cy } from '../journey/texts/cy.ts'
import { expectReturn, goByPayrollLogin } from './full-journey.ts'
import { inspectAll } from './inspect.ts'
import { startJourneys } from './start.ts'
import type { Factor } from './stories.ts'
import type { Walk } from './walk.ts'
import type { E2ePerson } from './world.ts'

// Tests the whole journey once per second factor, screen size, colour scheme and language. Every screen is checked:
// axe in both colour schemes, overflow, reload, back and forward.

const { journeyOf, lender } = await startJourneys()
const patience = { timeout: 180_000 }

const fullJourney =
  (factor: Factor, more = '') =>
  async (walk: Walk, person: E2ePerson) => {
    await goByPayrollLogin(walk, person, factor, more)
    await expectReturn(walk, person, lender)
  }

test('with a code, on the smallest phone', patience, async () => {
  await journeyOf('gwendolyn.larkspur', fullJourney('code'), { viewport: 'small', inspect: inspectAll() })
})

test('with a date, on a phone, in Welsh and large text, at a slow provider', patience, async () => {
  await journeyOf('xavier.inkwell', fullJourney('date', '+slow:3'), {
    viewport: 'phone',
    texts: cy,
    locale: 'cy-GB',
    inspect: inspectAll({ back: false, largeText: true }),
  })
})

test('with chosen characters, by keyboard alone, on a desktop and at 200 % zoom', patience, async () => {
  await journeyOf('quentin.snowberry', fullJourney('chars'), {
    viewport: 'desk',
    byKeyboard: true,
    inspect: inspectAll({ zoom: true }),
  })
})

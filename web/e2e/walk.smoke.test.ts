import { test } from 'vitest'
import { expectReturn, goByPayrollLogin } from './full-journey.ts'
import { startJourneys } from './start.ts'

// Part of the CI gate. Other screen sizes, languages and second factors, and the checks of every screen, are in
// walk.test.ts.

const { journeyOf, lender } = await startJourneys()

test('an applicant connects payroll with a code and returns to the client', {
  timeout: 180_000,
}, async () => {
  await journeyOf('person.14', async (walk, person) => {
    await goByPayrollLogin(walk, person, 'code')
    await expectReturn(walk, person, lender)
  })
})

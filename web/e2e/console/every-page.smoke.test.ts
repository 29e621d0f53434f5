import { expect, test } from 'vitest'
import { openEveryPage, pages } from './every-page.ts'

// Part of the CI gate. Other roles, failures and empty pages are tested in every-page.test.ts.

const { findFaults } = await openEveryPage()

test('an Owner can open every page of the console', { timeout: 300_000 }, async () => {
  expect(pages.length).toBeGreaterThan(25)
  expect(await findFaults('Owner')).toEqual([])
})

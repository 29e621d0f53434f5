import { expect, test } from 'vitest'
import { findOverflow } from './browser.ts'
import { findPseudoFaults, pseudoText, pseudoTexts, servePseudoLocale } from './pseudo-locale.ts'
import { startJourneys } from './start.ts'
import { agree, chooseSource, goToLogin, providers } from './stories.ts'
import type { InspectionPoint, Walk } from './walk.ts'

// Walks the screens in a pseudo-locale. Finds texts that are hard-coded, and texts that do not fit when they are longer.

const { journeyOf } = await startJourneys()

async function inspect(walk: Walk, { name }: InspectionPoint) {
  const found = [...(await findPseudoFaults(walk.page)), ...(await findOverflow(walk.page))]
  walk.faults.push(...found.map((fault) => `${name}: ${fault}`))
}

const pseudo = { texts: pseudoTexts, locale: 'cy-GB', inspect } as const

test('keeps placeholders and makes a text longer', () => {
  expect(pseudoText('Hi {name}.')).toBe('⟦Hí {name}. ñ ñ⟧')
})

test.each(['small', 'phone', 'landscape'] as const)(
  'screens on the way to a login (%s)',
  {
    timeout: 180_000,
  },
  async (viewport) => {
    await journeyOf(
      'person.16',
      async (walk, { link }) => {
        await servePseudoLocale(walk.page.context())
        await agree(walk, link)
        await goToLogin(walk, providers.payroll)
      },
      { ...pseudo, viewport },
    )
  },
)

test('screens of documents, the end and the person’s own data', { timeout: 180_000 }, async () => {
  await journeyOf(
    'person.17',
    async (walk, { link }) => {
      const { texts: t } = walk
      await servePseudoLocale(walk.page.context())
      await agree(walk, link)
      await chooseSource(walk, 'payslips')
      await walk.at('documents')
      await walk.press(t.months.none)
      await walk.at('documents', 'documents-missing', { fleeting: true })
      await walk.tick(walk.page.getByLabel(t.months.reasons.lost))
      await walk.page.locator('dialog').getByRole('button').first().click()
      await walk.at('more')
      await walk.press(t.more.finish)
      await walk.at('done')
      await walk.press(t.done.seeData)
      await walk.at('mine')
    },
    pseudo,
  )
})

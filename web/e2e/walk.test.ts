import { expect, test } from 'vitest'
import { cy } from '../journey/texts/cy.ts'
import { inspectAll } from './inspect.ts'
import { startJourneys } from './start.ts'
import { agree, answerFactor, type Factor, finish, goToLogin, providers, signIn } from './stories.ts'
import type { Walk } from './walk.ts'
import { callback, type Person } from './world.ts'

// The whole way, once for each second step, each size of screen, each look and each language. On every screen the walk
// stops: axe, both looks, overflow, a reload, back and forth.

const { journeyOf, lender } = await startJourneys()

async function byPayrollLogin(walk: Walk, person: Person, factor: Factor, more = '') {
  await agree(walk, person.link)
  await goToLogin(walk, providers.payroll)
  await signIn(walk, person.userName, `mfa:${factor}${more}`)
  await walk.at('second_factor')
  await answerFactor(walk, factor, person)
  if (more) await walk.at('progress')
  await finish(walk)
  await walk.press(walk.button(walk.texts.done.goBack, { client: 'Acme Lending' }))
  await expectReturn(walk, person)
}

/** To the address that the client has registered, with what it wants to know and nothing else. */
async function expectReturn({ page }: Walk, { user_id }: Person) {
  await page.waitForURL(`${new URL(callback).origin}/**`)
  const back = new URL(page.url())
  expect(back.pathname).toBe(new URL(callback).pathname)
  expect(Object.fromEntries(back.searchParams)).toEqual({
    ...{ from: 'journey', user_id, provider: 'sandbox-payroll' },
    account_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
  })
  const { accounts } = await lender.must('GET', `/accounts?user_id=${user_id}`)
  expect(accounts).toMatchObject([{ account_id: back.searchParams.get('account_id'), status: 'AUTHORISED' }])
}

test('with a code, on the smallest phone', { timeout: 180_000 }, async () => {
  await journeyOf('gwendolyn.larkspur', (walk, person) => byPayrollLogin(walk, person, 'code'), {
    viewport: 'small',
    inspect: inspectAll(),
  })
})

test('with a date, on a phone, in Welsh, at a slow provider', { timeout: 180_000 }, async () => {
  await journeyOf('xavier.inkwell', (walk, person) => byPayrollLogin(walk, person, 'date', '+slow:3'), {
    ...{ viewport: 'phone', texts: cy, locale: 'cy-GB' },
    inspect: inspectAll({ back: false }),
  })
})

test('with chosen characters, by keyboard alone, on a desk and with everything twice as large', {
  timeout: 180_000,
}, async () => {
  await journeyOf('quentin.snowberry', (walk, person) => byPayrollLogin(walk, person, 'chars'), {
    ...{ viewport: 'desk', byKeyboard: true },
    inspect: inspectAll({ zoom: true }),
  })
})

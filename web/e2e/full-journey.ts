import { expect } from 'vitest'
import {
  agree,
  answerFactor,
  type Factor,
  finish,
  goToLogin,
  providers,
  readSafetySheet,
  signIn,
} from './stories.ts'
import type { Walk } from './walk.ts'
import { callback, type E2eClient, type E2ePerson } from './world.ts'

/** Goes through the whole journey: from the link through login and MFA to the button that returns to the client. */
export async function goByPayrollLogin(walk: Walk, person: E2ePerson, factor: Factor, more = '') {
  await agree(walk, person.link)
  await readSafetySheet(walk)
  await goToLogin(walk, providers.payroll)
  await signIn(walk, person.userName, `mfa:${factor}${more}`)
  await walk.at('second_factor')
  await answerFactor(walk, factor, person)
  if (more) await walk.at('progress')
  await finish(walk)
  await walk.press(walk.button(walk.texts.done.goBack, { client: 'Acme Lending' }))
}

/**
 * Expects the browser at the client's registered URL, with only the documented parameters, and a connected account.
 */
export async function expectReturn({ page }: Walk, { user_id }: E2ePerson, lender: E2eClient) {
  await page.waitForURL(`${new URL(callback).origin}/**`)
  const back = new URL(page.url())
  expect(back.pathname).toBe(new URL(callback).pathname)
  expect(Object.fromEntries(back.searchParams)).toEqual({
    from: 'journey',
    user_id,
    provider: 'sandbox-payroll',
    account_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
  })
  const { accounts } = await lender.must('GET', `/accounts?user_id=${user_id}`)
  expect(accounts).toMatchObject([{ account_id: back.searchParams.get('account_id'), status: 'AUTHORISED' }])
}

import { describe, expect, test } from 'vitest'
import type { Connector } from '../../src/connectors/connector.ts'
import { failureOf, retrievePayslips, rightAnswer } from './logins.ts'
import type { SimulatedProvider } from './providers.ts'
import type { createTestContext } from './test-context.ts'

const wilhelmina = 'wilhelmina.oakapple'

type LoginFormProvider = SimulatedProvider & { connector: Extract<Connector, { authMethod: 'login' }> }
const hasLoginForm = (provider: SimulatedProvider): provider is LoginFormProvider =>
  provider.connector.authMethod === 'login'

/** Tests the contract of connectors whose applicants type their password into our form. */
export function checkLoginForms(
  providers: SimulatedProvider[],
  context: ReturnType<typeof createTestContext>,
) {
  const withForms = providers.filter(hasLoginForm).filter(({ isBrief }) => !isBrief)

  describe.each(withForms)('$name, where people type their password into our form', (provider) => {
    const { connector, sandbox, timeoutMs: timeout } = provider
    const logIn = (password: string, user_name = wilhelmina) =>
      connector.logIn({ user_name, password, extra: {} }, context)

    async function askedWith(password: string) {
      const asked = await logIn(password)
      if (asked.outcome !== 'mfa-required') throw new Error('no request was sent')
      return asked
    }

    test('a wrong password and an unknown name are refused alike', { timeout }, async () => {
      const wrong = await failureOf(logIn('canary-password'))
      const unknown = await failureOf(logIn('pass', 'nobody.at.all'))
      expect([wrong.code, wrong.message]).toEqual(['login-refused', unknown.message])
      expect(unknown.code).toBe('login-refused')
    })

    test('wrong passwords lock in the end, and the right one does not help then', { timeout }, async () => {
      const { max_login_attempts } = connector.entry
      const codes = []
      for (let n = 0; n < max_login_attempts; n++) codes.push((await failureOf(logIn('canary'))).code)
      expect(codes).toEqual([...Array(max_login_attempts - 1).fill('login-refused'), 'login-locked'])
      expect((await failureOf(logIn('pass'))).code).toBe('login-locked')
    })

    test.each(['mfa:code', 'mfa:date', 'mfa:chars'])(
      '%s: wrong answers are counted, the right one opens',
      { timeout },
      async (password) => {
        const asked = await askedWith(password)
        expect(asked.pending).not.toContain(password)
        const wrong = await failureOf(connector.answerMfa(asked.pending, 'canary', context))
        expect([wrong.code, wrong.attemptsLeft]).toEqual(['mfa-rejected', 2])
        const signedIn = await connector.answerMfa(
          asked.pending,
          await rightAnswer(sandbox, wilhelmina, asked),
          context,
        )
        expect(signedIn.session).not.toContain(password)
        expect((await retrievePayslips(provider, context, signedIn.session)).length).toBeGreaterThan(1)
      },
    )

    test('the third wrong answer is the last', { timeout }, async () => {
      const asked = await askedWith('mfa:code')
      const answer = async (text: string) => failureOf(connector.answerMfa(asked.pending, text, context))
      const left = []
      for (let n = 0; n < 3; n++) left.push((await answer('canary')).attemptsLeft)
      expect(left).toEqual([2, 1, 0])
      expect((await answer(await rightAnswer(sandbox, wilhelmina, asked))).code).toBe('mfa-timeout')
    })

    test('an MFA answer that comes too late is reported as late', { timeout }, async () => {
      const asked = await askedWith('mfa:date')
      await sandbox.advance('PT6M')
      const late = connector.answerMfa(asked.pending, await rightAnswer(sandbox, wilhelmina, asked), context)
      expect((await failureOf(late)).code).toBe('mfa-timeout')
    })

    test('a session ends when its time is over', { timeout }, async () => {
      const signedIn = await logIn('expire:5')
      if (signedIn.outcome !== 'signed-in') throw new Error('not signed in')
      await sandbox.advance('PT6M')
      expect((await failureOf(retrievePayslips(provider, context, signedIn.session))).code).toBe(
        'session-ended',
      )
    })
  })
}

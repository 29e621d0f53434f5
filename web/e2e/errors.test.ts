import { test } from 'vitest'
import { inspectAll } from './inspect.ts'
import { ownWorld, startJourneys } from './start.ts'
import { agree, answerFactor, commonViews, finish, goToLogin, providers, signIn } from './stories.ts'
import type { Walk } from './walk.ts'

// Tests every error screen: its real cause, and the way out of it.

// Uses its own service, because one test takes a provider down, and because failed logins are counted across all
// clients.
const { world, lender, journeyOf } = await startJourneys(await ownWorld())
const { sandbox } = world
const patience = { timeout: 180_000 }
const inspect = inspectAll({ known: commonViews, back: false })

type Word = Exclude<keyof Walk['texts']['errors'], 'attemptsLeft' | 'next'>

/** Expects the error screen with its text. */
async function expectError(walk: Walk, word: Word) {
  await walk.at('error', `error-${word}`)
  await walk.see(walk.texts.errors[word].title, { provider: providers.payroll })
}

test('each refusal by a provider offers a way to continue', patience, async () => {
  await journeyOf(
    'wilhelmina.oakapple',
    async (walk, { link, userName }) => {
      const { texts: t } = walk
      const { next } = t.errors
      await agree(walk, link)
      await goToLogin(walk, providers.payroll)

      await signIn(walk, userName, 'not the password')
      await walk.see(t.errors['login-refused'].title)
      await walk.see(t.errors.attemptsLeft.other, { count: '3', provider: providers.payroll })
      await walk.button(t.common.uploadInstead).waitFor()

      const asked = { 'password-expired': 'password_expired', 'mfa-unsupported': 'mfa_unsupported' } as const
      for (const [word, error] of Object.entries(asked) as [Word, string][]) {
        await signIn(walk, 'carys.honeydew', `error:${error}`)
        await expectError(walk, word)
        await walk.press(next.login)
        await walk.until('login')
      }

      await signIn(walk, 'tobias.eldermere', 'lock')
      await expectError(walk, 'login-locked')
      await sandbox.control('POST', '/providers/sandbox-payroll/unlock')
      await walk.press(next.login)

      await sandbox.control('PATCH', '/providers/sandbox-payroll', { is_down: true })
      await signIn(walk, userName, 'pass')
      await expectError(walk, 'provider-down')
      await sandbox.control('PATCH', '/providers/sandbox-payroll', { is_down: false })
      await walk.press(next.login)
      await signIn(walk, userName, 'pass')
      await walk.until('review')

      await walk.press(t.review.confirm)
      await walk.press(walk.tile(t.more.anotherJob))
      await walk.press(walk.tile(providers.payroll))
      await walk.see(t.provider.already, { provider: providers.payroll })
      await walk.press(t.provider.continue)
      await signIn(walk, userName, 'pass')
      await expectError(walk, 'account-duplicate')
      await walk.press(next.continue)
      await finish(walk)
    },
    { inspect, viewport: 'small' },
  )
})

test(
  'a wrong second step, one that is wrong once too often, and one that comes too late',
  patience,
  async () => {
    await journeyOf(
      'nathaniel.quillfeather',
      async (walk, person) => {
        const { texts: t } = walk
        await agree(walk, person.link)
        await goToLogin(walk, providers.payroll)
        await signIn(walk, person.userName, 'mfa:code')
        for (const left of ['two', 'one']) {
          await walk.fill(t.mfa.code, '000000')
          await walk.press(t.mfa.submit)
          await walk.see(left === 'two' ? t.mfa.wrongLeft.other : (t.mfa.wrongLeft.one ?? ''), {
            count: left === 'two' ? '2' : '1',
          })
        }
        await walk.fill(t.mfa.code, '000000')
        await walk.press(t.mfa.submit)
        await expectError(walk, 'mfa-rejected')
        await walk.press(t.errors.next.signInAgain)

        // After too many wrong passwords the service blocks the login before the provider locks it, so each test has
        // its own login.
        await signIn(walk, 'henrietta.dovecote', 'mfa:code+error:mfa_timeout')
        await answerFactor(walk, 'code', person)
        await expectError(walk, 'mfa-timeout')
        await walk.press(t.errors.next.signInAgain)

        await signIn(walk, 'carys.honeydew', 'mfa:code')
        await walk.fill(t.mfa.code, '000000')
        await walk.press(t.mfa.submit)
        await walk.see(t.mfa.wrongCode)
        await answerFactor(walk, 'code', person)
        await walk.until('review')
      },
      { inspect },
    )
  },
)

test('nothing there is no failure', patience, async () => {
  await journeyOf(
    'silas.bellwether',
    async (walk, { link, userName }) => {
      await agree(walk, link)
      await goToLogin(walk, providers.payroll)
      await signIn(walk, userName, 'pass')
      await walk.at('nothing_found')
      await walk.press(walk.texts.common.anotherWay)
      await walk.until('source')
    },
    { inspect },
  )
})

test('an agreement that was withdrawn or has ended meanwhile is given again', patience, async () => {
  await journeyOf('ursula.wintergreen', async (walk, { link, userName, user_id }) => {
    const { texts: t } = walk
    await agree(walk, link)
    await goToLogin(walk, providers.payroll)
    const { authorisations } = await lender.must('GET', `/authorisations?user_id=${user_id}`)
    await lender.must('PUT', `/authorisations/${authorisations[0].id}/revoke`)
    await signIn(walk, userName, 'pass')
    await walk.until('error')
    await walk.see(t.errors['authorisation-missing'].title)
    await walk.press(t.errors.next.consent)
    await walk.press(t.consent.agree)
    await walk.until('source')

    await goToLogin(walk, providers.payroll)
    await world.api.sql('update authorisations set expires_at = now() where user_id = $1', [user_id])
    await walk.page.reload()
    await walk.until('consent')
    await walk.press(t.consent.agree)
    await walk.until('source')
    await goToLogin(walk, providers.payroll)
    await signIn(walk, userName, 'pass')
    await walk.until('review')
  })
})

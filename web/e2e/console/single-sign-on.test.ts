import { expect, test } from 'vitest'
import { totpCode, totpStepAt } from '../../../server/src/platform/secrets/totp.ts'
import { atEnd } from '../../../server/test/at-end.ts'
import { fromBase32 } from '../../../server/test/authenticator.ts'
import { openOpenIdProvider } from '../../../server/test/openid-provider.ts'
import { inspect, startConsole } from './start.ts'
import type { Console } from './world.ts'

// Single sign-on in a browser: its settings, and a sign-in at a real OpenID provider.

const world = await startConsole()
const provider = await openOpenIdProvider(`${world.url}/members/sso/callback`)
atEnd(() => provider.stop())
const patience = { timeout: 300_000 }

const button = ({ page }: Console, name: string) => page.getByRole('button', { name, exact: true })

async function fillIn({ page }: Console, fields: Record<string, string>) {
  for (const [label, value] of Object.entries(fields))
    await page.getByLabel(label, { exact: true }).fill(value)
}

const organisation = world.lender.owner.email.split('@')[1]?.split('.')[0] ?? ''

async function setUp() {
  const console = await world.signIn('Admin', { path: '/single-sign-on' })
  await fillIn(console, {
    Organisation: organisation,
    Issuer: provider.issuer,
    'Client id': provider.settings.oidc_client_id ?? '',
    'Client secret': provider.settings.oidc_client_secret ?? '',
    'Claim for the role': 'groups',
    'Roles by value of the claim': 'underwriting = Underwriter\nlending = FullMember',
  })
  await button(console, 'Save').click()
  await console.page.getByText('Single sign-on saved').waitFor()
  return console
}

/** Signs in at the provider as this account. */
async function signInAt({ page }: Console, account: string) {
  await page.getByLabel('Account').fill(account)
  await page.getByRole('button', { name: 'Log in' }).click()
}

test('an Admin sets up single sign-on, and a member signs in with it', patience, async () => {
  const admin = await setUp()
  await inspect(admin)
  await admin.close()
  const email = world.emailOf('Perpetua')
  await world.invite(email, 'Support')
  await provider.setAccount('perpetua', {
    email,
    email_verified: true,
    name: 'Perpetua Larkspur',
    groups: ['lending'],
  })
  const console = await world.visit('desk')
  await console.open('/signin')
  await button(console, 'Sign in with your organisation').click()
  await inspect(console)
  await fillIn(console, { Organisation: 'no-such-team' })
  await button(console, 'Continue').click()
  await console.page.getByText('Organisation [no-such-team] does not exist').waitFor()
  await fillIn(console, { Organisation: organisation })
  await button(console, 'Continue').click()
  await signInAt(console, 'perpetua')
  await console.page.locator('.who-email', { hasText: email }).waitFor()
  expect(await console.page.locator('.who-foot').textContent()).toContain('Full member')
  expect(await console.page.evaluate('document.cookie')).toBe('')
  await console.page.reload()
  await console.page.locator('.who-email', { hasText: email }).waitFor()
  await console.close()
})

test('the console says why a sign-in at the provider was refused', patience, async () => {
  await (await setUp()).close()
  await provider.setAccount('stranger', { email: 'stranger@elsewhere.example', email_verified: true })
  const console = await world.visit('phone')
  await console.open('/signin')
  await button(console, 'Sign in with your organisation').click()
  await fillIn(console, { Organisation: organisation })
  await button(console, 'Continue').click()
  await signInAt(console, 'stranger')
  await console.page.getByText('You are not a member of this team').waitFor()
  await console.page.getByRole('link', { name: 'Back to sign in' }).click()
  await console.page.getByRole('heading', { name: 'Sign in', exact: true }).waitFor()
  await console.close()
})

test('a required second factor is set up before anything else', patience, async () => {
  const console = await world.signIn('Admin', { path: '/members' })
  const policy = console.page.getByLabel('Require all members to use an authenticator app')
  await policy.click()
  await console.page.getByText('A second factor is now required').waitFor()
  // Processes know the member for less than a second.
  const setUpPage = console.page.getByRole('heading', { name: 'Set up a second factor', level: 1 })
  await expect
    .poll(
      async () => {
        await console.open('/members')
        return setUpPage.isVisible()
      },
      { timeout: 60_000 },
    )
    .toBe(true)
  await inspect(console)
  await button(console, 'Set up an app').click()
  await fillIn(console, { 'Current password': world.members.Admin.password })
  await button(console, 'Continue').click()
  const secret = (await console.page.locator('.secret code').textContent()) ?? ''
  await fillIn(console, { Code: totpCode(fromBase32(secret), totpStepAt(new Date())) })
  await button(console, 'Confirm').click()
  await button(console, 'I’ve stored them').click()
  await button(console, 'Continue to the console').click()
  await console.page.getByRole('heading', { name: 'Members', level: 1 }).waitFor()
  await console.page.getByRole('cell', { name: /^Adah Brightwater/ }).waitFor()
  await console.close()
})

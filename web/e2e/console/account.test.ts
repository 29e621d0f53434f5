import { expect, test } from 'vitest'
import { totpCode, totpStepAt } from '../../../server/src/platform/secrets/totp.ts'
import { fromBase32 } from '../../../server/test/authenticator.ts'
import { password } from './members.ts'
import { inspect, startConsole } from './start.ts'
import type { Console } from './world.ts'

// Tests the page on which members manage their own account.

const world = await startConsole()
const patience = { timeout: 300_000 }
const newPassword = 'another horse with another staple'

const button = ({ page }: Console, name: string) => page.getByRole('button', { name, exact: true })
const heading = ({ page }: Console, name: string) =>
  page.getByRole('heading', { name, exact: true, level: 1 })

async function fillIn({ page }: Console, fields: Record<string, string>) {
  for (const [label, value] of Object.entries(fields))
    await page.getByLabel(label, { exact: true }).fill(value)
}

/** Adds a member without a second factor. */
async function aTeamMember(name: string) {
  const email = world.emailOf(name)
  const { code, id } = await world.invite(email, 'Support')
  await world.api.anonymous('POST', `/members/invitations/${code}/accept`, { name, password })
  await world.api.sql(`update members set mfa_status = 'disabled' where id = $1`, [id])
  return { id, email }
}

async function signIn(console: Console, email: string, secret: string) {
  await console.open('/signin')
  await fillIn(console, { 'E-mail': email, Password: secret })
  await button(console, 'Sign in').click()
}

async function openAccount(console: Console) {
  await console.page.locator('.who-name').getByRole('link').click()
  await heading(console, 'Your account').waitFor()
}

test('security finding 13: members change their own password and stay signed in', patience, async () => {
  const { email } = await aTeamMember('Petronella')
  const console = await world.visit('desk')
  await signIn(console, email, password)
  await openAccount(console)
  await button(console, 'Change password').click()
  await console.page.getByRole('dialog').waitFor()
  await inspect(console)
  await fillIn(console, { 'Current password': 'not this one', 'New password': newPassword })
  await button(console, 'Change the password').click()
  await console.page.getByText('The current password is wrong').waitFor()
  await fillIn(console, { 'Current password': password, 'New password': 'passwordpassword' })
  await button(console, 'Change the password').click()
  await console.page.getByText('It is too easy to guess').waitFor()
  await fillIn(console, { 'Current password': password, 'New password': newPassword })
  await button(console, 'Change the password').click()
  await console.page.getByText('Your password is changed').waitFor()
  await console.page.getByText('This device').waitFor()
  const credentials = { username: email, password: newPassword }
  expect((await world.api.anonymous('POST', '/members/signin', credentials)).status).toBe(200)
  await console.close()
})

test('security finding 13: members set up an authenticator app and remove it', patience, async () => {
  const { email } = await aTeamMember('Ottoline')
  const console = await world.visit('desk')
  await signIn(console, email, password)
  await openAccount(console)
  await button(console, 'Set up an app').click()
  await fillIn(console, { 'Current password': password })
  await button(console, 'Continue').click()
  await console.page.getByText('Scan the code with your app').waitFor()
  await inspect(console)
  const secret = (await console.page.locator('.secret code').textContent()) ?? ''
  const code = totpCode(fromBase32(secret), totpStepAt(new Date()))
  await fillIn(console, { Code: '000000' })
  await button(console, 'Confirm').click()
  await console.page.getByRole('alert').first().waitFor()
  await fillIn(console, { Code: code })
  await button(console, 'Confirm').click()
  await console.page.getByText('Your recovery codes').waitFor()
  await inspect(console)
  const [recoveryCode = ''] = ((await console.page.locator('.secret code').textContent()) ?? '').split(' ')
  await button(console, 'I have stored them').click()
  await console.page.getByText('10 recovery codes left').waitFor()
  await button(console, 'Remove the app').click()
  await fillIn(console, { 'Current password': password, Code: recoveryCode })
  await button(console, 'Remove the app').last().click()
  await console.page.getByText('The authenticator app was removed').waitFor()
  await button(console, 'Set up an app').waitFor()
  await console.close()
})

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
  await fillIn(console, { Email: email, Password: secret })
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
  await console.page.getByText('Password changed').waitFor()
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
  await button(console, 'I’ve stored them').click()
  await console.page.getByText('10 recovery codes left').waitFor()
  await button(console, 'Remove the app').click()
  await fillIn(console, { 'Current password': password, Code: recoveryCode })
  await button(console, 'Remove the app').last().click()
  await console.page.getByText('The authenticator app was removed').waitFor()
  await button(console, 'Set up an app').waitFor()
  await console.close()
})

/** Makes the last authentication of a member's sessions older than dangerous operations allow. */
const age = (id: string) =>
  world.api.sql(
    `update member_sessions set authenticated_at = now() - interval '11 minutes' where member_id = $1`,
    [id],
  )

test(
  'ASVS 7.5.2: the console asks for the password in place and then repeats the request',
  patience,
  async () => {
    const { id, email } = await aTeamMember('Leocadia')
    const other = await world.api.anonymous('POST', '/members/signin', { username: email, password })
    const console = await world.visit('desk')
    await signIn(console, email, password)
    await openAccount(console)
    await age(id)
    const endOther = console.page.locator('table').getByRole('button', { name: 'Sign out', exact: true })
    await endOther.click()
    await console.page.getByText('Confirm that it’s you').waitFor()
    await inspect(console)
    await button(console, 'Cancel').click()
    await console.page.getByText('The device could not be signed out').waitFor()
    await endOther.click()
    await fillIn(console, { 'Your password': 'not this one' })
    await button(console, 'Confirm').click()
    await console.page.getByText('The current password is wrong').waitFor()
    await fillIn(console, { 'Your password': password })
    await button(console, 'Confirm').click()
    await console.page.getByText('The device was signed out').waitFor()
    const call = world.api.withToken(other.body.jwt)
    await expect.poll(async () => (await call('GET', '/members/sessions/current')).status).toBe(401)
    await console.close()
  },
)

test('an Admin removes the authenticator app of a member who lost it', patience, async () => {
  const { id, email } = await aTeamMember('Wilfreda')
  await world.api.sql(
    `insert into member_totp (client_id, member_id, sealed, confirmed_at)
       select client_id, id, '\\x00', now() from members where id = $1`,
    [id],
  )
  const console = await world.signIn('Admin', { path: '/members' })
  const remove = async () => {
    await console.page.getByRole('button', { name: 'Actions for Wilfreda' }).click()
    await button(console, 'Remove authenticator app').click()
    await button(console, 'Remove the app').click()
  }
  await remove()
  await console.page.getByText('The authenticator app of Wilfreda was removed').waitFor()
  expect(await world.api.sql('select 1 from member_totp where member_id = $1', [id])).toEqual([])
  await world.mailTo(email, /second factor was changed/)
  await remove()
  await console.page.getByText(/Authenticator app of member .* does not exist/).waitFor()
  await console.close()
})

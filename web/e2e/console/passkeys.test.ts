import { expect, test } from 'vitest'
import { findViolations } from '../browser.ts'
import { password } from './members.ts'
import { startConsole } from './start.ts'
import type { Console } from './world.ts'

// Passkeys need a host name, so these tests open the console at localhost, with an authenticator that Chromium simulates.

const world = await startConsole()
const patience = { timeout: 300_000 }
const address = world.url.replace('127.0.0.1', 'localhost')

const button = ({ page }: Console, name: string) => page.getByRole('button', { name, exact: true })

/** Adds a member without a second factor. */
async function aTeamMember(name: string) {
  const email = world.emailOf(name)
  const { code, id } = await world.invite(email, 'Support')
  await world.api.anonymous('POST', `/members/invitations/${code}/accept`, { name, password })
  await world.api.sql(`update members set mfa_status = 'disabled' where id = $1`, [id])
  return { id, email }
}

/** Opens the console in a browser whose device has a fingerprint reader. */
async function visitWithAuthenticator() {
  const console = await world.visit('desk')
  await console.page.goto(`${address}/console/signin`)
  const session = await console.page.context().newCDPSession(console.page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  const setVerified = (isUserVerified: boolean) =>
    session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })
  return { console, setVerified }
}

async function signInWithPassword({ page }: Console, email: string) {
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

async function addPasskey(console: Console) {
  await console.page.locator('.who-name').getByRole('link').click()
  await button(console, 'Add a passkey').click()
  await console.page.getByLabel('Name', { exact: true }).fill('Work laptop')
  await button(console, 'Continue').click()
  await console.page.getByRole('cell', { name: 'Work laptop', exact: true }).waitFor()
}

/** Signs out without loading the page again, which would end the simulation of the authenticator. */
async function signOut(console: Console) {
  await button(console, 'Sign out').first().click()
  await console.page.getByRole('heading', { name: 'Sign in', exact: true }).waitFor()
}

test('security finding 13: a member adds a passkey, signs in with it, and removes it', patience, async () => {
  const { email } = await aTeamMember('Perpetua')
  const { console, setVerified } = await visitWithAuthenticator()
  const { page } = console
  await signInWithPassword(console, email)
  await addPasskey(console)

  await signOut(console)
  await setVerified(false)
  await button(console, 'Sign in with a passkey').click()
  await page.getByText('No passkey was used.').waitFor()
  await setVerified(true)
  await button(console, 'Sign in with a passkey').click()
  await page.locator('.who-name').getByRole('link').click()
  await page.getByRole('cell', { name: 'Work laptop', exact: true }).waitFor()

  await button(console, 'Add a passkey').click()
  await page.getByLabel('Name', { exact: true }).fill('Again')
  await button(console, 'Continue').click()
  await page.getByText('This device already has a passkey for your account.').waitFor()
  await button(console, 'Cancel').click()

  await button(console, 'Remove').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
  await page.getByText('The passkey was removed').waitFor()
  await signOut(console)
  await button(console, 'Sign in with a passkey').click()
  await page.getByText('The passkey is unknown').waitFor()
  // Last, because the accessibility check ends the simulation of the authenticator.
  expect(await findViolations(page)).toEqual([])
  await console.close()
})

test('a passkey confirms a dangerous change', patience, async () => {
  const { id, email } = await aTeamMember('Philippa')
  const { console } = await visitWithAuthenticator()
  const { page } = console
  await signInWithPassword(console, email)
  await addPasskey(console)
  await world.api.sql(
    `update member_sessions set authenticated_at = now() - interval '11 minutes' where member_id = $1`,
    [id],
  )
  await button(console, 'Remove').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
  await page.getByText('Confirm that it’s you').waitFor()
  await button(console, 'Use a passkey').click()
  await page.getByText('The passkey was removed').waitFor()
  expect(await findViolations(page)).toEqual([])
  await console.close()
})

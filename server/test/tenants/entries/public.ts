import { randomUUID } from 'node:crypto'
import { signIn } from '../../people.ts'
import { aCode, createSsoProvider, must, putCode, putReturnCode, type TenantFixture } from '../fixture.ts'
import type { MatrixEntry } from './entry.ts'
import { anAddress } from './fresh-objects.ts'
import { anOldChallenge, aSession, clearFailedSignIns, newDevice, password } from './member-credentials.ts'

// Operations without credentials: opening a journey, signing in, resetting a password, accepting an invitation.

/** Gives the target member a new passkey in place of earlier ones. */
async function addPasskey(fixture: TenantFixture) {
  const { api, target } = fixture
  await clearFailedSignIns(fixture)
  await api.sql('delete from member_passkeys where member_id = $1', [target.id])
  const call = api.withToken(await signIn(api, target.email, target.password))
  const device = newDevice()
  const { body } = await call('POST', '/members/passkeys/registration-options')
  const registration = { name: 'Laptop', ...device.register(body.challenge) }
  await must(call, 'POST', '/members/passkeys', registration)
  return device
}

const approval = (code: string) => ({ path: `/members/invitations/${code}/approve` })

const returnCodeOf = (id: string) => ({ path: `/journeys/${id}/return-codes`, body: {} })

const returnTo = (id: string, one_time_code: string) => ({
  path: `/journeys/${id}/returns`,
  body: { one_time_code },
})

const opening = (code: string) => ({ path: '/journeys/sessions', body: { code } })

async function aLink({ api, acme }: TenantFixture) {
  const { user_id } = acme.ids
  const { webapp_link } = await must(api.acme, 'POST', '/user-tokens', { user_id })
  const [{ id }] = await api.sql(
    'select id from journey_links where user_id = $1 order by expires_at desc limit 1',
    [user_id],
  )
  return { code: String(webapp_link).split('/').at(-1) ?? '', id: id as string }
}

const passkeySignIn = (body: object) => ({ path: '/members/passkeys/signin', body })

const mfaAnswer = (body: object) => ({ path: '/members/mfa/validate', body })

const resetOf = (username: string) => ({ path: '/members/password-reset/initiate', body: { username } })

const newPassword = (code: string) => ({ path: '/members/password-reset/confirm', body: { code, password } })

const acceptance = (code: string) => ({
  path: `/members/invitations/${code}/accept`,
  body: { name: 'Plain', password },
})

export const publicEntries: Record<string, MatrixEntry> = {
  createJourneySession: {
    policy: 'public',
    calls: {
      validCall: async (fixture) => opening((await aLink(fixture)).code),
      async guess(fixture, known) {
        // A journey id is not secret and does not give access.
        const code = known ? (await aLink(fixture)).id : randomUUID()
        return { ...opening(code), sentValues: [code] }
      },
    },
  },
  createReturnCode: {
    policy: 'public',
    calls: {
      validCall: async (fixture) => returnCodeOf((await aLink(fixture)).id),
      async guess(fixture, known) {
        const id = known ? (await aLink(fixture)).id : randomUUID()
        return { ...returnCodeOf(id), sentValues: [id] }
      },
    },
  },
  returnToJourney: {
    policy: 'public',
    calls: {
      validCall: async (fixture) => {
        const { id } = await aLink(fixture)
        return returnTo(id, await putReturnCode(fixture.api, id))
      },
      async guess(fixture, known) {
        const id = known ? (await aLink(fixture)).id : randomUUID()
        return { ...returnTo(id, '271828'), sentValues: [id] }
      },
    },
  },
  signIn: {
    policy: 'public',
    calls: {
      isCostly: true,
      async validCall(fixture) {
        const { email } = fixture.target
        return { path: '/members/signin', body: { username: email, password } }
      },
      async guess(fixture, known) {
        await fixture.api.sql('delete from sign_in_failures')
        const username = known ? fixture.target.email : anAddress()
        return {
          path: '/members/signin',
          body: { username, password: 'wrong, but long' },
          sentValues: [username],
        }
      },
    },
  },
  validateMfa: {
    policy: 'public',
    calls: {
      async validCall(fixture) {
        const session = aSession()
        const mfa_code = await putCode(fixture.api, fixture.target.id, 'mfa', session)
        return mfaAnswer({ username: fixture.target.email, session, mfa_code })
      },
      async guess(fixture, known) {
        const session = aSession()
        if (known) await putCode(fixture.api, fixture.target.id, 'mfa', session)
        const answer = mfaAnswer({ username: fixture.target.email, session, mfa_code: '271828' })
        return { ...answer, sentValues: [session] }
      },
    },
  },
  startPasskeySignIn: {
    policy: 'public',
    calls: { validCall: async () => ({ path: '/members/passkeys/sign-in-options' }) },
  },
  signInWithPasskey: {
    policy: 'public',
    calls: {
      isCostly: true,
      async validCall(fixture) {
        const device = await addPasskey(fixture)
        const { body } = await fixture.api.anonymous('POST', '/members/passkeys/sign-in-options')
        return passkeySignIn(device.answer(body.challenge))
      },
      async guess(fixture, known) {
        const device = known ? await addPasskey(fixture) : newDevice()
        return {
          ...passkeySignIn(device.answer(anOldChallenge)),
          sentValues: [device.credentialId],
        }
      },
    },
  },
  startSingleSignOn: {
    policy: 'public',
    calls: {
      async validCall(fixture) {
        const { organisation } = await createSsoProvider(fixture.api, 'acme')
        return { path: '/members/sso/authorisations', body: { organisation } }
      },
    },
  },
  initiatePasswordReset: {
    policy: 'public',
    calls: {
      validCall: async ({ acme }) => resetOf(acme.members.FullMember.email),
      async guess({ acme }, known) {
        const username = known ? acme.members.FullMember.email : anAddress()
        return { ...resetOf(username), sentValues: [username] }
      },
    },
  },
  confirmPasswordReset: {
    policy: 'public',
    calls: {
      isCostly: true,
      validCall: async ({ api, target }) => newPassword(await putCode(api, target.id, 'password-reset')),
      async guess({ api, target }, known) {
        const code = known ? await putCode(api, target.id, 'invitation') : aCode()
        return { ...newPassword(code), sentValues: [code] }
      },
    },
  },
  acceptInvitation: {
    policy: 'public',
    calls: {
      isCostly: true,
      validCall: async ({ api, target }) => acceptance(await putCode(api, target.id, 'invitation')),
      async guess({ api, target }, known) {
        const code = known ? await putCode(api, target.id, 'password-reset') : aCode()
        return { ...acceptance(code), sentValues: [code] }
      },
    },
  },
  approveInvitation: {
    policy: 'public',
    calls: {
      validCall: async ({ api, target }) => approval(await putCode(api, target.id, 'approval')),
      async guess({ api, target }, known) {
        const code = known ? await putCode(api, target.id, 'password-reset') : aCode()
        return { ...approval(code), sentValues: [code] }
      },
    },
  },
}

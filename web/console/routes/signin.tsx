import type { MfaSession } from '@payproof/sdk'
import { getRouteApi, Link, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { Field } from '../../ui/field.tsx'
import { leaveForOrganisation, rememberedOrganisation } from '../account/organisation.ts'
import { PasskeyButton } from '../account/passkey-button.tsx'
import { signInWithPasskey } from '../account/webauthn.ts'
import { api, queries } from '../api.ts'
import { AuthLayout } from '../auth-layout.tsx'
import { Form } from '../form.tsx'
import { safeRedirect } from '../paths.ts'
import { beginSession, emailToOffer, offerEmail, useSession } from '../session.ts'

type MfaRequest = { username: string; session: string; method: MfaSession['method'] }

// No retries: if password attempts are rate-limited, the waiting time is shown at once.
const once = { retries: 0 }

const route = getRouteApi('/signin')

export function SignIn() {
  const session = useSession()
  const { next } = route.useSearch()
  const [mfaRequest, setMfaRequest] = useState<MfaRequest>()
  const [usesOrganisation, setUsesOrganisation] = useState(false)
  const { history } = useRouter()
  useEffect(() => {
    if (session) history.replace(safeRedirect(next))
  }, [session, next, history])
  if (session) return null
  if (mfaRequest) return <SecondFactor {...mfaRequest} onBack={() => setMfaRequest(undefined)} />
  if (usesOrganisation) return <OrganisationForm onBack={() => setUsesOrganisation(false)} />
  return <FirstFactor onMfaRequest={setMfaRequest} onOrganisation={() => setUsesOrganisation(true)} />
}

type Done = Awaited<ReturnType<typeof api.members.signIn | typeof signInWithPasskey>>

function finish(result: Done) {
  if (!('member' in result)) return
  // Cached data of the previous member is cleared.
  queries.clear()
  beginSession(result)
}

function OrganisationForm({ onBack }: { onBack: () => void }) {
  return (
    <AuthLayout
      title="Sign in with your organisation"
      lead="Enter the organisation name that your administrator gave you."
    >
      <Form
        submit="Continue"
        send={({ organisation = '' }) => leaveForOrganisation(organisation.trim(), { reauthenticate: false })}
        onDone={() => {}}
      >
        {(errorOf) => (
          <Field
            label="Organisation"
            name="organisation"
            autoComplete="organization"
            autoCapitalize="none"
            defaultValue={rememberedOrganisation()}
            error={errorOf('organisation')}
          />
        )}
      </Form>
      <p className="small">
        <button type="button" className="link" onClick={onBack}>
          Sign in with a password
        </button>
      </p>
    </AuthLayout>
  )
}

type FirstFactorProps = { onMfaRequest: (mfaRequest: MfaRequest) => void; onOrganisation: () => void }

function FirstFactor({ onMfaRequest, onOrganisation }: FirstFactorProps) {
  const [username, setUsername] = useState(emailToOffer)
  return (
    <AuthLayout title="Sign in">
      <Form
        submit="Sign in"
        send={({ password = '' }) => api.members.signIn({ username, password, browser: true }, once)}
        onDone={(result) => {
          if ('session' in result) onMfaRequest({ username, ...result })
          finish(result)
        }}
      >
        {(errorOf) => (
          <>
            <Field
              label="Email"
              name="username"
              type="email"
              autoComplete="username"
              value={username}
              onChange={(event) => {
                setUsername(event.target.value)
                offerEmail(event.target.value)
              }}
              error={errorOf('username')}
            />
            <Field
              label="Password"
              name="password"
              type="password"
              autoComplete="current-password"
              error={errorOf('password')}
            />
          </>
        )}
      </Form>
      <PasskeyButton kind="secondary" use={signInWithPasskey} onDone={finish}>
        Sign in with a passkey
      </PasskeyButton>
      <p className="small">
        <Link to="/password-reset">Forgotten your password?</Link>
      </p>
      <p className="small">
        <button type="button" className="link" onClick={onOrganisation}>
          Sign in with your organisation
        </button>
      </p>
    </AuthLayout>
  )
}

const secondFactorTexts = {
  email: {
    title: 'Check your email',
    lead: 'We’ve emailed you a 6-digit code. It expires in 10 minutes.',
  },
  totp: {
    title: 'Open your authenticator app',
    lead: 'Enter the 6-digit code that the app shows for Payproof, or a recovery code.',
  },
}

function SecondFactor({ username, session, method, onBack }: MfaRequest & { onBack: () => void }) {
  return (
    <AuthLayout {...secondFactorTexts[method === 'totp' ? 'totp' : 'email']}>
      <Form
        submit="Continue"
        send={({ mfa_code = '' }) =>
          api.members.validateMfa({ username, session, mfa_code: mfa_code.trim(), browser: true }, once)
        }
        onDone={finish}
      >
        {(errorOf) => (
          <Field
            label="Code"
            name="mfa_code"
            {...(method === 'email' && { inputMode: 'numeric' })}
            autoComplete="one-time-code"
            maxLength={64}
            error={errorOf('mfa_code')}
          />
        )}
      </Form>
      <p className="small">
        <button type="button" className="link" onClick={onBack}>
          Start again
        </button>
      </p>
    </AuthLayout>
  )
}

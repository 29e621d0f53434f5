import type { MfaSession } from '@payproof/sdk'
import { useEffect, useState } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { api } from '../api.ts'
import { Form } from '../form.tsx'
import { useMember } from '../session.ts'
import { settleStepUp, useIsStepUpOpen } from '../step-up.ts'
import { leaveForOrganisation, rememberedOrganisation } from './organisation.ts'
import { PasskeyButton } from './passkey-button.tsx'
import { authenticateAgainWithPasskey } from './webauthn.ts'

// No retries: if attempts are rate-limited, the waiting time is shown at once.
const once = { retries: 0 }
const cancel = () => settleStepUp(false)
const succeed = () => settleStepUp(true)

/** Asks for the password and second factor while a dangerous request waits. */
export const StepUp = () => (useIsStepUpOpen() ? <StepUpDialog /> : null)

function StepUpDialog() {
  const [mfa, setMfa] = useState<MfaSession>()
  const organisation = rememberedOrganisation()
  // The session may end while the dialog is open; the request must not wait for ever.
  useEffect(() => cancel, [])
  return (
    <Dialog title="Confirm that it’s you" onClose={cancel}>
      {mfa ? <CodeForm mfa={mfa} /> : <PasswordForm onMfa={setMfa} />}
      {!mfa && (
        <PasskeyButton kind="secondary" use={authenticateAgainWithPasskey} onDone={succeed}>
          Use a passkey
        </PasskeyButton>
      )}
      {!mfa && organisation && (
        <p className="small">
          <button type="button" className="link" onClick={() => void signInAgain(organisation)}>
            No password? Sign in with your organisation again
          </button>
        </p>
      )}
    </Dialog>
  )
}

/** Leaves the page, so the request is not repeated: the member starts it again afterwards. */
const signInAgain = (organisation: string) =>
  leaveForOrganisation(organisation, { reauthenticate: true }).catch(() =>
    showToast('Your organisation could not be reached. Try again.'),
  )

function PasswordForm({ onMfa }: { onMfa: (mfa: MfaSession) => void }) {
  const { email } = useMember()
  return (
    <>
      <p className="quiet">You signed in a while ago. Enter your password to confirm this change.</p>
      <Form
        submit="Confirm"
        send={({ step_up_password = '' }) =>
          api.members.authenticateAgain({ current_password: step_up_password }, once)
        }
        onDone={(result) => ('session' in result ? onMfa(result) : succeed())}
        onCancel={cancel}
      >
        {(errorOf) => (
          <>
            <input type="email" autoComplete="username" value={email} readOnly hidden />
            <Field
              label="Your password"
              name="step_up_password"
              type="password"
              autoComplete="current-password"
              error={errorOf('current_password')}
            />
          </>
        )}
      </Form>
    </>
  )
}

function CodeForm({ mfa: { session, method } }: { mfa: MfaSession }) {
  const hint =
    method === 'totp'
      ? 'Enter the code from your authenticator app, or a recovery code.'
      : 'We’ve emailed you a 6-digit code.'
  return (
    <Form
      submit="Confirm"
      send={({ mfa_code = '' }) =>
        api.members.validateAuthentication({ session, mfa_code: mfa_code.trim() }, once)
      }
      onDone={succeed}
      onCancel={cancel}
    >
      {(errorOf) => (
        <Field
          label="Your code"
          name="mfa_code"
          hint={hint}
          autoComplete="one-time-code"
          maxLength={64}
          error={errorOf('mfa_code')}
        />
      )}
    </Form>
  )
}

import type { Totp, TotpSecret } from '@payproof/sdk'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import { Time } from '../../ui/time.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { api, queries } from '../api.ts'
import '../connect/connect.css'
import { Form } from '../form.tsx'
import { QueryState } from '../query-state.tsx'

// No retries: if attempts are rate-limited, the waiting time is shown at once.
const once = { retries: 0 }
const queryKey = ['totp']
const reload = () => queries.invalidateQueries({ queryKey })

/** The member's authenticator app: whether there is one, and buttons to set it up or remove it. */
export function AuthenticatorApp() {
  const [dialog, setDialog] = useState<'set up' | 'remove'>()
  const query = useQuery({ queryKey, queryFn: ({ signal }) => api.members.getTotp({ signal }) })
  const close = () => setDialog(undefined)
  return (
    <>
      <h2>Authenticator app</h2>
      <p className="quiet">An app on your phone shows a code that you enter when you sign in.</p>
      <div className="panel stack">
        <QueryState query={query} lines={2}>
          {(totp) => (
            <>
              {totp.is_active && <InUse totp={totp} />}
              <div className="actions">
                <Button kind="secondary" onClick={() => setDialog(totp.is_active ? 'remove' : 'set up')}>
                  {totp.is_active ? 'Remove the app' : 'Set up an app'}
                </Button>
              </div>
            </>
          )}
        </QueryState>
      </div>
      {dialog === 'set up' && <SetUpDialog onClose={close} />}
      {dialog === 'remove' && <RemoveDialog onClose={close} />}
    </>
  )
}

const InUse = ({ totp: { confirmed_at, recovery_codes_left } }: { totp: Totp }) => (
  <p>
    <Badge tone="good">In use</Badge> Set up on <Time at={confirmed_at ?? ''} />. {recovery_codes_left}{' '}
    recovery codes left.
  </p>
)

function SetUpDialog({ onClose }: { onClose: () => void }) {
  const [totp, setTotp] = useState<TotpSecret>()
  const [recoveryCodes, setRecoveryCodes] = useState<string[]>()
  if (recoveryCodes) return <RecoveryCodesDialog codes={recoveryCodes} onClose={onClose} />
  if (totp) return <ConfirmDialog totp={totp} onConfirmed={setRecoveryCodes} onClose={onClose} />
  return (
    <Dialog title="Set up an authenticator app" onClose={onClose}>
      <Form
        submit="Continue"
        send={({ current_password = '' }) => api.members.startTotpSetup({ current_password }, once)}
        onDone={setTotp}
        onCancel={onClose}
      >
        {(errorOf) => <CurrentPassword error={errorOf('current_password')} />}
      </Form>
    </Dialog>
  )
}

type ConfirmProps = {
  totp: TotpSecret
  onConfirmed: (recoveryCodes: string[]) => void
  onClose: () => void
}

function ConfirmDialog({ totp: { secret, otpauth_uri }, onConfirmed, onClose }: ConfirmProps) {
  return (
    <Dialog title="Scan the code with your app" onClose={onClose}>
      <QrCode text={otpauth_uri} label="QR code for your authenticator app" />
      <p className="quiet">If you can’t scan it, enter this key in the app:</p>
      <div className="secret">
        <code>{secret}</code>
        <CopyButton text={secret} what="the key" />
      </div>
      <Form
        submit="Confirm"
        send={({ mfa_code = '' }) => api.members.confirmTotpSetup({ mfa_code }, once)}
        onDone={({ recovery_codes }) => {
          void reload()
          onConfirmed(recovery_codes)
        }}
        onCancel={onClose}
      >
        {(errorOf) => <CodeField hint="The 6-digit code in the app." error={errorOf('mfa_code')} />}
      </Form>
    </Dialog>
  )
}

function RecoveryCodesDialog({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  return (
    <Dialog
      title="Your recovery codes"
      onClose={onClose}
      actions={
        <Button kind="secondary" onClick={onClose}>
          I’ve stored them
        </Button>
      }
    >
      <Notice tone="warn">
        We only show these codes once. If you lose your phone, use one of them instead of a code from the app.
        Store them somewhere safe.
      </Notice>
      <div className="secret">
        <code>{codes.join(' ')}</code>
        <CopyButton text={codes.join('\n')} what="the codes" />
      </div>
    </Dialog>
  )
}

function RemoveDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Remove the authenticator app?" onClose={onClose}>
      <Form
        submit="Remove the app"
        send={({ current_password = '', mfa_code = '' }) =>
          api.members.removeTotp({ current_password, mfa_code }, once)
        }
        onDone={() => {
          void reload()
          showToast('The authenticator app was removed')
          onClose()
        }}
        onCancel={onClose}
      >
        {(errorOf) => (
          <>
            <CurrentPassword error={errorOf('current_password')} />
            <CodeField hint="A code from the app, or a recovery code." error={errorOf('mfa_code')} />
          </>
        )}
      </Form>
    </Dialog>
  )
}

const CurrentPassword = ({ error }: { error: string | undefined }) => (
  <Field
    label="Current password"
    name="current_password"
    type="password"
    autoComplete="current-password"
    error={error}
  />
)

const CodeField = ({ hint, error }: { hint: string; error: string | undefined }) => (
  <Field label="Code" name="mfa_code" autoComplete="one-time-code" maxLength={64} hint={hint} error={error} />
)

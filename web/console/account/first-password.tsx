import { showToast } from '../../ui/toasts.tsx'
import { AuthLayout } from '../auth-layout.tsx'
import { beginSession, type Session } from '../session.ts'
import { signOut } from '../sign-out.ts'
import { ChangePasswordForm } from './change-password.tsx'

/** Shown instead of every page until a password that another person set is changed. */
export function FirstPassword({ session: { member } }: { session: Session }) {
  return (
    <AuthLayout
      title="Choose your own password"
      lead="Another person created your first password. Change it before you continue."
    >
      <ChangePasswordForm
        onDone={() => {
          beginSession({ member: { ...member, status: 'confirmed' } })
          showToast('Password changed')
        }}
      />
      <p className="small">
        <button type="button" className="link" onClick={() => void signOut().catch(() => {})}>
          Sign out
        </button>
      </p>
    </AuthLayout>
  )
}

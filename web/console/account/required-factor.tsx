import { Button } from '../../ui/button.tsx'
import { queries } from '../api.ts'
import { AuthLayout } from '../auth-layout.tsx'
import { beginSession, type Session } from '../session.ts'
import { signOut } from '../sign-out.ts'
import { AuthenticatorApp } from './authenticator-app.tsx'

/** Shown instead of every page until a member has the second factor that the client requires. */
export const RequiredFactor = ({ session: { member } }: { session: Session }) => (
  <AuthLayout
    title="Set up a second factor"
    lead="Your organisation requires an authenticator app. Set it up, then continue."
  >
    <AuthenticatorApp />
    <div className="actions">
      <Button
        onClick={() => {
          // If the app is still missing, the next request shows this page again.
          queries.clear()
          beginSession({ member })
        }}
      >
        Continue to the console
      </Button>
    </div>
    <p className="small">
      <button type="button" className="link" onClick={() => void signOut().catch(() => {})}>
        Sign out
      </button>
    </p>
  </AuthLayout>
)

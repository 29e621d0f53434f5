import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { Field } from '../../ui/field.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { api } from '../api.ts'
import { AuthLayout } from '../auth-layout.tsx'
import { Form } from '../form.tsx'
import { NewPasswordField } from '../new-password.tsx'
import { offerEmail, sessionNow } from '../session.ts'
import { signOut } from '../sign-out.ts'

const route = getRouteApi('/invitations/$code')

export function Invitation() {
  const { code } = route.useParams()
  const navigate = useNavigate()
  return (
    <AuthLayout title="Join your team" lead="Choose how your colleagues see you, and a password.">
      <Form
        submit="Accept the invitation"
        send={({ name = '', password = '' }) => api.members.acceptInvitation(code, { name, password })}
        onDone={async ({ email }) => {
          // Another member may be signed in in this browser.
          if (sessionNow()) await signOut().catch(() => {})
          offerEmail(email)
          showToast('Welcome. Please sign in with your new password.')
          void navigate({ to: '/signin', replace: true })
        }}
      >
        {(errorOf) => (
          <>
            <Field label="Your name" name="name" autoComplete="name" error={errorOf('name')} />
            <NewPasswordField error={errorOf('password')} />
          </>
        )}
      </Form>
      <p className="small quiet">
        An invitation works once, for 72 hours. <Link to="/signin">Sign in instead</Link>
      </p>
    </AuthLayout>
  )
}

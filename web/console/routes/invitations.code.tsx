import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { Field } from '../../ui/field.tsx'
import { tell } from '../../ui/toasts.tsx'
import { api } from '../api.ts'
import { Door } from '../auth-layout.tsx'
import { Form } from '../form.tsx'
import { NewPasswordField } from '../new-password.tsx'
import { endSession, offerEmail } from '../session.ts'

export function Invitation() {
  const { code = '' } = useParams({ strict: false }) as { code?: string }
  const navigate = useNavigate()
  return (
    <Door title="Join your team" lead="Choose how your colleagues see you, and a password.">
      <Form
        submit="Accept the invitation"
        send={({ name = '', password = '' }) => api.members.acceptInvitation(code, { name, password })}
        onDone={({ email }) => {
          // Another member may be signed in here.
          endSession()
          offerEmail(email)
          tell('Welcome. Please sign in with your new password.')
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
        An invitation is good for 72 hours and for one person. <Link to="/signin">Sign in instead</Link>
      </p>
    </Door>
  )
}

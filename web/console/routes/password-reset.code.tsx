import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { tell } from '../../ui/toasts.tsx'
import { api } from '../api.ts'
import { Door } from '../auth-layout.tsx'
import { Form } from '../form.tsx'
import { NewPasswordField } from '../new-password.tsx'
import { endSession } from '../session.ts'

export function NewPassword() {
  const { code = '' } = useParams({ strict: false }) as { code?: string }
  const navigate = useNavigate()
  return (
    <Door title="Choose a new password" lead="Wherever you are signed in, you are signed out.">
      <Form
        submit="Change the password"
        send={({ password = '' }) => api.members.confirmPasswordReset({ code, password })}
        onDone={() => {
          endSession()
          tell('Your password is changed. Please sign in with it.')
          void navigate({ to: '/signin', replace: true })
        }}
      >
        {(errorOf) => <NewPasswordField error={errorOf('password')} />}
      </Form>
      <p className="small">
        <Link to="/password-reset">Ask for another link</Link>
      </p>
    </Door>
  )
}

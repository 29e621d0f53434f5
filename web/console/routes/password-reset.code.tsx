import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { showToast } from '../../ui/toasts.tsx'
import { api } from '../api.ts'
import { AuthLayout } from '../auth-layout.tsx'
import { Form } from '../form.tsx'
import { NewPasswordField } from '../new-password.tsx'
import { endSession } from '../session.ts'

const route = getRouteApi('/password-reset/$code')

export function NewPassword() {
  const { code } = route.useParams()
  const navigate = useNavigate()
  return (
    <AuthLayout title="Choose a new password" lead="You will be signed out on all devices.">
      <Form
        submit="Change the password"
        send={({ password = '' }) => api.members.confirmPasswordReset({ code, password })}
        onDone={() => {
          endSession()
          showToast('Password changed. Sign in with the new password.')
          void navigate({ to: '/signin', replace: true })
        }}
      >
        {(errorOf) => <NewPasswordField error={errorOf('password')} />}
      </Form>
      <p className="small">
        <Link to="/password-reset">Request another link</Link>
      </p>
    </AuthLayout>
  )
}

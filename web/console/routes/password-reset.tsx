import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { api } from '../api.ts'
import { AuthLayout } from '../auth-layout.tsx'
import { Form } from '../form.tsx'
import { emailToOffer } from '../session.ts'

export function PasswordReset() {
  const [message, setMessage] = useState<string>()
  return (
    <AuthLayout title="Reset your password" lead="We’ll email you a link. It expires in 1 hour.">
      {message ? (
        <Notice tone="good" alert>
          <p>{message}.</p>
        </Notice>
      ) : (
        <Form
          submit="Send the link"
          send={({ username = '' }) => api.members.initiatePasswordReset({ username })}
          onDone={({ message }) => setMessage(message)}
        >
          {(errorOf) => (
            <Field
              label="Email"
              name="username"
              type="email"
              autoComplete="username"
              defaultValue={emailToOffer()}
              error={errorOf('username')}
            />
          )}
        </Form>
      )}
      <p className="small">
        <Link to="/signin">Back to sign in</Link>
      </p>
    </AuthLayout>
  )
}

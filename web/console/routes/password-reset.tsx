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
    <AuthLayout title="A new password" lead="We send a link to your e-mail address. It is good for one hour.">
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
              label="E-mail"
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

import { Field } from '../../ui/field.tsx'
import { api } from '../api.ts'
import { Form } from '../form.tsx'
import { NewPasswordField } from '../new-password.tsx'
import { useMember } from '../session.ts'

// No retries: if password attempts are rate-limited, the waiting time is shown at once.
const once = { retries: 0 }

/** Form in which members change their own password. */
export function ChangePasswordForm({ onDone, onCancel }: { onDone: () => void; onCancel?: () => void }) {
  const { email } = useMember()
  return (
    <Form
      submit="Change the password"
      send={({ current_password = '', password = '' }) =>
        api.members.changePassword({ current_password, password }, once)
      }
      onDone={onDone}
      {...(onCancel && { onCancel })}
    >
      {(errorOf) => (
        <>
          {/* Password managers need the user name to know which entry to update. */}
          <input type="email" autoComplete="username" value={email} readOnly hidden />
          <Field
            label="Current password"
            name="current_password"
            type="password"
            autoComplete="current-password"
            error={errorOf('current_password')}
          />
          <NewPasswordField label="New password" error={errorOf('password')} />
        </>
      )}
    </Form>
  )
}

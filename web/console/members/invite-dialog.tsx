import type { Invitation } from '@payproof/sdk'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, SelectField } from '../../ui/field.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { api, queries } from '../api.ts'
import { Form } from '../form.tsx'
import { useMember } from '../session.ts'
import { aboutRoles, rolesToGive } from './roles.ts'

/** Invites a member. Only an existing member can become an Owner, so the role is not offered here. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const { role: own } = useMember()
  const options = rolesToGive(own).filter(({ value }) => value !== 'Owner')
  return (
    <Dialog title="Invite a member" onClose={onClose}>
      <Form
        submit="Send the invitation"
        send={({ email = '', role }) => api.members.invite({ email, role: role as Invitation['role'] })}
        onDone={({ email }) => {
          void queries.invalidateQueries({ queryKey: ['members'] })
          showToast(`Invitation sent to ${email}`)
          onClose()
        }}
        onCancel={onClose}
      >
        {(errorOf) => (
          <>
            <Field label="Email" name="email" type="email" autoComplete="off" error={errorOf('email')} />
            <SelectField
              label="Role"
              name="role"
              hint={aboutRoles}
              options={options}
              error={errorOf('role')}
            />
          </>
        )}
      </Form>
    </Dialog>
  )
}

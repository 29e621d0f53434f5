import type { Member } from '@payproof/sdk'
import { Dialog } from '../../ui/dialog.tsx'
import { SelectField } from '../../ui/field.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { api, queries } from '../api.ts'
import { Form } from '../form.tsx'
import type { ConsoleRole } from '../roles.ts'
import { useMember } from '../session.ts'
import { aboutRoles, rolesToGive } from './roles.ts'

const factors = [
  { value: 'email', label: 'Code by email' },
  { value: 'disabled', label: 'Off: password only' },
]

export function ChangeDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const { role: own } = useMember()
  const { id, name, email } = member
  return (
    <Dialog title={`Change ${name || email}`} onClose={onClose}>
      <Form
        submit="Save"
        send={({ role, mfa_status }) =>
          api.members.update(id, {
            role: role as ConsoleRole,
            mfa_status: mfa_status as Member['mfa_status'],
          })
        }
        onDone={() => {
          void queries.invalidateQueries({ queryKey: ['members'] })
          showToast(`${name || email} was changed`)
          onClose()
        }}
        onCancel={onClose}
      >
        {(errorOf) => (
          <>
            <SelectField
              label="Role"
              name="role"
              hint={aboutRoles}
              options={rolesToGive(own)}
              defaultValue={member.role}
              error={errorOf('role')}
            />
            <SelectField
              label="Second factor"
              name="mfa_status"
              options={factors}
              defaultValue={member.mfa_status}
              error={errorOf('mfa_status')}
            />
          </>
        )}
      </Form>
    </Dialog>
  )
}

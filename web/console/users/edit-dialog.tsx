import type { User } from '@payproof/sdk'
import { Dialog } from '../../ui/dialog.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { api, queries } from '../api.ts'
import { Form } from '../form.tsx'
import { changesOf, PersonFields, SettingFields } from './user-fields.tsx'

export function EditDialog({ user, onClose }: { user: User; onClose: () => void }) {
  return (
    <Dialog title="Change the details" onClose={onClose}>
      <Form
        submit="Save"
        send={(typed) => api.users.update(user.user_id, changesOf(user, typed))}
        onDone={() => {
          void queries.invalidateQueries({ queryKey: ['users'] })
          showToast('Details saved')
          onClose()
        }}
        onCancel={onClose}
      >
        {(errorOf) => (
          <>
            <PersonFields user={user} errorOf={errorOf} />
            <h3>Settings of this user</h3>
            <SettingFields user={user} errorOf={errorOf} />
          </>
        )}
      </Form>
    </Dialog>
  )
}

import { useNavigate } from '@tanstack/react-router'
import { Dialog } from '../../ui/dialog.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { api, queries } from '../api.ts'
import { Form } from '../form.tsx'
import { newUserOf, PersonFields } from './user-fields.tsx'

/** Registers a person and opens the page for connecting them, which is the next step. */
export function RegisterDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  return (
    <Dialog title="Register a user" onClose={onClose}>
      <Form
        submit="Register"
        send={(typed) => api.users.create(newUserOf(typed))}
        onDone={({ user_id, forename, surname }) => {
          void queries.invalidateQueries({ queryKey: ['users'] })
          showToast(`${forename} ${surname} is registered`)
          void navigate({ to: '/users/$user_id/connect', params: { user_id } })
        }}
        onCancel={onClose}
      >
        {(errorOf) => <PersonFields errorOf={errorOf} />}
      </Form>
    </Dialog>
  )
}

import { useNavigate } from '@tanstack/react-router'
import { Dialog } from '../../ui/dialog.tsx'
import { tell } from '../../ui/toasts.tsx'
import { api, queries } from '../api.ts'
import { Form } from '../form.tsx'
import { newUserOf, PersonFields } from './user-fields.tsx'

/** After registering a person the next step is connecting them, so go there. */
export function RegisterDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  return (
    <Dialog title="Register a user" onClose={onClose}>
      <Form
        submit="Register"
        send={(typed) => api.users.create(newUserOf(typed))}
        onDone={({ user_id, forename, surname }) => {
          void queries.invalidateQueries({ queryKey: ['users'] })
          tell(`${forename} ${surname} is registered`)
          void navigate({ to: `/users/${user_id}/connect` })
        }}
        onCancel={onClose}
      >
        {(errorOf) => <PersonFields errorOf={errorOf} />}
      </Form>
    </Dialog>
  )
}

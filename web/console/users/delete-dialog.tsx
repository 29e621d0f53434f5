import type { User } from '@payproof/sdk'
import { useNavigate } from '@tanstack/react-router'
import { showToast } from '../../ui/toasts.tsx'
import { api, queries } from '../api.ts'
import { Confirm } from '../confirm.tsx'
import { nameOf } from './user-frame.tsx'

export function DeleteDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const navigate = useNavigate()
  const name = nameOf(user)
  const typed = user.ext_id
    ? { text: user.ext_id, label: `To confirm, enter their reference: ${user.ext_id}` }
    : { text: name, label: `To confirm, enter their name: ${name}` }
  async function onDone() {
    await navigate({ to: '/users' })
    queries.removeQueries({ queryKey: ['users', user.user_id] })
    void queries.invalidateQueries({ queryKey: ['users'] })
    showToast(`${name} was deleted`)
  }
  return (
    <Confirm
      title={`Delete ${name}?`}
      confirm="Delete"
      danger
      typed={typed}
      act={() => api.users.delete(user.user_id)}
      onDone={onDone}
      onClose={onClose}
    >
      <p>
        We’ll delete everything about them: accounts, payslips, statements, tax years, documents and notes.
        Their links will stop working. You can’t undo this.
      </p>
    </Confirm>
  )
}

import type { User } from '@payproof/sdk'
import { useNavigate } from '@tanstack/react-router'
import { showToast } from '../../ui/toasts.tsx'
import { api, queries } from '../api.ts'
import { Confirm } from '../confirm.tsx'
import { nameOf } from './user-frame.tsx'

export function DeleteDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const navigate = useNavigate()
  const name = nameOf(user)
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
      act={() => api.users.delete(user.user_id)}
      onDone={onDone}
      onClose={onClose}
    >
      <p>
        This deletes all their data: accounts, payslips, statements, tax years, documents and notes. Their
        links stop working. This cannot be undone.
      </p>
    </Confirm>
  )
}

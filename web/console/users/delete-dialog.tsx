import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { User } from '../../../sdk/src/types.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { tell } from '../../ui/toasts.tsx'
import { api, queries } from '../api.ts'
import { Problem } from '../shown.tsx'
import { nameOf } from './user-frame.tsx'

export function DeleteDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const navigate = useNavigate()
  const name = nameOf(user)
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => api.users.delete(user.user_id),
    async onSuccess() {
      await navigate({ to: '/users' })
      queries.removeQueries({ queryKey: ['users', user.user_id] })
      void queries.invalidateQueries({ queryKey: ['users'] })
      tell(`${name} was deleted`)
    },
  })
  return (
    <ConfirmDialog
      title={`Delete ${name}?`}
      confirm="Delete"
      danger
      busy={isPending}
      onConfirm={() => mutate()}
      onClose={onClose}
    >
      <p>
        Everything held about them goes: accounts, payslips, statements, tax years, documents, notes. Their
        links end. Nobody can bring it back.
      </p>
      {error && <Problem error={error} />}
    </ConfirmDialog>
  )
}

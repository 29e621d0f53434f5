import { useMutation } from '@tanstack/react-query'
import type { Member } from '../../../sdk/src/types.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { tell } from '../../ui/toasts.tsx'
import { api, queries } from '../api.ts'
import { Problem } from '../shown.tsx'

export function RemoveDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const name = member.name || member.email
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => api.members.delete(member.id),
    onSuccess() {
      void queries.invalidateQueries({ queryKey: ['members'] })
      tell(`${name} was removed`)
      onClose()
    },
  })
  return (
    <ConfirmDialog
      title={`Remove ${name}?`}
      confirm="Remove"
      danger
      busy={isPending}
      onConfirm={() => mutate()}
      onClose={onClose}
    >
      <p>They are signed out within a second and cannot sign in again. The audit log keeps what they did.</p>
      {error && <Problem error={error} />}
    </ConfirmDialog>
  )
}

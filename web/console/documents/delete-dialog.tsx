import { useMutation } from '@tanstack/react-query'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { tell } from '../../ui/toasts.tsx'
import { api, queries } from '../api.ts'
import { Problem } from '../shown.tsx'

type Props = { id: string; name: string; onDone: () => void; onClose: () => void }

export function DeleteDialog({ id, name, onDone, onClose }: Props) {
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => api.documents.delete(id),
    onSuccess() {
      tell(`${name} was deleted`)
      onDone()
      void queries.invalidateQueries({ queryKey: ['documents'] })
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
      <p>Its file goes, and everything that was read from it. This cannot be undone.</p>
      {error && <Problem error={error} />}
    </ConfirmDialog>
  )
}

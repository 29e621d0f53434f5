import { useMutation } from '@tanstack/react-query'
import type { ApiKey } from '../../../sdk/src/types.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { tell } from '../../ui/toasts.tsx'
import { api, queries } from '../api.ts'
import { Problem } from '../shown.tsx'

export function RevokeDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const { id, name, prefix, last_four } = apiKey
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => api.apiKeys.delete(id),
    onSuccess() {
      void queries.invalidateQueries({ queryKey: ['api-keys'] })
      tell(`The key ${name} was revoked`)
      onClose()
    },
  })
  return (
    <ConfirmDialog
      title={`Revoke ${name}?`}
      confirm="Revoke"
      danger
      busy={isPending}
      onConfirm={() => mutate()}
      onClose={onClose}
    >
      <p>
        Programs that use{' '}
        <code>
          {prefix}…{last_four}
        </code>{' '}
        are refused within a second. This cannot be undone.
      </p>
      {error && <Problem error={error} />}
    </ConfirmDialog>
  )
}

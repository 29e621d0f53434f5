import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { Webhook } from '../../../sdk/src/types.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { tell } from '../../ui/toasts.tsx'
import { api, queries } from '../api.ts'
import { Problem } from '../shown.tsx'

export function DeleteDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const navigate = useNavigate()
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => api.webhooks.delete(webhook.webhook_id),
    async onSuccess() {
      tell(`${webhook.name} was deleted`)
      await navigate({ to: '/webhooks' as never })
      void queries.invalidateQueries({ queryKey: ['webhooks'] })
    },
  })
  return (
    <ConfirmDialog
      title={`Delete ${webhook.name}?`}
      confirm="Delete"
      danger
      busy={isPending}
      onConfirm={() => mutate()}
      onClose={onClose}
    >
      <p>
        What waits for it is not sent any more, and its log goes. To stop for a while, pause it instead. This
        cannot be undone.
      </p>
      {error && <Problem error={error} />}
    </ConfirmDialog>
  )
}

import type { ApiKey } from '@payproof/sdk'
import { showToast } from '../../ui/toasts.tsx'
import { api, queries } from '../api.ts'
import { Confirm } from '../confirm.tsx'

export function RevokeDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const { id, name, prefix, last_four } = apiKey
  function onDone() {
    void queries.invalidateQueries({ queryKey: ['api-keys'] })
    showToast(`The key ${name} was revoked`)
    onClose()
  }
  return (
    <Confirm
      title={`Revoke ${name}?`}
      confirm="Revoke"
      danger
      act={() => api.apiKeys.delete(id)}
      onDone={onDone}
      onClose={onClose}
    >
      <p>
        Programs that use{' '}
        <code>
          {prefix}…{last_four}
        </code>{' '}
        are refused within a second. You can’t undo this.
      </p>
    </Confirm>
  )
}

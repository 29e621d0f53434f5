import type { Member } from '@payproof/sdk'
import { showToast } from '../../ui/toasts.tsx'
import { api, queries } from '../api.ts'
import { Confirm } from '../confirm.tsx'

export function RemoveDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const name = member.name || member.email
  function onDone() {
    void queries.invalidateQueries({ queryKey: ['members'] })
    showToast(`${name} was removed`)
    onClose()
  }
  return (
    <Confirm
      title={`Remove ${name}?`}
      confirm="Remove"
      danger
      act={() => api.members.delete(member.id)}
      onDone={onDone}
      onClose={onClose}
    >
      <p>They are signed out at once and cannot sign in again. The audit log keeps their actions.</p>
    </Confirm>
  )
}

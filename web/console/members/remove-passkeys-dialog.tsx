import type { Member } from '@payproof/sdk'
import { showToast } from '../../ui/toasts.tsx'
import { api } from '../api.ts'
import { Confirm } from '../confirm.tsx'

/** Removes the passkeys of a member who has lost a device. */
export function RemovePasskeysDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const name = member.name || member.email
  return (
    <Confirm
      title={`Remove the passkeys of ${name}?`}
      confirm="Remove the passkeys"
      danger
      act={() => api.members.deletePasskeys(member.id)}
      onDone={() => {
        showToast(`The passkeys of ${name} were removed`)
        onClose()
      }}
      onClose={onClose}
    >
      <p>Do this if they have lost a device. They sign in with their password and can add new ones.</p>
    </Confirm>
  )
}

import type { Member } from '@payproof/sdk'
import { showToast } from '../../ui/toasts.tsx'
import { api } from '../api.ts'
import { Confirm } from '../confirm.tsx'

/** Removes the authenticator app of a member who has lost it. */
export function RemoveAppDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const name = member.name || member.email
  return (
    <Confirm
      title={`Remove the authenticator app of ${name}?`}
      confirm="Remove the app"
      danger
      act={() => api.members.deleteTotp(member.id)}
      onDone={() => {
        showToast(`The authenticator app of ${name} was removed`)
        onClose()
      }}
      onClose={onClose}
    >
      <p>Do this if they have lost the app and their recovery codes. We notify them by email.</p>
    </Confirm>
  )
}

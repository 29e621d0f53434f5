import type { Account } from '@payproof/sdk'
import { showToast } from '../../ui/toasts.tsx'
import { api, queries } from '../api.ts'
import { Confirm } from '../confirm.tsx'
import { useProviderNames } from '../providers/names.ts'

export function DeleteAccountDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const name = useProviderNames()(account.payroll_provider)
  function onDone() {
    void queries.invalidateQueries({ queryKey: ['accounts'] })
    void queries.invalidateQueries({ queryKey: ['users'] })
    showToast(`The account at ${name} was deleted`)
    onClose()
  }
  return (
    <Confirm
      title={`Delete the account at ${name}?`}
      confirm="Delete"
      danger
      act={() => api.accounts.delete(account.account_id)}
      onDone={onDone}
      onClose={onClose}
    >
      <p>This deletes all data from this account and signs out at the provider. You can’t undo this.</p>
    </Confirm>
  )
}

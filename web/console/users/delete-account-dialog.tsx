import { useMutation } from '@tanstack/react-query'
import type { Account } from '../../../sdk/src/types.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { tell } from '../../ui/toasts.tsx'
import { api, queries } from '../api.ts'
import { useProviderNames } from '../providers/names.ts'
import { Problem } from '../shown.tsx'

export function DeleteAccountDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const name = useProviderNames()(account.payroll_provider)
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => api.accounts.delete(account.account_id),
    onSuccess() {
      void queries.invalidateQueries({ queryKey: ['accounts'] })
      void queries.invalidateQueries({ queryKey: ['users'] })
      tell(`The account at ${name} was deleted`)
      onClose()
    },
  })
  return (
    <ConfirmDialog
      title={`Delete the account at ${name}?`}
      confirm="Delete"
      danger
      busy={isPending}
      onConfirm={() => mutate()}
      onClose={onClose}
    >
      <p>
        Everything that came through it goes with it, and we sign out at the provider. Nobody can bring it
        back.
      </p>
      {error && <Problem error={error} />}
    </ConfirmDialog>
  )
}

import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Problem } from './query-state.tsx'

type Props = {
  title: string
  /** What will happen, and whether it can be undone. */
  children: ReactNode
  /** The verb: Remove, Revoke. */
  confirm: string
  danger?: boolean
  act: () => Promise<unknown>
  /** Once the service has done it. */
  onDone: () => unknown
  onClose: () => void
}

/** Asks first, does it, and says why where the service refuses. */
export function Confirm({ act, onDone, children, ...dialog }: Props) {
  const { mutate, error, isPending } = useMutation({ mutationFn: act, onSuccess: onDone })
  return (
    <ConfirmDialog {...dialog} busy={isPending} onConfirm={() => mutate()}>
      {children}
      {error && <Problem error={error} />}
    </ConfirmDialog>
  )
}

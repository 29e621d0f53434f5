import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Problem } from './query-state.tsx'

type Props = {
  title: string
  /** Explains the effect, and whether it can be undone. */
  children: ReactNode
  /** Verb on the button, e.g. Remove or Revoke. */
  confirm: string
  danger?: boolean
  /** Text that must be typed before the button works, for actions that delete much. */
  typed?: { text: string; label: string } | undefined
  act: () => Promise<unknown>
  /** Called after the service has confirmed. */
  onDone: () => unknown
  onClose: () => void
}

/** Asks for confirmation, performs the action, and shows the error if it fails. */
export function Confirm({ act, onDone, children, ...dialog }: Props) {
  const { mutate, error, isPending } = useMutation({ mutationFn: act, onSuccess: onDone })
  return (
    <ConfirmDialog {...dialog} busy={isPending} onConfirm={() => mutate()}>
      {children}
      {error && <Problem error={error} />}
    </ConfirmDialog>
  )
}

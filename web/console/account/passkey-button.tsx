import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Problem } from '../query-state.tsx'
import { canUsePasskeys, PasskeyError } from './webauthn.ts'

type Props<Result> = {
  kind?: 'secondary'
  use: () => Promise<Result>
  onDone: (result: Result) => void
  children: ReactNode
}

/** A button that asks the device for a passkey. Absent if the browser cannot use passkeys here. */
export function PasskeyButton<Result>({ use, onDone, children, ...button }: Props<Result>) {
  const { mutate, error, isPending } = useMutation({ mutationFn: use, onSuccess: onDone })
  if (!canUsePasskeys()) return null
  return (
    <>
      {error && <PasskeyProblem error={error} />}
      <div className="actions">
        <Button {...button} busy={isPending} onClick={() => mutate()}>
          {children}
        </Button>
      </div>
    </>
  )
}

export const PasskeyProblem = ({ error }: { error: unknown }) =>
  error instanceof PasskeyError ? <Notice tone="warn">{error.message}</Notice> : <Problem error={error} />

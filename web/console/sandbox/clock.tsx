import type { SandboxClockChange } from '@payproof/sdk'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { timeOf } from '../../ui/format.ts'
import { showToast } from '../../ui/toasts.tsx'
import { api, queries } from '../api.ts'
import { Problem } from '../query-state.tsx'

type Props = { change: SandboxClockChange; toast?: string; children: ReactNode }

/** A button that sets the sandbox clock and invalidates all cached sandbox data. */
export function MoveClock({ change, toast, children }: Props) {
  const moving = useMutation({
    mutationFn: () => api.sandbox.moveClock(change),
    onSuccess({ now }) {
      void queries.invalidateQueries({ queryKey: ['sandbox'] })
      showToast(toast ?? `The sandbox time is now ${timeOf(now)}`)
    },
  })
  return (
    <>
      <Button kind="secondary" busy={moving.isPending} onClick={() => moving.mutate()}>
        {children}
      </Button>
      {moving.error && <Problem error={moving.error} />}
    </>
  )
}

import type { SandboxClockChange } from '@payproof/sdk'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { timeOf } from '../../ui/format.ts'
import { tell } from '../../ui/toasts.tsx'
import { api, queries } from '../api.ts'
import { Problem } from '../query-state.tsx'

type Props = { change: SandboxClockChange; said?: string; children: ReactNode }

/** A button that sets the sandbox clock and invalidates everything cached from its world. */
export function MoveClock({ change, said, children }: Props) {
  const moving = useMutation({
    mutationFn: () => api.sandbox.moveClock(change),
    onSuccess({ now }) {
      void queries.invalidateQueries({ queryKey: ['sandbox'] })
      tell(said ?? `It is ${timeOf(now)} now`)
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

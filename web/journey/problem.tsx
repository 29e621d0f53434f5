import { useEffect } from 'react'
import { Notice } from '../ui/notice.tsx'
import { ApiError } from './api.ts'
import { errorWordOf, isMendable, isRecoverable } from './errors.ts'
import { emitEvent } from './events/events.ts'
import { go } from './router/navigation.ts'
import { boot } from './session/boot.ts'
import { useTexts } from './texts/index.ts'

export type Named = { id: string; name: string }

/** Reports each shown error once as an event. */
export function useErrorEvent(error: unknown, provider?: string) {
  const code = error ? errorCodeFor(error) : undefined
  useEffect(() => {
    if (code)
      emitEvent({ name: 'error', code, recoverable: isRecoverable(code), ...(provider && { provider }) })
  }, [code, provider])
  return code
}

/** Shows an error message, announced immediately. */
export function Problem({ error, provider }: { error: unknown; provider?: Named }) {
  const { t, say } = useTexts()
  const code = useErrorEvent(error, provider?.id)
  if (!code) return null
  const values = { provider: provider?.name ?? '', client: boot.client?.name ?? '' }
  return (
    <Notice tone="bad" title={say(t.errors[code].title, values)} alert>
      <p>{say(t.errors[code].text, values)}</p>
    </Notice>
  )
}

export const errorCodeFor = (error: unknown) =>
  errorWordOf(error instanceof ApiError ? error.code : undefined)

/** Opens the error screen for an error that cannot be corrected here. */
export function openErrorScreen(error: unknown, about: { provider?: string; account?: string | undefined }) {
  const code = errorCodeFor(error)
  if (isMendable(code)) return
  const { provider, account } = about
  go({ view: 'error', code, ...(provider && { provider }), ...(account && { account }) })
}

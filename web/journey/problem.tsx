import { useEffect } from 'react'
import { Notice } from '../ui/notice.tsx'
import { ApiError } from './api.ts'
import { errorWordOf, isMendable, isRecoverable } from './errors.ts'
import { happened } from './events/events.ts'
import { go } from './router/navigation.ts'
import { boot } from './session/boot.ts'
import { useTexts } from './texts/index.ts'

export type Named = { id: string; name: string }

/** Counted once per error shown. */
export function useTold(error: unknown, provider?: string) {
  const code = error ? wordOfError(error) : undefined
  useEffect(() => {
    if (code)
      happened({ name: 'error', code, recoverable: isRecoverable(code), ...(provider && { provider }) })
  }, [code, provider])
  return code
}

/** An error message, announced immediately. */
export function Problem({ error, provider }: { error: unknown; provider?: Named }) {
  const { t, say } = useTexts()
  const code = useTold(error, provider?.id)
  if (!code) return null
  const values = { provider: provider?.name ?? '', client: boot.client?.name ?? '' }
  return (
    <Notice tone="bad" title={say(t.errors[code].title, values)} alert>
      <p>{say(t.errors[code].text, values)}</p>
    </Notice>
  )
}

export const wordOfError = (error: unknown) => errorWordOf(error instanceof ApiError ? error.code : undefined)

/** Opens the error screen for an error that cannot be corrected here. */
export function tellElsewhere(error: unknown, about: { provider?: string; account?: string | undefined }) {
  const code = wordOfError(error)
  if (isMendable(code)) return
  const { provider, account } = about
  go({ view: 'error', code, ...(provider && { provider }), ...(account && { account }) })
}

import { lazy, Suspense } from 'react'
import { Button } from '../ui/button.tsx'
import { Screen } from '../ui/screen.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Illustration } from './illustration.tsx'
import { useWindowTitle } from './page.tsx'
import { begin } from './session/begin.ts'
import { boot } from './session/boot.ts'
import type { SessionState } from './session/session.ts'
import { addLaterTexts, useTexts } from './texts/index.ts'

const ReturnForm = lazy(async () => {
  const [form, { enLater }] = await Promise.all([
    import('./returning/return-form.tsx'),
    import('./texts/en-later.ts'),
  ])
  addLaterTexts(enLater)
  return { default: form.ReturnForm }
})

type Closed = Exclude<SessionState['kind'], 'open'>

/** Shows the screen for a journey without an open session. */
export function ClosedScreen({ state }: { state: Exclude<SessionState, { kind: 'open' }> }) {
  const { t, say } = useTexts()
  const client = boot.client?.name
  const askClient = client ? say(t.expired.leadClient, { client }) : t.expired.leadUnknown
  // With a known journey, the form below offers a code first.
  const expired = boot.journey_id ? [] : [askClient]
  const words: Record<Closed, { title: string; lines: string[] }> = {
    opening: { title: t.common.loading, lines: [] },
    failed: { title: t.expired.failedTitle, lines: [t.expired.failedLead] },
    expired: { title: t.expired.title, lines: [t.expired.lead, ...expired] },
    ended: { title: t.expired.endedTitle, lines: [t.expired.endedLead, t.expired.endedNext] },
    returned: {
      title: t.away.leftTitle,
      lines: [state.kind === 'returned' && state.error ? t.away.leftError : t.away.leftText],
    },
  }
  const { title, lines } = words[state.kind]
  useWindowTitle(title)
  if (state.kind === 'opening') return <LoadingScreen />
  return (
    <Screen
      view={state.kind === 'returned' ? 'away' : state.kind === 'failed' ? 'error' : 'expired'}
      title={title}
      illustration={(state.kind === 'expired' || state.kind === 'ended') && <Illustration name="ended" />}
      lead={lines.map((line) => <p key={line}>{line}</p>)}
      actions={state.kind === 'failed' && <Button onClick={begin}>{t.common.tryAgain}</Button>}
    >
      {(state.kind === 'expired' || state.kind === 'ended') && boot.journey_id && (
        <Suspense>
          <ReturnForm journeyId={boot.journey_id} client={client ?? ''} />
        </Suspense>
      )}
    </Screen>
  )
}

/** Has the same size as the final screen, to avoid a layout shift. */
export function LoadingScreen() {
  const { t } = useTexts()
  return (
    <main className="screen" data-view="loading" aria-busy="true">
      <Skeleton lines={5} label={t.common.loading} />
    </main>
  )
}

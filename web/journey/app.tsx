import { QueryClientProvider } from '@tanstack/react-query'
import { Component, type ComponentType, lazy, type ReactNode, Suspense, useEffect } from 'react'
import type { View } from '../../embed/src/types.ts'
import { Button } from '../ui/button.tsx'
import { Screen } from '../ui/screen.tsx'
import { ClosedScreen, LoadingScreen } from './closed.tsx'
import { emitEvent } from './events/events.ts'
import { reportMilestones } from './events/milestones.ts'
import { queries, useJourney, useJourneyQuery } from './journey.ts'
import { Page } from './page.tsx'
import { go, useRoute } from './router/navigation.ts'
import { resolveRoute } from './router/next-screen.ts'
import { addressOf } from './router/routes.ts'
import { Consent } from './screens/consent.tsx'
import { Welcome } from './screens/welcome.tsx'
import { LeaveDialog, LeftScreen } from './session/leave-dialog.tsx'
import { useLeaving } from './session/leaving.ts'
import { useSession } from './session/session.ts'
import { SessionWatch } from './session/session-watch.tsx'
import { addLaterTexts, useTexts } from './texts/index.ts'

// The first two screens are in the initial bundle; the others load while the person reads those two.
async function loadLaterScreens() {
  const { enLater, ...later } = await import('./screens/after-consent.ts')
  addLaterTexts(enLater)
  return later
}
const prefetchAfterMs = 1_500
const withTexts = async <Module,>(loading: Promise<Module>) =>
  (await Promise.all([loading, loadLaterScreens()]))[0]
type LaterScreens = Awaited<ReturnType<typeof loadLaterScreens>>
const lazyScreen = (name: keyof LaterScreens) =>
  lazy(async () => ({ default: (await loadLaterScreens())[name] }))

const screens: Record<Exclude<View, 'expired'>, ComponentType> = {
  welcome: Welcome,
  consent: Consent,
  source: lazyScreen('Source'),
  employer: lazyScreen('Employer'),
  provider: lazyScreen('ProviderConfirm'),
  login: lazyScreen('Login'),
  second_factor: lazyScreen('SecondFactor'),
  away: lazyScreen('Away'),
  progress: lazyScreen('ProgressScreen'),
  review: lazyScreen('Review'),
  more: lazyScreen('More'),
  done: lazyScreen('Done'),
  error: lazyScreen('ErrorScreen'),
  nothing_found: lazyScreen('NothingFound'),
  keep_sharing: lazyScreen('KeepSharing'),
  documents: lazy(async () => ({
    default: (await withTexts(import('./documents/documents.tsx'))).Documents,
  })),
  mine: lazy(async () => ({ default: (await withTexts(import('./mine/mine.tsx'))).Mine })),
}

export const App = () => (
  <QueryClientProvider client={queries}>
    <Page>
      <SessionGate />
    </Page>
  </QueryClientProvider>
)

function SessionGate() {
  const state = useSession()
  if (state.kind !== 'open') return <ClosedScreen key={state.kind} state={state} />
  return (
    <>
      <JourneyGate />
      <SessionWatch session={state.session} />
    </>
  )
}

function JourneyGate() {
  const { data, isFetching, refetch } = useJourneyQuery(true)
  if (data) return <CurrentScreen />
  return isFetching ? <LoadingScreen /> : <Unreachable onAgain={refetch} />
}

/** Renders the screen for the current route, or the one it redirects to. */
function CurrentScreen() {
  const journey = useJourney()
  const route = useRoute()
  const leaving = useLeaving()
  const resolved = resolveRoute(route, journey)
  const address = addressOf('', resolved)
  const { view } = resolved
  const isResolved = address === addressOf('', route)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address says all of the place that matters.
  useEffect(() => {
    if (!isResolved) go(resolved, { replace: true })
  }, [address, isResolved])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new address of the same view is a new look at it.
  useEffect(() => {
    emitEvent({ name: 'view', view })
  }, [address])
  useEffect(() => reportMilestones(journey), [journey])
  useEffect(() => {
    // The rest is loaded after the first screen is interactive, so that it does not delay it on a slow connection.
    const timer = setTimeout(() => loadLaterScreens().catch(() => {}), prefetchAfterMs)
    return () => clearTimeout(timer)
  }, [])
  if (!isResolved) return <LoadingScreen />
  if (leaving === 'left') return <LeftScreen />
  const Current = screens[view as Exclude<View, 'expired'>]
  return (
    <>
      <ErrorBoundary key={address}>
        <Suspense fallback={<LoadingScreen />}>
          <Current key={address} />
        </Suspense>
      </ErrorBoundary>
      {leaving === 'asking' && <LeaveDialog />}
    </>
  )
}

/**
 * Error boundary: after a render error, or if a chunk failed to load, offers a reload, because the URL is still
 * correct.
 */
class ErrorBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }
  static getDerivedStateFromError() {
    return { hasFailed: true }
  }
  override render() {
    return this.state.hasFailed ? <Unreachable onAgain={() => location.reload()} /> : this.props.children
  }
}

function Unreachable({ onAgain }: { onAgain: () => void }) {
  const { t } = useTexts()
  return (
    <Screen
      view="error"
      title={t.expired.failedTitle}
      lead={t.expired.failedLead}
      actions={<Button onClick={onAgain}>{t.common.tryAgain}</Button>}
    />
  )
}

import { QueryClientProvider } from '@tanstack/react-query'
import { Component, type ComponentType, lazy, type ReactNode, Suspense, useEffect } from 'react'
import type { View } from '../embed/types.ts'
import { Button } from '../ui/button.tsx'
import { Screen } from '../ui/screen.tsx'
import { ClosedScreen, LoadingScreen } from './closed.tsx'
import { happened } from './events/events.ts'
import { tellMilestones } from './events/milestones.ts'
import { queries, useJourney, useJourneyQuery } from './journey.ts'
import { Page } from './page.tsx'
import { go, usePlace } from './router/navigation.ts'
import { settle } from './router/next-screen.ts'
import { addressOf } from './router/routes.ts'
import { Consent } from './screens/consent.tsx'
import { Welcome } from './screens/welcome.tsx'
import { LeaveDialog, LeftScreen } from './session/leave-dialog.tsx'
import { useLeaving } from './session/leaving.ts'
import { useSession } from './session/session.ts'
import { SessionWatch } from './session/session-watch.tsx'
import { useTexts } from './texts/index.ts'

// The first two screens are in the initial bundle; the others load while the person reads them.
const way = () => import('./screens/way.ts')
const aheadMs = 1_500
type Way = Awaited<ReturnType<typeof way>>
const onTheWay = (name: keyof Way) => lazy(async () => ({ default: (await way())[name] }))

const screens: Record<Exclude<View, 'expired'>, ComponentType> = {
  welcome: Welcome,
  consent: Consent,
  source: onTheWay('Source'),
  employer: onTheWay('Employer'),
  provider: onTheWay('ProviderConfirm'),
  login: onTheWay('Login'),
  second_factor: onTheWay('SecondFactor'),
  away: onTheWay('Away'),
  progress: onTheWay('ProgressScreen'),
  review: onTheWay('Review'),
  more: onTheWay('More'),
  done: onTheWay('Done'),
  error: onTheWay('ErrorScreen'),
  nothing_found: onTheWay('NothingFound'),
  documents: lazy(async () => ({ default: (await import('./documents/documents.tsx')).Documents })),
  mine: lazy(async () => ({ default: (await import('./mine/mine.tsx')).Mine })),
}

export const App = () => (
  <QueryClientProvider client={queries}>
    <Page>
      <Inside />
    </Page>
  </QueryClientProvider>
)

function Inside() {
  const state = useSession()
  if (state.kind !== 'open') return <ClosedScreen key={state.kind} state={state} />
  return (
    <>
      <Opened />
      <SessionWatch session={state.session} />
    </>
  )
}

function Opened() {
  const { data, isFetching, refetch } = useJourneyQuery(true)
  if (data) return <Here />
  return isFetching ? <LoadingScreen /> : <Unreachable onAgain={refetch} />
}

/** Renders the screen for the current route, or the one it redirects to. */
function Here() {
  const journey = useJourney()
  const place = usePlace()
  const leaving = useLeaving()
  const settled = settle(place, journey)
  const address = addressOf('', settled)
  const { view } = settled
  const isHere = address === addressOf('', place)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address says all of the place that matters.
  useEffect(() => {
    if (!isHere) go(settled, { replace: true })
  }, [address, isHere])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new address of the same view is a new look at it.
  useEffect(() => {
    happened({ name: 'view', view })
  }, [address])
  useEffect(() => tellMilestones(journey), [journey])
  useEffect(() => {
    // Load the rest only after the first screen is interactive: on a slow connection every byte counts.
    const timer = setTimeout(() => way().catch(() => {}), aheadMs)
    return () => clearTimeout(timer)
  }, [])
  if (!isHere) return <LoadingScreen />
  if (leaving === 'left') return <LeftScreen />
  const Current = screens[view as Exclude<View, 'expired'>]
  return (
    <>
      <Lost key={address}>
        <Suspense fallback={<LoadingScreen />}>
          <Current key={address} />
        </Suspense>
      </Lost>
      {leaving === 'asking' && <LeaveDialog />}
    </>
  )
}

/** A chunk that failed to load, or a render error: the address is right, so offer a reload. */
class Lost extends Component<{ children: ReactNode }, { isLost: boolean }> {
  override state = { isLost: false }
  static getDerivedStateFromError() {
    return { isLost: true }
  }
  override render() {
    return this.state.isLost ? <Unreachable onAgain={() => location.reload()} /> : this.props.children
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

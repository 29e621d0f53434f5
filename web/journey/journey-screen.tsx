import type { ComponentProps } from 'react'
import type { View } from '../../embed/src/types.ts'
import { Screen } from '../ui/screen.tsx'
import { Progress } from '../ui/steps.tsx'
import { useWindowTitle } from './page.tsx'
import { goBack, useRoute } from './router/navigation.ts'
import { previousRoute } from './router/next-screen.ts'
import { useTexts } from './texts/index.ts'

type Props = Omit<ComponentProps<typeof Screen>, 'view' | 'above'> & { view: View }

// Progress value of each screen; screens that are not steps show no progress bar.
const progressOf: Partial<Record<View, number>> = {
  welcome: 1,
  consent: 2,
  source: 3,
  employer: 4,
  provider: 5,
  login: 6,
  away: 6,
  second_factor: 7,
  documents: 6,
  progress: 8,
  review: 9,
  more: 10,
  done: 11,
}
const maxProgress = 11
const withoutBack = new Set<View>(['welcome', 'progress', 'done', 'review'])

/** Frame of a journey screen, with window title, progress and back button. */
export function JourneyScreen(props: Props) {
  const { t } = useTexts()
  const route = useRoute()
  useWindowTitle(props.title)
  const value = progressOf[props.view]
  return (
    <Screen
      {...props}
      above={
        <div className="above">
          {value !== undefined && <Progress value={value} max={maxProgress} label={t.common.along} />}
          {!withoutBack.has(props.view) && (
            <button type="button" className="text-button back" onClick={() => goBack(previousRoute(route))}>
              {t.common.back}
            </button>
          )}
        </div>
      }
    />
  )
}

import type { ComponentProps } from 'react'
import type { View } from '../embed/types.ts'
import { Screen } from '../ui/screen.tsx'
import { Progress } from '../ui/steps.tsx'
import { useWindowTitle } from './page.tsx'
import { goBack, usePlace } from './router/navigation.ts'
import { beforeIt } from './router/next-screen.ts'
import { useTexts } from './texts/index.ts'

type Props = Omit<ComponentProps<typeof Screen>, 'view' | 'above'> & { view: View }

// Progress of each screen; screens that are not steps have no bar.
const along: Partial<Record<View, number>> = {
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
const last = 11
const withoutBack = new Set<View>(['welcome', 'progress', 'done', 'review'])

/** A screen of the journey with window title, progress and back button. */
export function Shown(props: Props) {
  const { t } = useTexts()
  const place = usePlace()
  useWindowTitle(props.title)
  const value = along[props.view]
  return (
    <Screen
      {...props}
      above={
        <div className="above">
          {value !== undefined && <Progress value={value} max={last} label={t.common.along} />}
          {!withoutBack.has(props.view) && (
            <button type="button" className="text-button back" onClick={() => goBack(beforeIt(place))}>
              {t.common.back}
            </button>
          )}
        </div>
      }
    />
  )
}

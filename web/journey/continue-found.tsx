import { Button } from '../ui/button.tsx'
import { useJourney } from './journey.ts'
import { go } from './router/navigation.ts'
import { hasData } from './router/next-screen.ts'
import { useTexts } from './texts/index.ts'

/** The way on for a person who came back to an earlier screen, e.g. with the browser's back button. */
export function ContinueWithFound({ kind = 'secondary' }: { kind?: 'primary' | 'secondary' }) {
  const { t } = useTexts()
  if (!hasData(useJourney())) return null
  return (
    <Button kind={kind} onClick={() => go({ view: 'review' })}>
      {t.found.continue}
    </Button>
  )
}

import { useMutation } from '@tanstack/react-query'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Screen } from '../../ui/screen.tsx'
import { useJourney } from '../journey.ts'
import { useWindowTitle } from '../page.tsx'
import { isReading } from '../router/next-screen.ts'
import { useTexts } from '../texts/index.ts'
import { leave, outcomeOf, stay } from './leaving.ts'

export function LeaveDialog() {
  const { t } = useTexts()
  const journey = useJourney()
  const hasShared = outcomeOf(journey).kind !== 'nothing'
  const leaving = useMutation({ mutationFn: () => leave(journey) })
  return (
    <Dialog
      title={t.leaving.title}
      onClose={stay}
      actions={
        <>
          <Button onClick={stay}>{t.leaving.stay}</Button>
          <Button kind="secondary" busy={leaving.isPending} onClick={() => leaving.mutate()}>
            {t.leaving.leave}
          </Button>
        </>
      }
    >
      <p>{isReading(journey) ? t.leaving.textReading : hasShared ? t.leaving.text : t.leaving.textNothing}</p>
      <p role="alert">{leaving.isError && t.errors.network.text}</p>
    </Dialog>
  )
}

/** Final screen if the client has no return URL. */
export function LeftScreen() {
  const { t } = useTexts()
  useWindowTitle(t.leaving.left)
  return (
    <Screen
      view="left"
      title={t.leaving.left}
      lead={t.leaving.leftText}
      actions={
        <Button kind="secondary" onClick={stay}>
          {t.leaving.comeBack}
        </Button>
      }
    />
  )
}

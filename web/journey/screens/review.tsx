import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useFindings, useJourney, useWatchedJourney } from '../journey.ts'
import { JourneyScreen } from '../journey-screen.tsx'
import { useProviderNames } from '../names.ts'
import { type About, NoteDialog } from '../note-dialog.tsx'
import { Problem } from '../problem.tsx'
import { ConfirmPerson, isUnconfirmed } from '../returning/confirm-person.tsx'
import { ReviewCard } from '../review-card.tsx'
import { reviewItemsOf } from '../review-items.ts'
import { go } from '../router/navigation.ts'
import { isReading } from '../router/next-screen.ts'
import { useTexts } from '../texts/index.ts'

const lookMs = 4_000

/** Shows the retrieved data field by field, each with a way to dispute it. */
export function Review() {
  const texts = useTexts()
  const { t, say } = texts
  const journey = useJourney()
  const reading = isReading(journey)
  useWatchedJourney(reading ? lookMs : 0)
  const { data, error } = useFindings(reading ? lookMs : 0)
  const nameOf = useProviderNames()
  const [about, setAbout] = useState<About>()
  const items = data ? reviewItemsOf(data, texts, nameOf) : []
  if (isUnconfirmed(error)) return <ConfirmPerson view="review" />
  return (
    <JourneyScreen
      view="review"
      title={t.review.title}
      lead={say(t.review.lead, { client: journey.client.name })}
      actions={
        <Button onClick={() => go({ view: 'more' })}>
          {data?.notes.length || items.length === 0 ? t.review.confirmNotes : t.review.confirm}
        </Button>
      }
    >
      {!data && !error && <Skeleton lines={4} label={t.common.loading} />}
      <Problem error={error} />
      {data && items.length === 0 && (
        <Notice title={t.review.nothing}>{reading && <p>{t.review.nothingText}</p>}</Notice>
      )}
      {items.map((item) => (
        <ReviewCard
          key={`${item.subject}-${item.submissionId}`}
          item={item}
          notes={data?.notes ?? []}
          onWrong={setAbout}
        />
      ))}
      {reading && items.length > 0 && <Notice>{t.review.stillReading}</Notice>}
      {about && <NoteDialog about={about} onClose={() => setAbout(undefined)} />}
    </JourneyScreen>
  )
}

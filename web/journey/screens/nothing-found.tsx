import { Button } from '../../ui/button.tsx'
import { Illustration } from '../illustration.tsx'
import { useJourney } from '../journey.ts'
import { JourneyScreen } from '../journey-screen.tsx'
import { useIsBank, useProviderName } from '../names.ts'
import { go, useRoute } from '../router/navigation.ts'
import { uploadOf } from '../router/next-screen.ts'
import { useTexts } from '../texts/index.ts'

/** Screen for a source without data, which is not an error. */
export function NothingFound() {
  const { t, say } = useTexts()
  const journey = useJourney()
  const { provider: id } = useRoute()
  const provider = useProviderName(id)
  const upload = uploadOf(journey)
  const isBank = useIsBank(id)
  const { leadDirect, leadTax, leadBank, lead } = t.nothingFound
  const leads: Record<string, string> = { direct: leadDirect, taxauth: leadTax }
  const text = leads[id ?? ''] ?? say(isBank ? leadBank : lead, { provider })
  return (
    <JourneyScreen
      view="nothing_found"
      illustration={<Illustration name="nothing" />}
      title={t.nothingFound.title}
      lead={
        <>
          <p>{text}</p>
          <p>{t.nothingFound.next}</p>
        </>
      }
      actions={
        <>
          <Button onClick={() => go({ view: 'source' })}>{t.common.anotherWay}</Button>
          {upload && (
            <Button kind="secondary" onClick={() => go(upload)}>
              {upload.kind === 'payslips' ? t.common.uploadInstead : t.common.uploadStatementsInstead}
            </Button>
          )}
          <Button kind="quiet" onClick={() => go({ view: 'more' })}>
            {t.more.finish}
          </Button>
        </>
      }
    />
  )
}

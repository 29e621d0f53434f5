import { Icon } from '../../ui/icon.tsx'
import { useJourney } from '../journey.ts'
import { useTexts } from '../texts/index.ts'
import { areCovered, monthsOf } from './covered-months.ts'
import type { DocumentKind } from './uploads.ts'

/** Which of the requested months are covered, and which are missing. */
export function MonthChecklist({ kind }: { kind: DocumentKind }) {
  const { t, say, month: nameOf } = useTexts()
  const journey = useJourney()
  const { client, missing_documents } = journey
  const months = monthsOf(journey, kind)
  if (months.length === 0) return null
  const count = months.filter(({ isCovered }) => isCovered).length
  const stated = missing_documents.find((each) => each.kind === kind)
  return (
    <section className="stack-close" aria-labelledby="months">
      <h2 id="months">{say(t.months[kind], { count, total: months.length })}</h2>
      <ul className="months">
        {months.map(({ month, isCovered }) => (
          <li key={month} data-covered={isCovered}>
            <Icon name={isCovered ? 'tick' : 'circle'} />
            <span>{nameOf(month)}</span>
            <span className="quiet small">{isCovered ? t.months.has : t.months.missing}</span>
          </li>
        ))}
      </ul>
      {areCovered(months) && <p>{say(t.months.all, { client: client.name })}</p>}
      {count > 0 && count < months.length && <p>{say(t.months.some, { client: client.name })}</p>}
      {stated && count < months.length && (
        <p>{say(t.months.stated, { client: client.name, reason: t.months.reasons[stated.reason] })}</p>
      )}
    </section>
  )
}

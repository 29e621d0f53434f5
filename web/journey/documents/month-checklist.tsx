import { Icon } from '../../ui/icon.tsx'
import { useJourney } from '../journey.ts'
import { useTexts } from '../texts/index.ts'
import type { DocumentKind } from './uploads.ts'

/** Which of the requested months are covered, and which are missing. */
export function MonthChecklist({ kind }: { kind: DocumentKind }) {
  const { t, say, month: nameOf } = useTexts()
  const { months: all, client, missing_documents, requested } = useJourney()
  const months = requested?.kind === kind ? all.filter(({ month }) => requested.months.includes(month)) : all
  if (months.length === 0) return null
  const has = (month: (typeof months)[number]) =>
    kind === 'payslips' ? month.has_payslip : month.has_bank_statement
  const count = months.filter(has).length
  const stated = missing_documents.find((each) => each.kind === kind)
  return (
    <section className="stack-close" aria-labelledby="months">
      <h2 id="months">{say(t.months[kind], { count, total: months.length })}</h2>
      <ul className="months">
        {months.map((each) => (
          <li key={each.month} data-covered={has(each)}>
            <Icon name={has(each) ? 'tick' : 'circle'} />
            <span>{nameOf(each.month)}</span>
            <span className="quiet small">{has(each) ? t.months.has : t.months.missing}</span>
          </li>
        ))}
      </ul>
      {count === months.length && <p>{say(t.months.all, { client: client.name })}</p>}
      {count > 0 && count < months.length && <p>{say(t.months.some, { client: client.name })}</p>}
      {stated && count < months.length && (
        <p>{say(t.months.stated, { client: client.name, reason: t.months.reasons[stated.reason] })}</p>
      )}
    </section>
  )
}

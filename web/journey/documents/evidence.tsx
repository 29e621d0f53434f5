import { useTexts } from '../texts/index.ts'
import { maxFileBytes, maxFiles } from './limits.ts'
import { saySize } from './sizes.ts'
import type { DocumentKind } from './uploads.ts'

/** Explains, before the person chooses files, which documents are suitable. */
export function Evidence({ kind }: { kind: DocumentKind }) {
  const { t, say, language } = useTexts()
  const limits = { count: maxFiles, size: saySize(language, maxFileBytes) }
  return (
    <div className="evidence">
      <section className="stack-close">
        <h2>{t.documents.works}</h2>
        <ul className="marked marked-good">
          {Object.values(t.documents[`${kind}Good`]).map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
      </section>
      <section className="stack-close">
        <h2>{t.documents.worksNot}</h2>
        <ul className="marked marked-bad">
          {Object.values(t.documents[`${kind}Bad`]).map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
      </section>
      <p className="quiet small">{say(t.documents.limits, limits)}</p>
    </div>
  )
}

import type { Source } from '../../../embed/src/types.ts'
import { Button } from '../../ui/button.tsx'
import { Tile } from '../../ui/tile.tsx'
import { useJourney } from '../journey.ts'
import { JourneyScreen } from '../journey-screen.tsx'
import { go } from '../router/navigation.ts'
import { useTexts } from '../texts/index.ts'
import { chooseSource } from './source.tsx'

/** Screen to add another employment or documents, or to finish. */
export function More() {
  const { t } = useTexts()
  const { sources } = useJourney()
  const words: Partial<Record<Source, { title: string; detail?: string }>> = {
    payroll: { title: t.more.anotherJob, detail: t.more.anotherJobText },
    bank: { title: t.more.bank, detail: t.source.bankText },
    taxauth: { title: t.more.taxauth },
    payslips: { title: t.more.payslips },
    bank_statements: { title: t.more.bankStatements },
  }
  return (
    <JourneyScreen
      view="more"
      title={t.more.title}
      lead={t.more.lead}
      actions={<Button onClick={() => go({ view: 'done' })}>{t.more.finish}</Button>}
    >
      <ul className="tiles">
        {sources.flatMap((source) => {
          const offered = words[source]
          return offered
            ? [
                <li key={source}>
                  <Tile {...offered} onClick={() => chooseSource(source)} />
                </li>,
              ]
            : []
        })}
      </ul>
    </JourneyScreen>
  )
}

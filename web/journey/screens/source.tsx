import type { Source as SourceName } from '../../../embed/src/types.ts'
import { Notice } from '../../ui/notice.tsx'
import { Tile } from '../../ui/tile.tsx'
import { ContinueWithFound } from '../continue-found.tsx'
import { ContinueOnPhone } from '../continue-on-phone.tsx'
import { emitEvent } from '../events/events.ts'
import { useJourney } from '../journey.ts'
import { JourneyScreen } from '../journey-screen.tsx'
import { go } from '../router/navigation.ts'
import type { JourneyRoute } from '../router/routes.ts'
import { useTexts } from '../texts/index.ts'

export const routeBySource: Record<SourceName, JourneyRoute> = {
  direct: { view: 'provider', provider: 'direct' },
  payroll: { view: 'employer' },
  bank: { view: 'provider', provider: 'bank' },
  taxauth: { view: 'provider', provider: 'taxauth' },
  payslips: { view: 'documents', kind: 'payslips' },
  bank_statements: { view: 'documents', kind: 'bank_statements' },
}

export function chooseSource(source: SourceName) {
  emitEvent({ name: 'source_selected', source })
  go(routeBySource[source])
}

export function Source() {
  const { t, say } = useTexts()
  const { sources, client } = useJourney()
  return (
    <JourneyScreen
      view="source"
      title={t.source.title}
      lead={t.source.lead}
      actions={
        <>
          <ContinueWithFound />
          <ContinueOnPhone />
        </>
      }
    >
      {sources.length === 0 && <Notice tone="warn">{say(t.source.none, { client: client.name })}</Notice>}
      <ul className="tiles">
        {sources.map((source, at) => (
          <li key={source}>
            <Tile
              title={t.source[source]}
              detail={t.source[`${source}Text`]}
              {...(at === 0 && sources.length > 1 && { badge: t.source.recommended })}
              onClick={() => chooseSource(source)}
            />
          </li>
        ))}
      </ul>
    </JourneyScreen>
  )
}

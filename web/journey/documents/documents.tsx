import './documents.css'
import { Tile } from '../../ui/tile.tsx'
import { emitEvent } from '../events/events.ts'
import { useJourney } from '../journey.ts'
import { JourneyScreen } from '../journey-screen.tsx'
import { go, useRoute } from '../router/navigation.ts'
import { useTexts } from '../texts/index.ts'
import { UploadScreen } from './upload-screen.tsx'
import type { DocumentKind } from './uploads.ts'

const kinds: readonly DocumentKind[] = ['payslips', 'bank_statements']

export function Documents() {
  const { sources } = useJourney()
  const route = useRoute()
  const offered = kinds.filter((kind) => sources.includes(kind))
  const only = offered.length === 1 ? offered[0] : undefined
  const kind = offered.find((each) => each === route.kind) ?? only
  return kind ? <UploadScreen kind={kind} /> : <KindChoice offered={offered} />
}

function KindChoice({ offered }: { offered: readonly DocumentKind[] }) {
  const { t } = useTexts()
  const choose = (kind: DocumentKind) => {
    emitEvent({ name: 'source_selected', source: kind })
    go({ view: 'documents', kind })
  }
  return (
    <JourneyScreen view="documents" title={t.documents.kindTitle} lead={t.documents.kindLead}>
      <ul className="tiles">
        {offered.map((kind) => (
          <li key={kind}>
            <Tile title={t.source[kind]} detail={t.source[`${kind}Text`]} onClick={() => choose(kind)} />
          </li>
        ))}
      </ul>
    </JourneyScreen>
  )
}

import './documents.css'
import { Tile } from '../../ui/tile.tsx'
import { happened } from '../events/events.ts'
import { useJourney } from '../journey.ts'
import { Shown } from '../query-state.tsx'
import { go, usePlace } from '../router/navigation.ts'
import { useTexts } from '../texts/index.ts'
import { UploadScreen } from './upload-screen.tsx'
import type { DocumentKind } from './uploads.ts'

const kinds: readonly DocumentKind[] = ['payslips', 'bank_statements']

export function Documents() {
  const { sources } = useJourney()
  const place = usePlace()
  const offered = kinds.filter((kind) => sources.includes(kind))
  const only = offered.length === 1 ? offered[0] : undefined
  const kind = offered.find((each) => each === place.kind) ?? only
  return kind ? <UploadScreen kind={kind} /> : <KindChoice offered={offered} />
}

function KindChoice({ offered }: { offered: readonly DocumentKind[] }) {
  const { t } = useTexts()
  const choose = (kind: DocumentKind) => {
    happened({ name: 'source_selected', source: kind })
    go({ view: 'documents', kind })
  }
  return (
    <Shown view="documents" title={t.documents.kindTitle} lead={t.documents.kindLead}>
      <ul className="tiles">
        {offered.map((kind) => (
          <li key={kind}>
            <Tile title={t.source[kind]} detail={t.source[`${kind}Text`]} onClick={() => choose(kind)} />
          </li>
        ))}
      </ul>
    </Shown>
  )
}

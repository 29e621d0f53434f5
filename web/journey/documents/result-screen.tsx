import { useEffect } from 'react'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useJourney, useWatchedJourney } from '../journey.ts'
import { JourneyScreen } from '../journey-screen.tsx'
import { go } from '../router/navigation.ts'
import { useTexts } from '../texts/index.ts'
import { MonthChecklist } from './month-checklist.tsx'
import {
  type DocumentKind,
  type FileUpload,
  kindOf,
  listAt,
  type ReviewSummary,
  type UploadState,
} from './uploads.ts'
import { dropUploads, readArrivals } from './use-uploads.ts'

type Props = { kind: DocumentKind; uploads: UploadState; onMore: () => void }

/** Shows what was sent; a file that takes longer to read is not shown as a failure. */
export function ResultScreen({ kind, uploads, onMore }: Props) {
  const { t, say, plural } = useTexts()
  const { client } = useJourney()
  const read = listAt(uploads, 'read')
  const later = listAt(uploads, 'later')
  const stopped = listAt(uploads, 'stopped')
  const values = { client: client.name }
  useArrivals(kind, later.length > 0)
  const continueJourney = () => {
    dropUploads(kind)
    go({ view: 'more' })
  }
  return (
    <JourneyScreen
      view="documents"
      title={read.length > 0 ? t.documents.resultTitle : t.documents.laterTitle}
      lead={say(read.length > 0 ? t.documents.resultLead : t.documents.laterText, values)}
      actions={
        <>
          <Button onClick={continueJourney}>{t.common.continue}</Button>
          <Button kind="secondary" onClick={onMore}>
            {t.documents.chooseMore}
          </Button>
        </>
      }
    >
      {read.length > 0 && later.length > 0 && <Notice>{say(t.documents.laterText, values)}</Notice>}
      {stopped.length > 0 && <Notice tone="warn">{plural(t.documents.someStopped, stopped.length)}</Notice>}
      <MonthChecklist kind={kind} />
      <ul className="plain-list stack" aria-label={t.documents.list}>
        {[...read, ...later, ...stopped].map((file) => (
          <Result key={file.id} kind={kind} file={file} />
        ))}
      </ul>
    </JourneyScreen>
  )
}

const pollMs = 3_000

/** Follows files that take longer to read: the journey counts stored documents, and a new one is looked up. */
function useArrivals(kind: DocumentKind, isWaiting: boolean) {
  const { data } = useWatchedJourney(isWaiting ? pollMs : 0)
  const stored = data ? data.documents.payslips + data.documents.bank_statements : 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: `stored` says when to look up again.
  useEffect(() => {
    if (isWaiting) void readArrivals(kind).catch(() => {})
  }, [kind, isWaiting, stored])
}

function Result({ kind, file: { name, stage } }: { kind: DocumentKind; file: FileUpload }) {
  const { t } = useTexts()
  const isOther = stage.at === 'read' && stage.found && kindOf(stage.found) !== kind
  const problem = stage.at === 'stopped' ? stage.problem : undefined
  return (
    <li className="card result" data-stage={stage.at} data-error={problem}>
      <div className="name-and-badge">
        <h2 className="file-name">{name}</h2>
        <span className={`badge badge-${stage.at}`}>{t.documents.stages[stage.at]}</span>
      </div>
      {isOther && <p>{kind === 'payslips' ? t.documents.takenAsStatement : t.documents.takenAsPayslip}</p>}
      {stage.at === 'read' && stage.found && <Facts found={stage.found} />}
      {problem && <p>{t.documents.problems[problem]}</p>}
    </li>
  )
}

/**
 * Shows the extracted values; values that are not printed on the document are omitted. A document that cannot be read has
 * none.
 */
export function Facts({ found }: { found: ReviewSummary }) {
  const { t, say, day, money } = useTexts()
  const { client } = useJourney()
  if (found.kind === 'manual') return <p>{say(t.documents.willLook, { client: client.name })}</p>
  const ifAny = (value: string | null, words: (value: string) => string = String) => value && words(value)
  const period = (from: string, to: string) => say(t.documents.periodText, { from: day(from), to: day(to) })
  const facts =
    found.kind === 'payslip'
      ? [
          [t.documents.employer, found.employer],
          [t.documents.payDate, day(found.payDate)],
          [t.documents.gross, ifAny(found.gross, money)],
          [t.documents.net, ifAny(found.net, money)],
        ]
      : [
          [t.documents.bank, found.bank],
          [t.documents.ending, found.ending],
          [t.documents.period, found.from && found.to && period(found.from, found.to)],
          [t.documents.closing, ifAny(found.closing, money)],
        ]
  return (
    <dl className="facts">
      {facts.map(
        ([label, value]) =>
          value && (
            <div key={label} className="fact">
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}

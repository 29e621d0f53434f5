import { useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useJourney } from '../journey.ts'
import { JourneyScreen } from '../journey-screen.tsx'
import { go } from '../router/navigation.ts'
import { useTexts } from '../texts/index.ts'
import { RemoveButton } from './remove-button.tsx'
import { Facts } from './result-screen.tsx'
import { Trouble } from './trouble.tsx'
import { type DocumentKind, type FileUpload, isSending, type UploadState } from './uploads.ts'

type Props = {
  kind: DocumentKind
  uploads: UploadState
  onSend: () => void
  onRemove: (id: string) => void
  onMore: () => void
}

/** The review before anything is sent: what was read from each file, with a way to remove it. */
export function ReviewFiles({ kind, uploads, onSend, onRemove, onMore }: Props) {
  const { t, say, plural } = useTexts()
  const { client } = useJourney()
  const heading = useRef<HTMLHeadingElement>(null)
  const sending = isSending(uploads)
  const files = uploads.files.filter(({ stage }) => stage.at === 'found' || stage.at === 'reading')
  const stopped = uploads.files.filter(({ stage }) => stage.at === 'stopped')
  const values = { client: client.name }
  return (
    <JourneyScreen
      view="documents"
      title={t.documents.reviewTitle}
      lead={say(t.documents.reviewLead, values)}
      actions={
        <>
          <Button busy={sending} onClick={onSend}>
            {sending ? t.documents.sendBusy : say(t.documents.send, values)}
          </Button>
          {!sending && (
            <Button kind="secondary" onClick={onMore}>
              {t.documents.addAnother}
            </Button>
          )}
        </>
      }
    >
      <Trouble code={uploads.trouble} onConsent={() => go({ view: 'consent' })} />
      {stopped.length > 0 && <Notice tone="warn">{plural(t.documents.someStopped, stopped.length)}</Notice>}
      <h2 ref={heading} tabIndex={-1}>
        {t.documents.list}
      </h2>
      <ul className="plain-list stack">
        {[...files, ...stopped].map((file) => (
          <ReviewedFile
            key={file.id}
            kind={kind}
            file={file}
            onRemove={() => {
              onRemove(file.id)
              // The focused button disappears, so the focus is moved to the heading for keyboard users.
              heading.current?.focus()
            }}
          />
        ))}
      </ul>
    </JourneyScreen>
  )
}

type FileProps = { kind: DocumentKind; file: FileUpload; onRemove: () => void }

function ReviewedFile({ kind, file: { name, stage }, onRemove }: FileProps) {
  const { t } = useTexts()
  const found = stage.at === 'found' || stage.at === 'reading' ? stage.found : undefined
  const problem = stage.at === 'stopped' ? stage.problem : undefined
  const isPayslip = found ? found.kind === 'payslip' : kind === 'payslips'
  return (
    <li className="card result" data-stage={stage.at} data-error={problem}>
      <div className="name-and-badge">
        <h3 className="file-name">{name}</h3>
        <span className={`badge ${problem ? 'badge-stopped' : ''}`}>
          {problem ? t.documents.stages.stopped : isPayslip ? t.mine.payslip : t.mine.bank_statement}
        </span>
      </div>
      {found && <Facts found={found} />}
      {found === null && <p>{t.documents.notReadYet}</p>}
      {problem && <p>{t.documents.problems[problem]}</p>}
      {stage.at !== 'reading' && <RemoveButton name={name} onRemove={onRemove} />}
    </li>
  )
}

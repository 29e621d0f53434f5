import { useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useJourney } from '../journey.ts'
import { JourneyScreen } from '../journey-screen.tsx'
import { go } from '../router/navigation.ts'
import { useTexts } from '../texts/index.ts'
import { RemoveButton } from './remove-button.tsx'
import { Facts } from './result-screen.tsx'
import { SendAnywayButton, SendAnywayHint } from './send-anyway.tsx'
import { Trouble } from './trouble.tsx'
import {
  canSendAnyway,
  type DocumentKind,
  type FileUpload,
  hasRoom,
  kindOf,
  type UploadStage,
  type UploadState,
} from './uploads.ts'

type Props = {
  kind: DocumentKind
  uploads: UploadState
  isSending: boolean
  onSend: () => void
  onSendAnyway: (id: string) => void
  onRemove: (id: string) => void
  onMore: () => void
}

// A file that was sent stays in the list until the next screen opens.
const reviewedStages: readonly UploadStage['at'][] = ['found', 'reading', 'read', 'later']

/** The review before anything is sent: what was read from each file, with a way to remove it. */
export function ReviewFiles({ kind, uploads, isSending, onSend, onSendAnyway, onRemove, onMore }: Props) {
  const { t, say, plural } = useTexts()
  const { client } = useJourney()
  const heading = useRef<HTMLHeadingElement>(null)
  const files = uploads.files.filter(({ stage }) => reviewedStages.includes(stage.at))
  const stopped = uploads.files.filter(({ stage }) => stage.at === 'stopped')
  const values = { client: client.name }
  return (
    <JourneyScreen
      view="documents"
      title={t.documents.reviewTitle}
      lead={say(t.documents.reviewLead, values)}
      actions={
        <>
          <Button busy={isSending} onClick={onSend}>
            {isSending ? t.documents.sendBusy : say(t.documents.send, values)}
          </Button>
          {!isSending && (
            <Button kind="secondary" onClick={onMore}>
              {t.documents.addAnother}
            </Button>
          )}
        </>
      }
    >
      <Trouble code={uploads.trouble} onConsent={() => go({ view: 'consent' })} />
      {stopped.length > 0 && (
        <Notice tone="warn">
          {plural(
            stopped.some(canSendAnyway) ? t.documents.someStoppedChoice : t.documents.someStopped,
            stopped.length,
          )}
        </Notice>
      )}
      <h2 ref={heading} tabIndex={-1}>
        {t.documents.list}
      </h2>
      <ul className="plain-list stack">
        {[...files, ...stopped].map((file) => (
          <ReviewedFile
            key={file.id}
            kind={kind}
            file={file}
            onSendAnyway={
              isSending || !hasRoom(uploads)
                ? undefined
                : () => {
                    onSendAnyway(file.id)
                    heading.current?.focus()
                  }
            }
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

type FileProps = {
  kind: DocumentKind
  file: FileUpload
  onSendAnyway: (() => void) | undefined
  onRemove: () => void
}

function ReviewedFile({ kind, file, onSendAnyway, onRemove }: FileProps) {
  const { t, say } = useTexts()
  const { client } = useJourney()
  const { id, name, stage } = file
  const sendAnyway = canSendAnyway(file) ? onSendAnyway : undefined
  const found = 'found' in stage ? stage.found : undefined
  const problem = stage.at === 'stopped' ? stage.problem : undefined
  const isPayslip = (found ? kindOf(found) : kind) === 'payslips'
  return (
    <li className="card result" data-stage={stage.at} data-error={problem}>
      <div className="name-and-badge">
        <h3 className="file-name">{name}</h3>
        <span className={`badge ${problem ? 'badge-stopped' : ''}`}>
          {problem ? t.documents.stages.stopped : isPayslip ? t.mine.payslip : t.mine.bank_statement}
        </span>
      </div>
      {found && <Facts found={found} />}
      {found === null && <p>{say(t.documents.notReadYet, { client: client.name })}</p>}
      {problem && <p>{t.documents.problems[problem]}</p>}
      {(stage.at === 'found' || stage.at === 'stopped') && (
        <div className="file-buttons">
          {sendAnyway && <SendAnywayButton id={id} name={name} onSend={sendAnyway} />}
          <RemoveButton name={name} onRemove={onRemove} />
        </div>
      )}
      {sendAnyway && <SendAnywayHint id={id} />}
    </li>
  )
}

import { useRef } from 'react'
import { Spinner } from '../../ui/spinner.tsx'
import { useTexts } from '../texts/index.ts'
import { RemoveButton } from './remove-button.tsx'
import { SendAnywayButton, SendAnywayHint } from './send-anyway.tsx'
import { sayShare, saySize } from './sizes.ts'
import { canSendAnyway, canTryAgain, type FileUpload } from './uploads.ts'

type Props = {
  files: readonly FileUpload[]
  onAgain: (id: string) => void
  onSendAnyway: (id: string) => void
  onRemove: (id: string) => void
}

/** Lists each file with its progress, error and remove button. */
export function FileList({ files, onAgain, onSendAnyway, onRemove }: Props) {
  const { t } = useTexts()
  const heading = useRef<HTMLHeadingElement>(null)
  if (files.length === 0) return null
  return (
    <section className="stack-close" aria-labelledby="file-list">
      <h2 ref={heading} id="file-list" tabIndex={-1}>
        {t.documents.list}
      </h2>
      <ul className="files">
        {files.map((file) => (
          <FileItem
            key={file.id}
            file={file}
            onAgain={() => {
              onAgain(file.id)
              heading.current?.focus()
            }}
            onSendAnyway={() => {
              onSendAnyway(file.id)
              heading.current?.focus()
            }}
            onRemove={() => {
              onRemove(file.id)
              // The focused button disappears, so the focus is moved to the heading for keyboard users.
              heading.current?.focus()
            }}
          />
        ))}
      </ul>
    </section>
  )
}

/**
 * Announces only the file counts to screen readers, because they change rarely. The live region must be in the page
 * before the first file is added.
 */
export function FileSummary({ files }: Pick<Props, 'files'>) {
  const { t, plural } = useTexts()
  const count = (...at: FileUpload['stage']['at'][]) =>
    files.filter(({ stage }) => at.includes(stage.at)).length
  const words = [
    [t.documents.uploading, count('checking', 'waiting', 'sending')],
    [t.documents.ready, count('sent')],
    [t.documents.stopped, count('stopped')],
  ] as const
  return (
    <p className="visually-hidden" role="status">
      {words
        .filter(([, number]) => number > 0)
        .map(([text, number]) => plural(text, number))
        .join(' ')}
    </p>
  )
}

function FileItem({
  file,
  onAgain,
  onSendAnyway,
  onRemove,
}: {
  file: FileUpload
  onAgain: () => void
  onSendAnyway: () => void
  onRemove: () => void
}) {
  const { t, say, language } = useTexts()
  const { id, name, bytes, stage } = file
  const isUnread = canSendAnyway(file)
  const problem = stage.at === 'stopped' ? stage.problem : undefined
  return (
    <li className="file" data-stage={stage.at} data-error={problem} data-unread={isUnread || undefined}>
      <div className="file-words">
        <p className="file-name">{name}</p>
        <StageWords file={file} />
        {problem && <p className="file-problem">{t.documents.problems[problem]}</p>}
        {stage.at === 'sending' && (
          <div className="along">
            <progress value={stage.share} max={1} aria-label={say(t.documents.progress, { name })} />
          </div>
        )}
      </div>
      <div className="file-buttons">
        {canTryAgain(file) && (
          <button
            type="button"
            className="text-button text-button-small"
            aria-label={say(t.documents.againFile, { name })}
            onClick={onAgain}
          >
            {t.common.tryAgain}
          </button>
        )}
        {isUnread && <SendAnywayButton id={id} name={name} onSend={onSendAnyway} />}
        {stage.at !== 'reading' && <RemoveButton name={name} onRemove={onRemove} />}
      </div>
      {isUnread && <SendAnywayHint id={id} />}
      {bytes > 0 && <span className="visually-hidden">{saySize(language, bytes)}</span>}
    </li>
  )
}

function StageWords({ file: { stage, bytes } }: { file: FileUpload }) {
  const { t, say, language } = useTexts()
  if (stage.at === 'stopped') return null
  const percent = sayShare(language, stage.at === 'sending' ? stage.share : 0)
  return (
    <p className={`file-stage file-stage-${stage.at}`}>
      {stage.at === 'reading' && <Spinner />}
      {say(t.documents.stages[stage.at], { percent })}
      {stage.at === 'sent' && <span className="quiet"> · {saySize(language, bytes)}</span>}
    </p>
  )
}

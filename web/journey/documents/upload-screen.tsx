import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ContinueWithFound } from '../continue-found.tsx'
import { ContinueOnPhone } from '../continue-on-phone.tsx'
import { emitEvent } from '../events/events.ts'
import { readFindingsAgain, readJourneyAgain, useJourney } from '../journey.ts'
import { JourneyScreen } from '../journey-screen.tsx'
import { go } from '../router/navigation.ts'
import { useTexts } from '../texts/index.ts'
import { isPicture } from './checking.ts'
import { ChooseFiles } from './choose-files.tsx'
import { areCovered, monthsOf } from './covered-months.ts'
import { Evidence } from './evidence.tsx'
import { FileList, FileSummary } from './file-list.tsx'
import { MissingDialog } from './missing-dialog.tsx'
import { MonthChecklist } from './month-checklist.tsx'
import { PhotoPages, usePhotoPages } from './photo-pages.tsx'
import { ResultScreen } from './result-screen.tsx'
import { ReviewFiles } from './review-files.tsx'
import { Trouble } from './trouble.tsx'
import {
  canCheck,
  canSendAnyway,
  canSubmit,
  canTryAgain,
  type DocumentKind,
  type FileUpload,
  isBusy,
  isReading,
  isSending,
  listAt,
  listUnderWay,
  type UploadState,
} from './uploads.ts'
import { dropUploads, isUnshared, useUploads } from './use-uploads.ts'

const results = (uploads: UploadState) => [...listAt(uploads, 'read'), ...listAt(uploads, 'later')]

/** Screen for the uploads of one document kind: selected, in progress and finished. */
export function UploadScreen({ kind }: { kind: DocumentKind }) {
  const { uploads, uploader } = useUploads(kind)
  const [isAdding, setAdding] = useState(false)
  // Set until it is known whether there is a result to show, so that the review stays until the next screen.
  const [isFinishing, setFinishing] = useState(false)

  async function check() {
    await uploader.readAhead()
    setAdding(false)
  }

  async function send() {
    setFinishing(true)
    await submit()
    setFinishing(false)
  }

  async function submit() {
    const outcomes = await uploader.submit()
    if (!outcomes) return
    const ends = [...outcomes.values()]
    if (ends.some(({ at }) => at !== 'stopped')) emitEvent({ name: 'documents_submitted' })
    if (ends.some((end) => end.at === 'read' && end.found.kind !== 'manual'))
      emitEvent({ name: 'data_ready' })
    await Promise.all([readJourneyAgain(), readFindingsAgain()]).catch(() => {})
    if (ends.some(({ at }) => at !== 'read')) return
    // Everything was sent as it was reviewed, so there is nothing new to show.
    dropUploads(kind)
    go({ view: 'more' })
  }

  const isDone = results(uploads).length > 0 && listUnderWay(uploads).length === 0
  if (isDone && !isAdding && !isFinishing)
    return <ResultScreen kind={kind} uploads={uploads} onMore={() => setAdding(true)} />
  if ((canSubmit(uploads) || isSending(uploads) || isFinishing) && !isAdding)
    return (
      <ReviewFiles
        kind={kind}
        uploads={uploads}
        isSending={isSending(uploads) || isFinishing}
        onSend={send}
        onSendAnyway={uploader.keep}
        onRemove={uploader.remove}
        onMore={() => setAdding(true)}
      />
    )
  return <Choosing kind={kind} onCheck={check} />
}

function Choosing({ kind, onCheck }: { kind: DocumentKind; onCheck: () => void }) {
  const { t, plural, say } = useTexts()
  const journey = useJourney()
  const { period_months, missing_documents } = journey
  const { uploads, uploader } = useUploads(kind)
  const [isLeaving, setLeaving] = useState(false)
  const [isMissing, setMissing] = useState(false)
  const isStated = missing_documents.some((each) => each.kind === kind)
  const photos = usePhotoPages()
  const files = uploads.files.filter(({ stage }) => stage.at !== 'read' && stage.at !== 'later')
  const isEmpty = files.length === 0 && photos.pages.length === 0

  function add(chosen: readonly File[]) {
    const documents = chosen.filter((file) => !isPicture(file))
    if (documents.length > 0) uploader.add(documents)
    photos.add(chosen.filter(isPicture))
  }

  const away = () => go({ view: 'source' })
  return (
    <JourneyScreen
      view="documents"
      title={t.documents[`${kind}Title`]}
      lead={plural(t.documents[`${kind}Lead`], period_months)}
      actions={
        <>
          {files.length > 0 && photos.pages.length === 0 && (
            <CheckButton uploads={uploads} onCheck={onCheck} />
          )}
          {isEmpty && !isStated && !areCovered(monthsOf(journey, kind)) && (
            <Button kind="secondary" onClick={() => setMissing(true)}>
              {t.months.none}
            </Button>
          )}
          {isEmpty && <ContinueWithFound />}
          {isEmpty && <ContinueOnPhone />}
          <Button kind="quiet" onClick={() => (isUnshared(uploads) ? setLeaving(true) : away())}>
            {t.common.anotherWay}
          </Button>
        </>
      }
    >
      <MonthChecklist kind={kind} />
      {isEmpty && <Evidence kind={kind} />}
      {isReading(uploads) && <Notice>{t.documents.readingText}</Notice>}
      <Trouble code={uploads.trouble} onConsent={() => go({ view: 'consent' })} />
      {files.length > 0 && files.every(isRefused) && (
        <Notice tone="warn" title={plural(t.documents.noneUsed, files.length)} alert>
          <p>
            {plural(
              files.some(canSendAnyway) ? t.documents.noneUsedChoice : t.documents.noneUsedText,
              files.length,
            )}
          </p>
        </Notice>
      )}
      <FileSummary files={files} />
      <FileList
        files={files}
        onAgain={uploader.again}
        onSendAnyway={uploader.keep}
        onRemove={uploader.remove}
      />
      <PhotoPages
        photos={photos}
        name={(number) => say(t.documents.photoName, { number })}
        onFile={(file) => uploader.add([file])}
        onUnreadable={(name) => uploader.addStopped(name, 'photo-unreadable')}
      />
      {!isReading(uploads) && photos.pages.length === 0 && <ChooseFiles isFirst={isEmpty} onFiles={add} />}
      {isMissing && (
        <MissingDialog
          kind={kind}
          onClose={() => setMissing(false)}
          onStated={() => {
            setMissing(false)
            go({ view: 'more' })
          }}
        />
      )}
      {isLeaving && (
        <Dialog
          title={t.documents.leaveTitle}
          onClose={() => setLeaving(false)}
          actions={
            <>
              <Button onClick={() => setLeaving(false)}>{t.documents.leaveStay}</Button>
              <Button
                kind="secondary"
                onClick={() => {
                  dropUploads(kind)
                  away()
                }}
              >
                {t.documents.leaveGo}
              </Button>
            </>
          }
        >
          <p>{t.documents.leaveText}</p>
        </Dialog>
      )}
    </JourneyScreen>
  )
}

const isRefused = (file: FileUpload) => file.stage.at === 'stopped' && !canTryAgain(file)

/**
 * Button that leads to the review of the files. It is shown from the first file on, to avoid a layout shift, and stays busy until
 * the files can be read.
 */
function CheckButton({ uploads, onCheck }: { uploads: UploadState; onCheck: () => void }) {
  const { t, plural } = useTexts()
  if (isReading(uploads)) return <Button busy>{t.documents.submitReading}</Button>
  if (isBusy(uploads)) return <Button busy>{t.documents.submitUploading}</Button>
  if (!canCheck(uploads) && !canSubmit(uploads)) return null
  const count = listAt(uploads, 'sent').length + listAt(uploads, 'found').length
  return <Button onClick={onCheck}>{plural(t.documents.submit, count)}</Button>
}

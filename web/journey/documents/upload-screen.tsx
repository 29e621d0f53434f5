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
import { Evidence } from './evidence.tsx'
import { FileList, FileSummary } from './file-list.tsx'
import { MissingDialog } from './missing-dialog.tsx'
import { MonthChecklist } from './month-checklist.tsx'
import { PhotoPages, usePhotoPages } from './photo-pages.tsx'
import { ResultScreen } from './result-screen.tsx'
import { Trouble } from './trouble.tsx'
import {
  canSubmit,
  canTryAgain,
  type DocumentKind,
  type FileUpload,
  isBusy,
  isReading,
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

  async function share() {
    setAdding(false)
    const outcomes = await uploader.submit()
    if (!outcomes) return
    const ends = [...outcomes.values()]
    if (ends.some(({ at }) => at !== 'stopped')) emitEvent({ name: 'documents_submitted' })
    if (ends.some(({ at }) => at === 'read')) emitEvent({ name: 'data_ready' })
    await Promise.all([readJourneyAgain(), readFindingsAgain()]).catch(() => {})
  }

  const isDone = results(uploads).length > 0 && listUnderWay(uploads).length === 0
  if (isDone && !isAdding)
    return <ResultScreen kind={kind} uploads={uploads} onMore={() => setAdding(true)} />
  return <Choosing kind={kind} onShare={share} />
}

function Choosing({ kind, onShare }: { kind: DocumentKind; onShare: () => void }) {
  const { t, plural, say } = useTexts()
  const { period_months, missing_documents } = useJourney()
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
            <ShareButton uploads={uploads} onShare={onShare} />
          )}
          {isEmpty && !isStated && (
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
        <Notice tone="warn" title={t.documents.noneUsed} alert>
          <p>{t.documents.noneUsedText}</p>
        </Notice>
      )}
      <FileSummary files={files} />
      <FileList files={files} onAgain={uploader.again} onRemove={uploader.remove} />
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
 * Button that submits the files. It is shown from the first file on, to avoid a layout shift, and stays busy until
 * the files can be submitted.
 */
function ShareButton({ uploads, onShare }: { uploads: UploadState; onShare: () => void }) {
  const { t, plural } = useTexts()
  if (isReading(uploads)) return <Button busy>{t.documents.submitReading}</Button>
  if (isBusy(uploads)) return <Button busy>{t.documents.submitUploading}</Button>
  if (!canSubmit(uploads)) return null
  return <Button onClick={onShare}>{plural(t.documents.submit, listAt(uploads, 'sent').length)}</Button>
}

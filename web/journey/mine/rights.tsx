import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useJourney } from '../journey.ts'
import { Problem } from '../problem.tsx'
import { useTexts } from '../texts/index.ts'
import { type Done, deleteEverything, downloadEverything } from './shared.ts'

export function Rights({ canDelete, onDone }: { canDelete: boolean; onDone: (done: Done) => void }) {
  const { t, say } = useTexts()
  const { client } = useJourney()
  const [isDeleting, setDeleting] = useState(false)
  const downloading = useMutation({ mutationFn: downloadEverything })
  return (
    <section className="stack">
      <h2>{t.mine.rights}</h2>
      <div className="stack-close">
        <Button kind="secondary" busy={downloading.isPending} onClick={() => downloading.mutate()}>
          {downloading.isPending ? t.mine.downloading : t.mine.download}
        </Button>
        <p className="quiet small">{t.mine.downloadText}</p>
        <div role="status">{downloading.isSuccess && <Notice tone="good">{t.mine.downloaded}</Notice>}</div>
        <Problem error={downloading.error} />
      </div>
      {canDelete && (
        <div className="stack-close">
          <Button kind="danger" onClick={() => setDeleting(true)}>
            {t.mine.deleteAll}
          </Button>
          <p className="quiet small">{say(t.mine.deleteText, { client: client.name })}</p>
        </div>
      )}
      {isDeleting && (
        <DeleteDialog
          onClose={() => setDeleting(false)}
          onDeleted={() => {
            setDeleting(false)
            onDone('deleted')
          }}
        />
      )}
    </section>
  )
}

/** Confirms the deletion in two steps: explains what is deleted and what is kept, and requires a tick. */
function DeleteDialog({ onClose, onDeleted }: { onClose: () => void; onDeleted: () => void }) {
  const { t, say } = useTexts()
  const { client } = useJourney()
  const id = useId()
  const [isSure, setSure] = useState(false)
  const [isReminded, setReminded] = useState(false)
  const deleting = useMutation({ mutationFn: deleteEverything, onSuccess: onDeleted })
  return (
    <Dialog
      title={t.mine.deleteTitle}
      onClose={onClose}
      actions={
        <>
          <Button
            kind="danger"
            busy={deleting.isPending}
            onClick={() => (isSure ? deleting.mutate() : setReminded(true))}
          >
            {deleting.isPending ? t.mine.deleting : t.mine.deleteGo}
          </Button>
          <Button kind="secondary" onClick={onClose}>
            {t.mine.deleteKeep}
          </Button>
        </>
      }
    >
      <p>{t.mine.deleteWhat}</p>
      <p>{say(t.mine.deleteNot, { client: client.name })}</p>
      <div className="stack-close">
        <div className="tick">
          <input
            type="checkbox"
            id={id}
            checked={isSure}
            aria-describedby={isReminded && !isSure ? `${id}-needed` : undefined}
            aria-invalid={(isReminded && !isSure) || undefined}
            onChange={({ currentTarget }) => setSure(currentTarget.checked)}
          />
          <label htmlFor={id}>{t.mine.deleteSure}</label>
        </div>
        {isReminded && !isSure && (
          <p className="field-error" role="alert" id={`${id}-needed`}>
            {t.mine.deleteTick}
          </p>
        )}
      </div>
      <Problem error={deleting.error} />
    </Dialog>
  )
}

import { useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { useTexts } from '../texts/index.ts'

type Props = { isFirst: boolean; onFiles: (files: readonly File[]) => void }

const takesFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false

/** Three ways to choose: by dropping files anywhere on the page, from the device, with the camera. */
export function ChooseFiles({ isFirst, onFiles }: Props) {
  const { t } = useTexts()
  const [isOver, setOver] = useState(false)
  const files = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)
  const latest = useRef(onFiles)
  latest.current = onFiles

  useEffect(() => {
    const over = (event: DragEvent) => {
      if (!takesFiles(event)) return
      event.preventDefault()
      setOver(true)
    }
    const leave = (event: DragEvent) => {
      // Only where the pointer leaves the window, not where it goes from one element to the next.
      if (event.relatedTarget === null) setOver(false)
    }
    const drop = (event: DragEvent) => {
      if (!takesFiles(event)) return
      // A file that is dropped beside the frame would be opened by the browser, and the page be gone.
      event.preventDefault()
      setOver(false)
      latest.current([...(event.dataTransfer?.files ?? [])])
    }
    addEventListener('dragover', over)
    addEventListener('dragleave', leave)
    addEventListener('drop', drop)
    return () => {
      removeEventListener('dragover', over)
      removeEventListener('dragleave', leave)
      removeEventListener('drop', drop)
    }
  }, [])

  const take = (input: HTMLInputElement) => {
    onFiles([...(input.files ?? [])])
    // The same file can be chosen again after it was removed.
    input.value = ''
  }
  return (
    <div className="drop" data-over={isOver || undefined}>
      <p className="drop-words">{isOver ? t.documents.dropNow : t.documents.drop}</p>
      <Button kind={isFirst ? 'primary' : 'secondary'} onClick={() => files.current?.click()}>
        {isFirst ? t.documents.choose : t.documents.chooseMore}
      </Button>
      <Button kind="secondary" onClick={() => camera.current?.click()}>
        {hasCamera() ? t.documents.takePhoto : t.documents.choosePhotos}
      </Button>
      <input
        {...{ ref: files, type: 'file', hidden: true, multiple: true, name: 'files' }}
        accept="application/pdf,.pdf,image/*"
        aria-label={t.documents.choose}
        onChange={({ currentTarget }) => take(currentTarget)}
      />
      <input
        {...{ ref: camera, type: 'file', hidden: true, name: 'camera' }}
        accept="image/*"
        capture="environment"
        multiple={!hasCamera()}
        aria-label={t.documents.takePhoto}
        onChange={({ currentTarget }) => take(currentTarget)}
      />
    </div>
  )
}

/** Browsers of phones open the camera at once; those of desks ask for a picture. */
export const hasCamera = () => matchMedia('(pointer: coarse)').matches

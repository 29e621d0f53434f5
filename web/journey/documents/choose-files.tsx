import { useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { useTexts } from '../texts/index.ts'

type Props = { isFirst: boolean; onFiles: (files: readonly File[]) => void }

const takesFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false

/** Offers three ways to choose files: drop them anywhere, select them, or take a photo. */
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
      // The pointer has left the window, rather than moved between elements.
      if (event.relatedTarget === null) setOver(false)
    }
    const drop = (event: DragEvent) => {
      if (!takesFiles(event)) return
      // Prevents the browser from opening the dropped file in place of the page.
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
    // The input is reset, so that a removed file can be chosen again.
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
        ref={files}
        type="file"
        hidden
        multiple
        name="files"
        accept="application/pdf,.pdf,image/*"
        aria-label={t.documents.choose}
        onChange={({ currentTarget }) => take(currentTarget)}
      />
      <input
        ref={camera}
        type="file"
        hidden
        name="camera"
        accept="image/*"
        capture="environment"
        multiple={!hasCamera()}
        aria-label={t.documents.takePhoto}
        onChange={({ currentTarget }) => take(currentTarget)}
      />
    </div>
  )
}

/** Whether the device opens the camera directly, as mobile browsers do; desktop browsers ask for an image file. */
export const hasCamera = () => matchMedia('(pointer: coarse)').matches

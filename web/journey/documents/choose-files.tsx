import { useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { useTexts } from '../texts/index.ts'

type Props = { isFirst: boolean; onFiles: (files: readonly File[]) => void }

const takesFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false

/** Three ways to choose files: drop them anywhere, select them, or take a photo. */
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
      // Only when the pointer leaves the window, not when it moves between elements.
      if (event.relatedTarget === null) setOver(false)
    }
    const drop = (event: DragEvent) => {
      if (!takesFiles(event)) return
      // Otherwise the browser would open a dropped file and replace the page.
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
    // Reset the input, so that a removed file can be chosen again.
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

/** Mobile browsers open the camera directly; desktop browsers ask for an image file. */
export const hasCamera = () => matchMedia('(pointer: coarse)').matches

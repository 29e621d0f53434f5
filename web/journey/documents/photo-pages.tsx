import { useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { useTexts } from '../texts/index.ts'
import { hasCamera } from './choose-files.tsx'
import { fileOfPhotos } from './photos.ts'

type Page = { id: string; file: File; address: string }
type Photos = ReturnType<typeof usePhotoPages>

let made = 0

const forget = (gone: readonly Page[]) => {
  for (const { address } of gone) URL.revokeObjectURL(address)
}

/** Manages photos that become the pages of one document. */
export function usePhotoPages() {
  const [pages, setPages] = useState<readonly Page[]>([])
  const shown = useRef<readonly Page[]>([])
  shown.current = pages
  useEffect(() => () => forget(shown.current), [])
  return {
    pages,
    add: (files: readonly File[]) =>
      setPages((before) => [
        ...before,
        ...files.map((file) => ({ id: crypto.randomUUID(), file, address: URL.createObjectURL(file) })),
      ]),
    remove(id: string) {
      forget(pages.filter((page) => page.id === id))
      setPages(pages.filter((page) => page.id !== id))
    },
    clear() {
      forget(pages)
      setPages([])
    },
  }
}

type Props = {
  photos: Photos
  name: (number: number) => string
  onFile: (file: File) => void
  onUnreadable: (name: string) => void
}

export function PhotoPages({ photos, name, onFile, onUnreadable }: Props) {
  const { t, say, plural } = useTexts()
  const { pages, add, remove, clear } = photos
  const [isBusy, setBusy] = useState(false)
  const camera = useRef<HTMLInputElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const isShown = pages.length > 0
  useEffect(() => {
    if (isShown) heading.current?.focus()
  }, [isShown])
  if (!isShown) return null

  async function use() {
    setBusy(true)
    const title = name(++made)
    try {
      onFile(
        await fileOfPhotos(
          pages.map(({ file }) => file),
          title,
        ),
      )
    } catch {
      onUnreadable(title)
    }
    setBusy(false)
    clear()
  }
  return (
    <section className="card" aria-labelledby="photo-pages">
      <div className="stack-close">
        <h2 ref={heading} id="photo-pages" tabIndex={-1}>
          {t.documents.pages}
        </h2>
        <p className="quiet small">{t.documents.pagesLead}</p>
      </div>
      <ol className="pages">
        {pages.map(({ id, address }, n) => (
          <li key={id}>
            <img src={address} alt={say(t.documents.page, { number: n + 1 })} />
            <button
              type="button"
              className="text-button text-button-small"
              aria-label={say(t.documents.removePage, { number: n + 1 })}
              onClick={() => {
                remove(id)
                heading.current?.focus()
              }}
            >
              {t.documents.remove}
            </button>
          </li>
        ))}
      </ol>
      <p className="visually-hidden" role="status">
        {say(t.documents.page, { number: pages.length })}
      </p>
      <div className="actions">
        <Button busy={isBusy} onClick={use}>
          {isBusy ? t.documents.usingPages : plural(t.documents.usePages, pages.length)}
        </Button>
        <Button kind="secondary" onClick={() => camera.current?.click()}>
          {t.documents.anotherPage}
        </Button>
        <Button kind="quiet" onClick={clear}>
          {t.documents.discardPages}
        </Button>
      </div>
      <input
        ref={camera}
        type="file"
        hidden
        name="page"
        accept="image/*"
        capture="environment"
        multiple={!hasCamera()}
        aria-label={t.documents.anotherPage}
        onChange={({ currentTarget }) => {
          add([...(currentTarget.files ?? [])])
          currentTarget.value = ''
        }}
      />
    </section>
  )
}

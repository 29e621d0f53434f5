import { useEffect, useRef, useState } from 'react'
import { Notice } from '../../ui/notice.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import type { PDFDocumentProxy, RenderTask } from './pdf.ts'

type Props = {
  pdf: PDFDocumentProxy
  number: number
  /** Width in CSS pixels; the page is rendered at the screen's resolution. */
  width: number
}

/** Maximum canvas size. Browsers may refuse a larger canvas. */
const maxPixels = 16_000_000

/** Draws one page. The previous rendering stays until the next is ready, to avoid flicker. */
export function PageCanvas({ pdf, number, width }: Props) {
  const host = useRef<HTMLDivElement>(null)
  const wanted = `${number} ${width}`
  const [drawn, setDrawn] = useState<string>()
  const [failed, setFailed] = useState<string>()

  useEffect(() => {
    let task: RenderTask | undefined
    let isGone = false
    async function draw() {
      const page = await pdf.getPage(number)
      const natural = page.getViewport({ scale: 1 })
      const finest = Math.sqrt((maxPixels * natural.width) / natural.height) / width
      const ratio = Math.min(devicePixelRatio, finest)
      const viewport = page.getViewport({ scale: (width / natural.width) * ratio })
      if (isGone) return
      const canvas = document.createElement('canvas')
      canvas.width = Math.round(viewport.width)
      canvas.height = Math.round(viewport.height)
      task = page.render({ canvas, viewport })
      await task.promise
      if (isGone) return
      host.current?.replaceChildren(canvas)
      setDrawn(`${number} ${width}`)
      setFailed(undefined)
    }
    draw().catch((error: Error) => {
      if (!isGone) setFailed(error.message)
    })
    return () => {
      isGone = true
      task?.cancel()
    }
  }, [pdf, number, width])

  return (
    <>
      <div
        ref={host}
        className="paper-canvas"
        role="img"
        aria-label={`Page ${number} of ${pdf.numPages}`}
        data-drawn={drawn === wanted || undefined}
      />
      {drawn !== wanted && !failed && (
        <p className="paper-progress" role="status">
          <Spinner /> Drawing page {number} of {pdf.numPages}
        </p>
      )}
      {failed && (
        <Notice tone="bad" title="This page cannot be drawn">
          <p>{failed}</p>
        </Notice>
      )}
    </>
  )
}

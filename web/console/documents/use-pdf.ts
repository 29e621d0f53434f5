import { type RefObject, useEffect, useLayoutEffect, useState } from 'react'
import { openPdf, type PDFDocumentProxy } from './pdf.ts'

/** The file, once it is open; closed with the page. */
export function usePdf(bytes: Uint8Array) {
  const [opened, setOpened] = useState<{ pdf?: PDFDocumentProxy; failed?: string }>({})
  useEffect(() => {
    let isGone = false
    // The worker takes the bytes that it is given, and they may be asked for again.
    const task = openPdf(bytes.slice())
    task.promise.then(
      (pdf) => !isGone && setOpened({ pdf }),
      (error: Error) => !isGone && setOpened({ failed: error.message }),
    )
    return () => {
      isGone = true
      void task.destroy()
    }
  }, [bytes])
  return opened
}

type Size = { width: number; height: number }

/** As the reader measured the page. Documents that were read before sizes were kept are measured here. */
export function usePageSize(pdf: PDFDocumentProxy | undefined, number: number, known: Size | undefined) {
  const [measured, setMeasured] = useState<Size & { number: number }>()
  const isKnown = known !== undefined
  useEffect(() => {
    if (isKnown) return
    let isGone = false
    void pdf?.getPage(number).then((page) => {
      const { width, height } = page.getViewport({ scale: 1 })
      if (!isGone) setMeasured({ number, width, height })
    })
    return () => {
      isGone = true
    }
  }, [pdf, number, isKnown])
  return known ?? (measured?.number === number ? measured : undefined)
}

/** How wide an element is inside; what it holds decides nothing about it. */
export function useWidth(element: RefObject<HTMLElement | null>) {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    if (!element.current) return
    const watch = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)))
    watch.observe(element.current)
    return () => watch.disconnect()
  }, [element])
  return width
}

import { type RefObject, useEffect, useLayoutEffect, useState } from 'react'
import { openPdf, type PDFDocumentProxy } from './pdf.ts'

/** Opens a PDF and closes it on unmount. */
export function usePdf(bytes: Uint8Array) {
  const [opened, setOpened] = useState<{ pdf?: PDFDocumentProxy; failed?: string }>({})
  useEffect(() => {
    let isGone = false
    // The bytes are copied, because the worker takes ownership and the query cache may be read again.
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

/** Returns the page size stored with the document. Documents processed before sizes were stored are measured here. */
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

/** Returns the content width of an element, independent of its children. */
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

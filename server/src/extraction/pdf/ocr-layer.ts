import type { PdfPage } from '../document.ts'

// Share of the page that a scanned image covers.
const minImageShare = 0.6
const minLayerWords = 20
// Visible words as a share of the words in the layer.
const maxVisibleShare = 0.1
// The scanner's own OCR is only a placeholder until the reader's OCR has run, so its confidence is low (0 to 100).
const layerCertainty = 40

/**
 * Recognises a searchable scan: a page image with an invisible text layer. It is treated as a scan, not as a page with
 * hidden text, and the image decides what it says.
 */
export function markOcrLayer(page: PdfPage): PdfPage {
  const layer = page.hidden.filter(({ why }) => why === 'invisible' || why === 'image')
  const isLayer = layer.length >= minLayerWords && page.words.length < layer.length * maxVisibleShare
  if (!isLayer || page.imageShare < minImageShare) return page
  const words = [...page.words, ...layer.map(({ why, ...word }) => word)].map(
    ({ font, colour, ...word }) => ({
      ...word,
      certainty: layerCertainty,
    }),
  )
  return {
    ...page,
    words,
    hidden: page.hidden.filter((word) => !layer.includes(word)),
    covers: [],
    source: 'ocr',
    ocrLayer: words,
  }
}

import type { PdfPage } from '../document.ts'

// Minimum share of the page that the scanned image covers.
const minImageShare = 0.6
const minLayerWords = 20
// Maximum number of visible words, as a share of the words in the invisible layer.
const maxVisibleShare = 0.1
// OCR confidence of the scanner's text layer, from 0 to 100. It is low because the layer is only a placeholder until
// the reader's own OCR has run.
const layerCertainty = 40

/**
 * Recognises a searchable scan: a page image with an invisible text layer. The page is treated as a scan instead of a
 * page with hidden text, and its content is read from the image.
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

import type { PageWord, PdfPage, TrustFinding } from '../document.ts'
import { createFinding } from './finding-codes.ts'
import { boxOf, digitsOf, isAmount, regionOf, shareInside } from './geometry.ts'

/**
 * Minimum confidence of our own OCR, 0 to 100. Words with a lower confidence are not compared with the text layer.
 */
const minConfidence = 75
/** Minimum number and share of figures that agree. If fewer agree, the text layer does not belong to the image. */
const minAgreeing = 4
const minAgreeingShare = 0.7
const maxDiffering = 6

/**
 * Compares the text layer of a scan with our own OCR of the image. A figure that differs was changed in one of them,
 * or was misread by the scanner or by our OCR, so the severity is at most medium.
 */
export const checkScanTextLayers = (pages: readonly PdfPage[]): TrustFinding[] =>
  pages.flatMap(checkScanTextLayer)

function checkScanTextLayer({ number, words, ocrLayer: layer }: PdfPage): TrustFinding[] {
  // If we did not run OCR, the words are those of the text layer itself.
  if (!layer || words === layer) return []
  const inImage = words.filter(({ text, certainty = 0 }) => isAmount(text) && certainty >= minConfidence)
  const pairs = layer
    .filter(({ text }) => isAmount(text))
    .flatMap((ofLayer) => {
      const ofImage = inImage.find((word) => overlaps(ofLayer, word))
      return ofImage ? [{ ofLayer, ofImage }] : []
    })
  const differing = pairs.filter(({ ofLayer, ofImage }) => digitsOf(ofLayer.text) !== digitsOf(ofImage.text))
  const agreeing = pairs.length - differing.length
  // Many differences mean that the text layer is poor or does not belong to this image.
  if (differing.length === 0 || differing.length > maxDiffering) return []
  if (agreeing < minAgreeing || agreeing < minAgreeingShare * pairs.length) return []
  const places = differing.map(({ ofLayer, ofImage }) => ({
    ...regionOf(number, ofImage),
    expected: ofImage.text,
    actual: ofLayer.text,
  }))
  const [first] = places
  const message = `Page ${number} is an image that shows "${first?.expected}" where its text layer says "${first?.actual}".`
  return [createFinding('TEXT_DIFFERS_FROM_PIXELS', message, { places })]
}

/**
 * Whether two figures are at the same position. Figures are right-aligned, so a longer figure still overlaps the
 * original.
 */
const overlaps = (one: PageWord, other: PageWord) => {
  const [first, second] = [boxOf(one), boxOf(other)]
  return Math.max(shareInside(first, second), shareInside(second, first)) > 0.5
}

import type { PageWord, PdfPage, TrustFinding } from '../document.ts'
import { createFinding } from './finding-codes.ts'
import { boxOf, digitsOf, isAmount, regionOf, shareInside } from './geometry.ts'

/** OCR confidence, 0 to 100: our own reading must be this sure to be compared with the text layer. */
const minConfidence = 75
/** Figures that must agree, as a number and as a share; with fewer, layer and image do not match at all. */
const minAgreeing = 4
const minAgreeingShare = 0.7
const maxDiffering = 6

/**
 * A scan with a text layer contains every figure twice. A figure that differs was changed in one of the two, or misread by
 * the scanner or by our OCR, so the severity is never more than medium.
 */
export const checkScanTextLayers = (pages: readonly PdfPage[]): TrustFinding[] =>
  pages.flatMap(checkScanTextLayer)

function checkScanTextLayer({ number, words, ocrLayer: layer }: PdfPage): TrustFinding[] {
  // Without OCR of our own, the words are those of the layer.
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
  // Many differences mean a poor layer, or one that does not belong to this image.
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

/** Figures are right-aligned, so a longer one still overlaps the original. */
const overlaps = (one: PageWord, other: PageWord) => {
  const [first, second] = [boxOf(one), boxOf(other)]
  return Math.max(shareInside(first, second), shareInside(second, first)) > 0.5
}

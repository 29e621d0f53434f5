import { maxFileBytes } from './limits.ts'
import { type Photo, pdfOfPhotos } from './photo-pdf.ts'

/** Length of the longer side in pixels. Enough for a payslip's small print, at a tenth of a camera's file size. */
const longestSide = 2_500
/** JPEG qualities, tried in this order until the file is small enough. */
const qualities = [0.85, 0.7, 0.5]

/** Combines photos in page order into one PDF. Throws if the browser cannot decode one of them. */
export async function fileOfPhotos(pictures: readonly Blob[], name: string): Promise<File> {
  let pdf = new Uint8Array()
  for (const quality of qualities) {
    const photos: Photo[] = []
    // Photos are processed one at a time, because a phone lacks memory for several decoded photos.
    for (const picture of pictures) photos.push(await photoOf(picture, quality))
    pdf = pdfOfPhotos(photos)
    if (pdf.length <= maxFileBytes) break
  }
  return new File([pdf], name, { type: 'application/pdf' })
}

/** Re-encodes a photo upright; this also drops EXIF metadata such as the location. */
async function photoOf(picture: Blob, quality: number): Promise<Photo> {
  const bitmap = await createImageBitmap(picture, { imageOrientation: 'from-image' })
  try {
    const scale = Math.min(1, longestSide / Math.max(bitmap.width, bitmap.height))
    const width = Math.max(1, Math.round(bitmap.width * scale))
    const height = Math.max(1, Math.round(bitmap.height * scale))
    const canvas = Object.assign(document.createElement('canvas'), { width, height })
    const pen = canvas.getContext('2d', { alpha: false })
    if (!pen) throw new Error('no canvas')
    // The canvas is filled with white first, because transparent pixels would be black in a JPEG.
    pen.fillStyle = 'white'
    pen.fillRect(0, 0, width, height)
    pen.imageSmoothingQuality = 'high'
    pen.drawImage(bitmap, 0, 0, width, height)
    return { jpeg: await jpegOf(canvas, quality), width, height }
  } finally {
    bitmap.close()
  }
}

async function jpegOf(canvas: HTMLCanvasElement, quality: number) {
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
  if (!blob) throw new Error('no picture')
  return new Uint8Array(await blob.arrayBuffer())
}

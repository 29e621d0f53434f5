import sharp from 'sharp'
import { libraryPdf } from '../producers/library.ts'
import { toPng } from '../raster.ts'
import { boxOf } from '../text-metrics.ts'
import type { Drawing } from '../types.ts'
import { backgroundBelow, changesOf, pickTargets, type TamperTarget } from './amounts.ts'
import { cover, pageOf, write } from './page-content.ts'
import { openToEdit, saveRewritten } from './pdf-editing.ts'
import type { GenuineDocument, TamperedCopy } from './types.ts'

const patchDpi = 150

/** Covers the figure with a box and new text; the old text remains below. */
export async function overlayText({ bytes, drawing, random }: GenuineDocument): Promise<TamperedCopy> {
  const targets = pickTargets(drawing, random)
  const pdf = await openToEdit(bytes)
  for (const target of targets) {
    cover(pdf, target, backgroundOf(drawing, target))
    await write(pdf, target)
  }
  return {
    bytes: await saveRewritten(pdf),
    tampering: { kind: 'overlaid-text', changes: changesOf(targets) },
  }
}

/** Covers the figure with an image of the new one; the old text remains below. */
export async function overlayImage({ bytes, drawing, random }: GenuineDocument): Promise<TamperedCopy> {
  const targets = pickTargets(drawing, random)
  const pdf = await openToEdit(bytes)
  for (const target of targets) {
    const [x, y, width, height] = patchBox(target)
    const picture = await pdf.embedJpg(await renderPatch(target, backgroundOf(drawing, target)))
    const sheet = pageOf(pdf, target.page)
    sheet.page.drawImage(picture, { x, y: sheet.height - y - height, width, height })
  }
  return {
    bytes: await saveRewritten(pdf),
    tampering: { kind: 'overlaid-image', changes: changesOf(targets) },
  }
}

const backgroundOf = (drawing: Drawing, { page, mark }: TamperTarget) =>
  backgroundBelow(drawing.sheets[page - 1]?.marks ?? [], mark)

/** Returns a box wide enough for the old and the new figure, in whole points as the rasteriser requires. */
function patchBox({ mark, now }: TamperTarget): [number, number, number, number] {
  const [old, updated] = [boxOf(mark), boxOf({ ...mark, text: now })]
  const left = Math.floor(Math.min(old[0], updated[0]))
  const right = Math.ceil(Math.max(old[0] + old[2], updated[0] + updated[2]))
  return [left, old[1], right - left, Math.ceil(old[3])]
}

async function renderPatch(target: TamperTarget, background: string): Promise<Buffer> {
  const [x, y, width, height] = patchBox(target)
  const { mark, now } = target
  const moved = { ...mark, text: now, x: mark.x - x, y: mark.y - y }
  const marks = [{ box: [0, 0, width, height] as [number, number, number, number], fill: background }, moved]
  const sheets = [{ width, height, marks }]
  const patch = await libraryPdf({ title: '', creator: '', madeOn: '2026-01-01', sheets })
  const [picture] = await toPng(patch, patchDpi)
  return sharp(picture).jpeg({ quality: 85 }).toBuffer()
}

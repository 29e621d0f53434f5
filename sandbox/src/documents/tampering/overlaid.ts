import sharp from 'sharp'
import { boxOf } from '../text-metrics.ts'
import { libraryPdf } from '../producers/library.ts'
import { toPng } from '../raster.ts'
import type { Drawing } from '../types.ts'
import { changesOf, paperBelow, pickTargets, type Target } from './amounts.ts'
import { cover, pageOf, write } from './page-content.ts'
import { openToEdit, savedAnew } from './pdf-editing.ts'
import type { Genuine, Twin } from './types.ts'

const patchDpi = 150

/** A box over the figure and new text on the box; the old text is still below. */
export async function overlayText({ bytes, drawing, random }: Genuine): Promise<Twin> {
  const targets = pickTargets(drawing, random)
  const pdf = await openToEdit(bytes)
  for (const target of targets) {
    cover(pdf, target, paperOf(drawing, target))
    await write(pdf, target)
  }
  return { bytes: await savedAnew(pdf), tampering: { kind: 'overlaid-text', changes: changesOf(targets) } }
}

/** A picture of the new figure over the old one, which is still below. */
export async function overlayImage({ bytes, drawing, random }: Genuine): Promise<Twin> {
  const targets = pickTargets(drawing, random)
  const pdf = await openToEdit(bytes)
  for (const target of targets) {
    const [x, y, width, height] = patchBox(target)
    const picture = await pdf.embedJpg(await paint(target, paperOf(drawing, target)))
    const sheet = pageOf(pdf, target.page)
    sheet.page.drawImage(picture, { x, y: sheet.height - y - height, width, height })
  }
  return { bytes: await savedAnew(pdf), tampering: { kind: 'overlaid-image', changes: changesOf(targets) } }
}

const paperOf = (drawing: Drawing, { page, mark }: Target) =>
  paperBelow(drawing.sheets[page - 1]?.marks ?? [], mark)

/** Wide enough for the old figure and for the new one; whole points, since the rasteriser knows no others. */
function patchBox({ mark, now }: Target): [number, number, number, number] {
  const [old, young] = [boxOf(mark), boxOf({ ...mark, text: now })]
  const left = Math.floor(Math.min(old[0], young[0]))
  const right = Math.ceil(Math.max(old[0] + old[2], young[0] + young[2]))
  return [left, old[1], right - left, Math.ceil(old[3])]
}

async function paint(target: Target, paper: string): Promise<Buffer> {
  const [x, y, width, height] = patchBox(target)
  const { mark, now } = target
  const moved = { ...mark, text: now, x: mark.x - x, y: mark.y - y }
  const marks = [{ box: [0, 0, width, height] as [number, number, number, number], fill: paper }, moved]
  const sheets = [{ width, height, marks }]
  const patch = await libraryPdf({ title: '', creator: '', madeOn: '2026-01-01', sheets })
  const [picture] = await toPng(patch, patchDpi)
  return sharp(picture).jpeg({ quality: 85 }).toBuffer()
}

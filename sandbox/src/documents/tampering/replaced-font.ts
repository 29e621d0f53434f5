import type { Face } from '../types.ts'
import { changesOf, pickTargets } from './amounts.ts'
import { rewriteText, write } from './page-content.ts'
import { openToEdit, savedAnew } from './pdf-editing.ts'
import type { Genuine, Twin } from './types.ts'

/** Near enough for a hasty eye, and never the face that was there. */
const otherFaces: Record<Face, Face> = {
  sans: 'serif',
  'sans-bold': 'serif-bold',
  'sans-italic': 'serif',
  serif: 'sans',
  'serif-bold': 'sans-bold',
  mono: 'sans',
  'mono-bold': 'sans-bold',
}

/** The old figure is taken out and the new one set in the font that the forger happened to have. */
export async function replaceFont({ bytes, drawing, random }: Genuine): Promise<Twin> {
  const targets = pickTargets(drawing, random)
  const pdf = await openToEdit(bytes)
  for (const target of targets) rewriteText(pdf, target, () => '')
  for (const target of targets) await write(pdf, target, otherFaces[target.mark.face ?? 'sans'])
  return { bytes: await savedAnew(pdf), tampering: { kind: 'replaced-font', changes: changesOf(targets) } }
}

import type { FontFace } from '../types.ts'
import { changesOf, pickTargets } from './amounts.ts'
import { rewriteText, write } from './page-content.ts'
import { openToEdit, saveRewritten } from './pdf-editing.ts'
import type { GenuineDocument, TamperedCopy } from './types.ts'

/** For each font face, a similar but different one. */
const otherFaces: Record<FontFace, FontFace> = {
  sans: 'serif',
  'sans-bold': 'serif-bold',
  'sans-italic': 'serif',
  serif: 'sans',
  'serif-bold': 'sans-bold',
  mono: 'sans',
  'mono-bold': 'sans-bold',
}

/** Removes the old figure and writes the new one in another font. */
export async function replaceFont({ bytes, drawing, random }: GenuineDocument): Promise<TamperedCopy> {
  const targets = pickTargets(drawing, random)
  const pdf = await openToEdit(bytes)
  for (const target of targets) rewriteText(pdf, target, () => '')
  for (const target of targets) await write(pdf, target, otherFaces[target.mark.face ?? 'sans'])
  return {
    bytes: await saveRewritten(pdf),
    tampering: { kind: 'replaced-font', changes: changesOf(targets) },
  }
}

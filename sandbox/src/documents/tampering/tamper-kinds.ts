import type { TamperKind } from '../types.ts'
import { changeMetadata } from './changed-metadata.ts'
import { editAmount } from './edited-amount.ts'
import { overlayImage, overlayText } from './overlaid.ts'
import { replaceFont } from './replaced-font.ts'
import type { GenuineDocument, TamperedCopy } from './types.ts'

export const tamperKinds: TamperKind[] = [
  'edited-amount',
  'replaced-font',
  'overlaid-text',
  'overlaid-image',
  'changed-metadata',
  'wrong-arithmetic',
  'swapped-page',
]

/** Tampers that need only the finished file. The two excluded kinds need another drawing or another document. */
export const tampers: Record<
  Exclude<TamperKind, 'wrong-arithmetic' | 'swapped-page'>,
  (genuine: GenuineDocument) => Promise<TamperedCopy>
> = {
  'edited-amount': editAmount,
  'replaced-font': replaceFont,
  'overlaid-text': overlayText,
  'overlaid-image': overlayImage,
  'changed-metadata': changeMetadata,
}

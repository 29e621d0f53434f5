import { addDays } from '../../calendar.ts'
import { openToEdit, saveRewritten } from './pdf-editing.ts'
import type { GenuineDocument, TamperedCopy } from './types.ts'

const editor = 'Quillmark PDF Editor 7.1'

/** Changes only the metadata, reported as page 0: it then names an editor and a later modification date. */
export async function changeMetadata({ bytes, drawing, random }: GenuineDocument): Promise<TamperedCopy> {
  const pdf = await openToEdit(bytes)
  const was = pdf.getProducer() ?? ''
  const changedOn = addDays(drawing.madeOn, random.integer(3, 40))
  pdf.setProducer(editor)
  pdf.setModificationDate(new Date(`${changedOn}T${random.integer(10, 22)}:17:00Z`))
  return {
    bytes: await saveRewritten(pdf),
    tampering: {
      kind: 'changed-metadata',
      changes: [
        { page: 0, box: null, was, now: editor },
        { page: 0, box: null, was: drawing.madeOn, now: changedOn },
      ],
    },
  }
}

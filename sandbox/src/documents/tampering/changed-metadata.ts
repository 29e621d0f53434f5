import { addDays } from '../../calendar.ts'
import { openToEdit, savedAnew } from './pdf-editing.ts'
import type { Genuine, Twin } from './types.ts'

const editor = 'Quillmark PDF Editor 7.1'

/** Nothing on the pages differs: the file (page 0) says that an editor wrote it, some days after it was made. */
export async function changeMetadata({ bytes, drawing, random }: Genuine): Promise<Twin> {
  const pdf = await openToEdit(bytes)
  const was = pdf.getProducer() ?? ''
  const changedOn = addDays(drawing.madeOn, random.whole(3, 40))
  pdf.setProducer(editor)
  pdf.setModificationDate(new Date(`${changedOn}T${random.whole(10, 22)}:17:00Z`))
  return {
    bytes: await savedAnew(pdf),
    tampering: {
      kind: 'changed-metadata',
      changes: [
        { page: 0, box: null, was, now: editor },
        { page: 0, box: null, was: drawing.madeOn, now: changedOn },
      ],
    },
  }
}

import { showToast } from '../../ui/toasts.tsx'
import { api, queries } from '../api.ts'
import { Confirm } from '../confirm.tsx'

type Props = { id: string; name: string; onDone: () => void; onClose: () => void }

export function DeleteDialog({ id, name, onDone, onClose }: Props) {
  function onDeleted() {
    showToast(`${name} was deleted`)
    onDone()
    void queries.invalidateQueries({ queryKey: ['documents'] })
  }
  return (
    <Confirm
      title={`Delete ${name}?`}
      confirm="Delete"
      danger
      act={() => api.documents.delete(id)}
      onDone={onDeleted}
      onClose={onClose}
    >
      <p>This deletes the file and everything read from it. You can’t undo this.</p>
    </Confirm>
  )
}

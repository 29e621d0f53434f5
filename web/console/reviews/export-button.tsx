import { useMutation } from '@tanstack/react-query'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { api } from '../api.ts'
import { saveFile } from '../save-file.ts'
import type { queryOf } from './queue-query.ts'

/** Saves the filtered list as a CSV file. */
export function ExportButton({ query }: { query: ReturnType<typeof queryOf> }) {
  const { sort: _sort, direction: _direction, ...filters } = query
  const exporting = useMutation({
    mutationFn: () => api.reviews.export(filters),
    onSuccess: (file) => saveFile(file, `users-${new Date().toISOString().slice(0, 10)}.csv`),
    onError: () => showToast('The export failed. Try again.'),
  })
  return (
    <Button kind="secondary" busy={exporting.isPending} onClick={() => exporting.mutate()}>
      Export CSV
    </Button>
  )
}

import { useTexts } from '../texts/index.ts'

/** Removes a chosen file; screen readers hear its name. */
export function RemoveButton({ name, onRemove }: { name: string; onRemove: () => void }) {
  const { t, say } = useTexts()
  return (
    <button
      type="button"
      className="text-button text-button-small"
      aria-label={say(t.documents.removeFile, { name })}
      onClick={onRemove}
    >
      {t.documents.remove}
    </button>
  )
}

import { useJourney } from '../journey.ts'
import { useTexts } from '../texts/index.ts'

/**
 * Sends a file that cannot be read, so that the client looks at it. Screen readers hear the file's name and, after it, the
 * hint.
 */
export function SendAnywayButton({ id, name, onSend }: { id: string; name: string; onSend: () => void }) {
  const { t, say } = useTexts()
  return (
    <button
      type="button"
      className="text-button text-button-small"
      aria-label={say(t.documents.sendAnywayFile, { name })}
      aria-describedby={hintOf(id)}
      onClick={onSend}
    >
      {t.documents.sendAnyway}
    </button>
  )
}

/** Says what happens to a file that is sent anyway. `id` is that of the file, as for the button. */
export function SendAnywayHint({ id }: { id: string }) {
  const { t, say } = useTexts()
  const { client } = useJourney()
  return (
    <p id={hintOf(id)} className="send-anyway-hint">
      {say(t.documents.sendAnywayText, { client: client.name })}
    </p>
  )
}

const hintOf = (id: string) => `send-anyway-${id}`

import { Button } from '../../ui/button.tsx'
import { ApiError } from '../api.ts'
import { Problem } from '../problem.tsx'
import { useTexts } from '../texts/index.ts'

/** Explains why the whole request failed; if there is no valid consent, links to the consent screen. */
export function Trouble({ code, onConsent }: { code: string | null; onConsent: () => void }) {
  const { t } = useTexts()
  if (code === null) return null
  return (
    <div className="stack-close" data-error={code}>
      <Problem key={code} error={new ApiError(0, code)} />
      {code === 'authorisation-missing' && (
        <Button kind="secondary" onClick={onConsent}>
          {t.errors.next.consent}
        </Button>
      )}
    </div>
  )
}

import { PayproofError } from '@payproof/sdk'
import { plain } from '../text.ts'

const hints: Record<string, string> = {
  'scope-missing': 'The API key does not allow this. Restart payproof mcp with a key that has the scope.',
  'credentials-refused': 'The API key was revoked or has expired. Restart payproof mcp with a valid key.',
  'authorisation-missing': 'The user has not given consent, or has withdrawn it.',
}

/** Formats an error for the model: each message of the API, then status, code and request id. */
export function errorText(error: unknown): string {
  if (!(error instanceof PayproofError)) return plain(error instanceof Error ? error.message : String(error))
  const { errors, status, code, requestId, retryAfter } = error
  const marks = [status, code, requestId && `request ${requestId}`].filter(Boolean).join(', ')
  const lines = [
    ...errors,
    `(${marks})`,
    ...(retryAfter === undefined ? [] : [`Try again in ${Math.ceil(retryAfter)} s.`]),
    ...(hints[code] ? [hints[code]] : []),
  ]
  return lines.map(plain).join('\n')
}

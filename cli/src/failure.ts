import { PayproofError } from '@payproof/sdk'
import { CliError, exits } from './fault.ts'
import { jsonOf, plain } from './text.ts'

// Hints for some error codes of the API.
const hints: Record<string, string> = {
  'credentials-refused': 'Run payproof login again, or check PAYPROOF_API_KEY.',
  'authorisation-missing':
    'If the person has accepted the term, record it with payproof users authorise USER_ID.',
  'payslip-upload-off':
    'Create the user with --payslip-upload, or enable uploads for all users in the configuration.',
}

// Error codes if there was no response from the API, or a response from a proxy or another server.
const ofNetwork = ['no-answer', 'timed-out', 'unreadable-answer']

/** Formats an error for the terminal: the API's message, code and request id, and the exit code. */
export function failureOf(error: unknown, wantsJson: boolean): { text: string; exit: number } {
  if (error instanceof PayproofError) {
    const { errors, status, code, requestId, retryAfter, cause } = error
    const exit = ofNetwork.includes(code) ? exits.network : exits.refused
    if (wantsJson)
      return { text: jsonOf({ errors, status, code, request_id: requestId, retry_after: retryAfter }), exit }
    const marks = [status, code, requestId && `request ${requestId}`, reasonOf(cause)]
      .filter(Boolean)
      .join(', ')
    const wait = retryAfter === undefined ? [] : [`Try again in ${Math.ceil(retryAfter)} s.`]
    const hint = hints[code] ? [hints[code]] : []
    return {
      text: [
        ...errors.map((line) => `payproof: ${plain(line)}`),
        `  (${plain(marks)})`,
        ...wait,
        ...hint,
      ].join('\n'),
      exit,
    }
  }
  const { message, exit } =
    error instanceof CliError ? error : { message: messageOf(error), exit: exits.refused }
  return { text: wantsJson ? jsonOf({ errors: [message] }) : `payproof: ${plain(message)}`, exit }
}

/** Returns the system error code of a failed connection; fetch nests it two causes deep. */
function reasonOf(cause: unknown) {
  const { cause: reason } = (cause ?? {}) as { cause?: { code?: string; message?: string } }
  return reason?.code ?? reason?.message
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

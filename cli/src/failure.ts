import { PayproofError } from '@payproof/sdk'
import { exits, Fault } from './fault.ts'
import { jsonOf, plain } from './text.ts'

// What can be done from here about some of the API's words.
const hints: Record<string, string> = {
  'credentials-refused': 'Sign in again with payproof login, or look at PAYPROOF_API_KEY.',
  'terms-not-accepted': 'payproof users authorise USER_ID records that the person has accepted the term.',
  'authorisation-missing': 'payproof users authorise USER_ID records that the person has accepted the term.',
  'payslip-upload-off':
    'payproof users create has --payslip-upload; the configuration can switch it on for all.',
}

// The API has said nothing, or something in between has answered in its place.
const ofNetwork = ['no-answer', 'timed-out', 'unreadable-answer']

/** An error as its user sees it: the API's own words, its code and the request id, and how the program ends. */
export function failureOf(error: unknown, wantsJson: boolean): { text: string; exit: number } {
  if (error instanceof PayproofError) {
    const { errors, status, code, requestId, retryAfter, cause } = error
    const exit = ofNetwork.includes(code) ? exits.network : exits.refused
    if (wantsJson)
      return { text: jsonOf({ errors, status, code, request_id: requestId, retry_after: retryAfter }), exit }
    const marks = [status, code, requestId && `request ${requestId}`, reasonOf(cause)]
      .filter(Boolean)
      .join(', ')
    const wait = retryAfter === undefined ? [] : [`It may work in ${Math.ceil(retryAfter)} s.`]
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
    error instanceof Fault ? error : { message: messageOf(error), exit: exits.refused }
  return { text: wantsJson ? jsonOf({ errors: [message] }) : `payproof: ${plain(message)}`, exit }
}

/** Of a connection that failed, the system's word for it, which fetch has put two layers down. */
function reasonOf(cause: unknown) {
  const { cause: reason } = (cause ?? {}) as { cause?: { code?: string; message?: string } }
  return reason?.code ?? reason?.message
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

import type { ErrorCode, ProviderFault } from '../errors.ts'

/** HMRC's codes for faults that have another name in the sandbox. The others are the same in capitals. */
const dataCodes: Partial<Record<ErrorCode, string>> = {
  invalid_token: 'INVALID_CREDENTIALS',
  invalid_request: 'INVALID_REQUEST',
  no_data: 'NOT_FOUND',
  not_reconciled: 'NOT_FOUND',
  return_processed: 'NOT_FOUND',
  rate_limited: 'MESSAGE_THROTTLED_OUT',
  maintenance: 'SCHEDULED_MAINTENANCE',
  provider_down: 'SERVER_ERROR',
  server_error: 'INTERNAL_SERVER_ERROR',
}

export const hmrcCodeOf = (code: ErrorCode) => dataCodes[code] ?? code.toUpperCase()

/** Error codes of the token endpoint, which are those of RFC 6749. */
export const hmrcTokenErrorOf = (code: ErrorCode) =>
  code === 'refresh_in_progress' ? 'invalid_request' : code

export const hmrcErrorBody = ({ code, message }: ProviderFault) => ({ code: hmrcCodeOf(code), message })

export const hmrcTokenErrorBody = ({ code, message }: ProviderFault) => ({
  error: hmrcTokenErrorOf(code),
  error_description: message,
})

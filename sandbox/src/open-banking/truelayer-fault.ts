/** Documented error codes of TrueLayer's Data API v1 with their statuses. */
const statuses = {
  validation_error: 400,
  invalid_date_range: 400,
  invalid_grant: 400,
  invalid_client: 400,
  invalid_authorization_code: 400,
  invalid_scope: 400,
  unsupported_grant_type: 400,
  unauthorized: 401,
  unauthorized_client: 401,
  invalid_token: 401,
  access_denied: 403,
  sca_exceeded: 403,
  account_not_found: 404,
  not_found: 404,
  provider_too_many_requests: 429,
  provider_error: 503,
} as const

export type TrueLayerErrorCode = keyof typeof statuses

/** An expected error of the simulated TrueLayer API. */
export class TrueLayerFault extends Error {
  readonly code: TrueLayerErrorCode

  constructor(code: TrueLayerErrorCode, message: string) {
    super(message)
    this.name = 'TrueLayerFault'
    this.code = code
  }

  get status() {
    return statuses[this.code]
  }

  get body() {
    return { error: this.code, error_description: this.message, error_details: {} }
  }
}

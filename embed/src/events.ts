// Types of the journey's events.

export type View =
  | 'welcome'
  | 'consent'
  | 'source'
  | 'employer'
  | 'provider'
  | 'login'
  | 'second_factor'
  | 'away'
  | 'progress'
  | 'review'
  | 'more'
  | 'documents'
  | 'done'
  | 'mine'
  | 'error'
  | 'expired'
  | 'nothing_found'
  | 'keep_sharing'

export type Source = 'direct' | 'payroll' | 'bank' | 'taxauth' | 'payslips' | 'bank_statements'

export type MfaKind = 'Code' | 'Date' | 'PasswordWithPositions'

/** Set if the provider is known. */
type OfProvider = { provider?: string }

type Details = {
  open: unknown
  view: { view: View }
  source_selected: { source: Source }
  provider_selected: { provider: string }
  consent_accepted: unknown
  login_submitted: { provider: string }
  mfa_required: { kind: MfaKind } & OfProvider
  connected: { provider: string }
  documents_submitted: unknown
  data_ready: OfProvider
  /** `code` is an error code from docs/errors.md, or `frame-not-loaded` from journey.js itself. */
  error: { code: string; recoverable: boolean } & OfProvider
  /** `last_view` is null if no view was shown. */
  exit: { last_view: View | null }
}

export type EventName = keyof Details

export type EventOf<Name extends EventName> = {
  /** Version of the event format. */
  payproof: 1
  /** Unchanged if an event is repeated; journey.js reports each id once. */
  id: string
  name: Name
  /** ISO 8601 timestamp in UTC, by the clock of the person's device. */
  at: string
} & Details[Name]

/** Any event. This is a discriminated union: `switch (event.name)` narrows the details. */
export type JourneyEvent = { [Name in EventName]: EventOf<Name> }[EventName]

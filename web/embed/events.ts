// What a journey tells, as types. With types.ts it is all that a page in TypeScript needs; copy both.

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

export type Source = 'direct' | 'payroll' | 'taxauth' | 'payslips' | 'bank_statements'

export type MfaKind = 'Code' | 'Date' | 'PasswordWithPositions'

/** Where it is known whose it is. */
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
  /** A word of docs/errors.md, or `frame-not-loaded` from journey.js itself. */
  error: { code: string; recoverable: boolean } & OfProvider
  /** Null where no view was shown. */
  exit: { last_view: View | null }
}

export type EventName = keyof Details

export type EventOf<Name extends EventName> = {
  /** The version of what follows. */
  payproof: 1
  /** The same when the same event comes again; journey.js tells each once. */
  id: string
  name: Name
  /** ISO 8601, UTC, by the clock of the person's device. */
  at: string
} & Details[Name]

/** `switch (event.name)` tells TypeScript which details there are. */
export type JourneyEvent = { [Name in EventName]: EventOf<Name> }[EventName]

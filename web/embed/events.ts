// Types of the journey's events. Together with types.ts this is all a TypeScript page needs; copy both.

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

/** If the user is known. */
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
  /** A code from docs/errors.md, or `frame-not-loaded` from journey.js itself. */
  error: { code: string; recoverable: boolean } & OfProvider
  /** Null if no view was shown. */
  exit: { last_view: View | null }
}

export type EventName = keyof Details

export type EventOf<Name extends EventName> = {
  /** Version of the event format. */
  payproof: 1
  /** The same if an event is repeated; journey.js reports each id once. */
  id: string
  name: Name
  /** ISO 8601, UTC, by the clock of the person's device. */
  at: string
} & Details[Name]

/** Discriminated union: `switch (event.name)` narrows the details. */
export type JourneyEvent = { [Name in EventName]: EventOf<Name> }[EventName]

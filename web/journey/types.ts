// API types used by the journey, under the journey's names; generated from server/openapi.json.
export type {
  Catalogue,
  ConnectedAccount,
  EmployerMatch,
  EmployerMatches,
  Journey,
  JourneyAccount,
  JourneyFindings as Findings,
  JourneyNote as Note,
  JourneySession,
  MfaMethod,
  Provider,
} from '@payproof/sdk'

import type { JourneyNote, Provider } from '@payproof/sdk'

export type LoginField = Provider['extra_login_params'][number]
export type NoteSubject = JourneyNote['subject']

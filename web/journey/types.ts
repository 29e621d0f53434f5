// What the journey reads of the API, by the names it has here: the types are made from server/openapi.json.
export type {
  Catalogue,
  ConnectedAccount,
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

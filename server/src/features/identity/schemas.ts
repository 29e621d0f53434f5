import { z } from 'zod'
import { Timestamp } from '../../platform/http/wire.ts'
import { identityMatches } from './compare.ts'

export const IdentityMatchField = z
  .enum(identityMatches)
  .describe(
    'How well name, birth date, NI number and postcode of the source agree with the registered person: full, partial, none, ' +
      'or unknown if there is nothing to compare',
  )

/** Identity fields that accounts and documents have in common. */
export const identityFieldsOfSource = {
  identity_match: IdentityMatchField,
  identity_accepted_at: Timestamp.nullable().describe(
    'When your team accepted data with the identity_match `none`; null if it did not',
  ),
}

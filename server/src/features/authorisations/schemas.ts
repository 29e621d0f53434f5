import { z } from 'zod'
import { Body, MultilineText, Pagination, TextLine, Timestamp, Uuid } from '../../platform/http/wire.ts'

export const Category = z.enum(['one_time', 'recurring'])
export const AuthorisationStatus = z.enum(['active', 'revoked', 'expired'])

export const Term = z
  .strictObject({
    id: Uuid,
    is_active: z.boolean(),
    is_system_term: z.boolean(),
    authorisation_version: z.int(),
    created_at: Timestamp,
    name: z.string(),
    authorisation_text: z.string(),
    authorisation_category: Category,
  })
  .meta({ id: 'AuthorisationTerm' })

export const NewTerm = Body(
  {
    name: TextLine(200),
    authorisation_text: MultilineText(100_000),
    authorisation_category: Category,
    deactivate_previous: z.boolean().default(false),
  },
  { ignored: ['id', 'is_active', 'is_system_term', 'authorisation_version', 'created_at'] },
).meta({ id: 'NewAuthorisationTerm' })

export const TermChanges = Body(
  { is_active: z.boolean() },
  {
    ignored: [
      'id',
      'is_system_term',
      'authorisation_version',
      'created_at',
      'name',
      'authorisation_text',
      'authorisation_category',
    ],
  },
).meta({
  id: 'AuthorisationTermChanges',
  description: 'The text of a term cannot be changed; create a new version instead.',
})

export const TermPage = z
  .strictObject({ pagination: Pagination, terms: z.array(Term) })
  .meta({ id: 'AuthorisationTermPage' })

export const Authorisation = z
  .strictObject({
    id: Uuid,
    user_id: Uuid,
    term_id: Uuid,
    status: AuthorisationStatus,
    is_valid: z.boolean(),
    ip_address: z.string().nullable().optional(),
    user_agent: z.string().optional(),
    fingerprint: z.string().nullable().optional(),
    accepted_text: z.string(),
    accepted_at: Timestamp,
    revoked_at: Timestamp.nullable(),
    expires_at: Timestamp.nullable(),
    created_at: Timestamp,
  })
  .meta({ id: 'Authorisation' })

export const NewAuthorisation = Body({
  user_id: Uuid,
  user_agent: TextLine(1024),
  term_id: Uuid.optional(),
  ip_address: z.union([z.ipv4(), z.ipv6()], 'must be an IP address').optional(),
  fingerprint: TextLine(1024).optional(),
}).meta({ id: 'NewAuthorisation' })

export const AuthorisationPage = z
  .strictObject({ pagination: Pagination, authorisations: z.array(Authorisation) })
  .meta({ id: 'AuthorisationPage' })

/** Header of every operation that retrieves data about a user. */
export const AuthorisationHeader = z.object({
  'x-svc-authorisation-id': Uuid.optional().describe(
    'The authorisation to use; by default the newest valid one of the user',
  ),
})

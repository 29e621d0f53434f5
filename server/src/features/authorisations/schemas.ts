import { z } from 'zod'
import { Body, MultilineText, Pagination, TextLine, Timestamp, Uuid } from '../../platform/http/wire.ts'

export const Category = z.enum(['one_time', 'recurring'])
export const Party = z.enum(['person', 'client'])
export const AuthorisationStatus = z.enum(['active', 'revoked', 'expired'])

/** Languages of the journey. The text of a term itself is in English. */
export const Language = z.enum(['en', 'cy'])

const Translation = z
  .strictObject({
    language: Language.exclude(['en']).describe('Language of the translation: `cy` for Welsh'),
    name: TextLine(200).describe('Name of the term in this language'),
    authorisation_text: MultilineText(100_000),
  })
  .meta({ id: 'AuthorisationTermTranslation', description: 'A term in another language of the journey.' })

export const Translations = z
  .array(Translation)
  .max(1)
  .describe('The same text in Welsh. Without it, the journey says that the agreement is only in English')

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
    translations: Translations,
  })
  .meta({ id: 'AuthorisationTerm' })

export const NewTerm = Body(
  {
    name: TextLine(200),
    authorisation_text: MultilineText(100_000),
    authorisation_category: Category,
    translations: Translations.default([]),
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
      'translations',
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
    seen_ip_address: z
      .string()
      .nullable()
      .optional()
      .describe(
        'The address from which the server received the request that recorded this; null in older records. Absent for the ' +
          'Support role',
      ),
    seen_user_agent: z
      .string()
      .nullable()
      .optional()
      .describe(
        'The User-Agent header of the request that recorded this; null if it had none, and in older records. Absent for the ' +
          'Support role',
      ),
    recorded_by: Party.nullable().describe(
      'person: recorded with a user token; client: recorded with an API key or by a member; null in older records',
    ),
    accepted_text: z.string(),
    accepted_language: Language.describe('Language of accepted_text'),
    accepted_at: Timestamp,
    revoked_at: Timestamp.nullable(),
    withdrawn_by: Party.nullable().describe(
      'person: withdrawn on their own page; client: withdrawn by the API or in the console; null if not withdrawn, and in older ' +
        'records',
    ),
    expires_at: Timestamp.nullable(),
    created_at: Timestamp,
  })
  .meta({ id: 'Authorisation' })

export const NewAuthorisation = Body({
  user_id: Uuid,
  user_agent: TextLine(1024),
  term_id: Uuid.optional(),
  language: Language.optional().describe(
    'Language in which the person read the term, by default `en`; `cy` needs a term with a Welsh translation',
  ),
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

import { z } from 'zod'
import type { Server } from '../../platform/http/server.ts'
import { PageQuery, PathId, Uuid } from '../../platform/http/wire.ts'
import {
  Authorisation,
  AuthorisationPage,
  AuthorisationStatus,
  Category,
  NewAuthorisation,
  NewTerm,
  Term,
  TermChanges,
  TermPage,
} from './schemas.ts'
import {
  acceptTerm,
  changeTerm,
  createTerm,
  listAuthorisationPage,
  listTermPage,
  readAuthorisation,
  readLatestTerm,
  readTerm,
  revokeAuthorisation,
} from './service.ts'

const tags = ['Authorisations']
const page = PageQuery({ firstOffset: 0, maxLimit: 100, defaultLimit: 20 })
const termParams = z.object({ term_id: PathId('Authorisation term') })

export async function authorisationRoutes(server: Server) {
  server.route({
    method: 'POST',
    url: '/authorisations/terms',
    config: {
      access: { caller: 'client', minRole: 'Admin', keyScope: 'configuration' },
      needsRecentAuthentication: true,
    },
    schema: {
      operationId: 'createAuthorisationTerm',
      summary: 'Create a term',
      description: 'Adds a term with the next version number. Its text can never be changed.',
      tags,
      body: NewTerm,
      response: { 201: Term },
    },
    handler: ({ tenant, body }) => createTerm(tenant, body),
  })

  server.route({
    method: 'GET',
    url: '/authorisations/terms',
    config: {
      access: { caller: 'client', minRole: 'Support', keyScope: 'read', alsoRoles: ['Underwriter'] },
    },
    schema: {
      operationId: 'listAuthorisationTerms',
      summary: 'List terms, newest first',
      description: 'Your terms and the default terms of the service, newest version first.',
      tags,
      querystring: z.strictObject({
        ...page,
        authorisation_category: Category.optional(),
        is_active: z.boolean().optional(),
        is_system_term: z.boolean().optional(),
      }),
      response: { 200: TermPage },
    },
    handler: ({ tenant, query }) => listTermPage(tenant, query),
  })

  server.route({
    method: 'GET',
    url: '/authorisations/terms/latest',
    config: {
      access: { caller: 'either', minRole: 'Support', keyScope: 'read', alsoRoles: ['Underwriter'] },
    },
    schema: {
      operationId: 'getLatestAuthorisationTerm',
      summary: 'Get the term that a user should accept now',
      description: 'The newest active term of a category: the one to show to people.',
      tags,
      querystring: z.strictObject({ user_id: Uuid }),
      response: { 200: Term },
    },
    handler: ({ tenant, query }) => readLatestTerm(tenant, query.user_id),
  })

  server.route({
    method: 'GET',
    url: '/authorisations/terms/:term_id',
    config: {
      access: { caller: 'client', minRole: 'Support', keyScope: 'read', alsoRoles: ['Underwriter'] },
    },
    schema: {
      operationId: 'getAuthorisationTerm',
      summary: 'Get a term',
      description: 'One authorisation term with its text.',
      tags,
      params: termParams,
      response: { 200: Term },
    },
    handler: ({ tenant, params: { term_id } }) => readTerm(tenant, term_id),
  })

  server.route({
    method: 'PATCH',
    url: '/authorisations/terms/:term_id',
    config: {
      access: { caller: 'client', minRole: 'Admin', keyScope: 'configuration' },
      needsRecentAuthentication: true,
    },
    schema: {
      operationId: 'updateAuthorisationTerm',
      summary: 'Activate or deactivate a term of your own',
      description: 'Activates or deactivates a term. Texts are immutable: create a new term instead.',
      tags,
      params: termParams,
      body: TermChanges,
      response: { 200: Term },
    },
    handler: ({ tenant, params: { term_id }, body }) => changeTerm(tenant, term_id, body.is_active),
  })

  server.route({
    method: 'POST',
    url: '/authorisations',
    config: { access: { caller: 'either', minRole: 'FullMember', keyScope: 'write' } },
    schema: {
      operationId: 'createAuthorisation',
      summary: 'Record that a user accepted a term',
      description:
        'By default the latest term for the user. After the person withdrew an authorisation, only the person can authorise again; ' +
        'other callers get 403 `consent-withdrawn`. After a withdrawal in the hosted journey, this needs the journey again.',
      tags,
      body: NewAuthorisation,
      response: { 201: Authorisation },
    },
    handler: ({ tenant, caller, body, ip, headers }) =>
      acceptTerm(tenant, caller, body, { ip, userAgent: headers['user-agent'] ?? null }),
  })

  server.route({
    method: 'GET',
    url: '/authorisations',
    config: {
      access: { caller: 'client', minRole: 'Support', keyScope: 'read', alsoRoles: ['Underwriter'] },
    },
    schema: {
      operationId: 'listAuthorisations',
      summary: 'List authorisations of a user, newest first',
      description: 'The record of consent: who accepted which term, when, and whether it is still valid.',
      tags,
      querystring: z.strictObject({
        user_id: Uuid,
        ...page,
        status: AuthorisationStatus.optional().describe('Only authorisations with this status.'),
        term_id: Uuid.optional(),
      }),
      response: { 200: AuthorisationPage },
      errors: [404],
    },
    handler: ({ tenant, caller, query }) => listAuthorisationPage(tenant, caller, query),
  })

  server.route({
    method: 'GET',
    url: '/authorisations/:authorisation_id',
    config: {
      access: { caller: 'client', minRole: 'Support', keyScope: 'read', alsoRoles: ['Underwriter'] },
    },
    schema: {
      operationId: 'getAuthorisation',
      summary: 'Get an authorisation',
      description: 'One authorisation with the text that the person accepted.',
      tags,
      params: z.object({ authorisation_id: PathId('Authorisation') }),
      response: { 200: Authorisation },
    },
    handler: ({ tenant, caller, params: { authorisation_id } }) =>
      readAuthorisation(tenant, caller, authorisation_id),
  })

  server.route({
    method: 'PUT',
    url: '/authorisations/:authorisation_id/revoke',
    config: { access: { caller: 'client', minRole: 'FullMember', keyScope: 'write' } },
    schema: {
      operationId: 'revokeAuthorisation',
      summary: 'Withdraw an authorisation',
      description:
        'Withdraws the authorisation at once. Retrievals in progress are discarded; data that was stored before is kept.',
      tags,
      params: z.object({ authorisation_id: PathId('Authorisation') }),
      response: { 200: Authorisation },
    },
    handler: ({ tenant, caller, params: { authorisation_id } }) =>
      revokeAuthorisation(tenant, caller, authorisation_id),
  })
}

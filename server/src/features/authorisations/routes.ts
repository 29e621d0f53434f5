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
    config: { caller: 'client' },
    schema: {
      operationId: 'createAuthorisationTerm',
      summary: 'Create a term',
      tags,
      body: NewTerm,
      response: { 201: Term },
    },
    handler: ({ tenant, body }) => createTerm(tenant, body),
  })

  server.route({
    method: 'GET',
    url: '/authorisations/terms',
    config: { caller: 'client', minRole: 'Support' },
    schema: {
      operationId: 'listAuthorisationTerms',
      summary: 'List terms, newest first',
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
    config: { caller: 'either', minRole: 'Support' },
    schema: {
      operationId: 'getLatestAuthorisationTerm',
      summary: 'Get the term that a user should accept now',
      tags,
      querystring: z.strictObject({ user_id: Uuid }),
      response: { 200: Term },
    },
    handler: ({ tenant, query }) => readLatestTerm(tenant, query.user_id),
  })

  server.route({
    method: 'GET',
    url: '/authorisations/terms/:term_id',
    config: { caller: 'client', minRole: 'Support' },
    schema: {
      operationId: 'getAuthorisationTerm',
      summary: 'Get a term',
      tags,
      params: termParams,
      response: { 200: Term },
    },
    handler: ({ tenant, params: { term_id } }) => readTerm(tenant, term_id),
  })

  server.route({
    method: 'PATCH',
    url: '/authorisations/terms/:term_id',
    config: { caller: 'client' },
    schema: {
      operationId: 'updateAuthorisationTerm',
      summary: 'Activate or deactivate a term of your own',
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
    config: { caller: 'either' },
    schema: {
      operationId: 'createAuthorisation',
      summary: 'Record that a user accepted a term',
      description: 'By default the latest term for the user.',
      tags,
      body: NewAuthorisation,
      response: { 201: Authorisation },
    },
    handler: ({ tenant, caller, body }) => acceptTerm(tenant, caller, body),
  })

  server.route({
    method: 'GET',
    url: '/authorisations',
    config: { caller: 'client', minRole: 'Support' },
    schema: {
      operationId: 'listAuthorisations',
      summary: 'List authorisations of a user, newest first',
      tags,
      querystring: z.strictObject({
        user_id: Uuid,
        ...page,
        status: AuthorisationStatus.optional(),
        term_id: Uuid.optional(),
      }),
      response: { 200: AuthorisationPage },
      errors: [404],
    },
    handler: ({ tenant, caller, query }) => listAuthorisationPage(tenant, caller, query),
  })

  server.route({
    method: 'PUT',
    url: '/authorisations/:authorisation_id/revoke',
    config: { caller: 'client' },
    schema: {
      operationId: 'revokeAuthorisation',
      summary: 'Withdraw an authorisation',
      tags,
      params: z.object({ authorisation_id: PathId('Authorisation') }),
      response: { 200: Authorisation },
    },
    handler: ({ tenant, caller, params: { authorisation_id } }) =>
      revokeAuthorisation(tenant, caller, authorisation_id),
  })
}

import { z } from 'zod'
import type { Tenant } from '../../platform/database/tenancy.ts'
import type { Server } from '../../platform/http/server.ts'
import { MessageReply, PathId } from '../../platform/http/wire.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { dayOf } from '../../vocabulary/days.ts'
import { includeDocument, removeInclusion } from './inclusions.ts'
import {
  InclusionReply,
  IncomeSummary,
  IncomeWorking,
  NewInclusion,
  SummaryOptions,
  SummaryQuery,
} from './schemas.ts'
import { readSummary, readWorking } from './service.ts'

const tags = ['Income']
const params = z.object({ user_id: PathId('User') })
const inclusionParams = z.object({ user_id: PathId('User'), document_id: PathId('Document') })

export async function incomeRoutes(server: Server, { clock }: { clock: Clock }) {
  const todayOf = ({ clientId }: Tenant) => dayOf(clock.now(clientId))

  server.route({
    method: 'GET',
    url: '/users/:user_id/income',
    config: {
      access: { caller: 'client', minRole: 'FullMember', keyScope: 'read', alsoRoles: ['Underwriter'] },
    },
    schema: {
      operationId: 'getIncome',
      summary: 'Get the income summary of a user',
      description:
        'Employments, annual income, averages, months, agreement of the sources and findings, from all stored data. Every figure ' +
        'lists its submissions; a figure that cannot be calculated is null with a reason. A `model_id` never changes: it ' +
        'always gives the same figures for the same data. Low-trust documents do not count unless they are included.',
      tags,
      params,
      querystring: SummaryOptions,
      response: { 200: IncomeSummary },
    },
    handler: ({ tenant, params: { user_id }, query: { as_of, commitments } }) =>
      readSummary(tenant, { user_id, as_of: as_of ?? todayOf(tenant), commitments }),
  })

  server.route({
    method: 'GET',
    url: '/users/:user_id/income/working',
    config: {
      access: { caller: 'client', minRole: 'FullMember', keyScope: 'read', alsoRoles: ['Underwriter'] },
    },
    schema: {
      operationId: 'getIncomeWorking',
      summary: 'Get the full calculation of a user’s income summary',
      description:
        'Every stored payslip with the amounts that count, its split over months, or the reason why it is left out; the ' +
        'periods behind the annual figure; and the included low-trust documents.',
      tags,
      params,
      querystring: SummaryQuery,
      response: { 200: IncomeWorking },
    },
    handler: ({ tenant, params: { user_id }, query: { as_of } }) =>
      readWorking(tenant, { user_id, as_of: as_of ?? todayOf(tenant) }),
  })

  server.route({
    method: 'PUT',
    url: '/users/:user_id/income/inclusions/:document_id',
    config: {
      access: { caller: 'client', minRole: 'FullMember', keyScope: 'write', alsoRoles: ['Underwriter'] },
    },
    schema: {
      operationId: 'includeIncomeDocument',
      summary: 'Count a low-trust document towards the income of its user, or mark an unread one as checked',
      description:
        'The reason is stored and shown in the working, with the caller and the time. Repeat the request to change the reason. ' +
        'A document with `unread` has no figure that could count: its finding becomes `unread-document-checked`. ' +
        '400 if the trust score of the document is not Low and it was read.',
      tags,
      params: inclusionParams,
      body: NewInclusion,
      response: { 200: InclusionReply },
    },
    handler: ({ tenant, caller, params: key, body: { reason } }) =>
      includeDocument(tenant, caller, key, reason),
  })

  server.route({
    method: 'DELETE',
    url: '/users/:user_id/income/inclusions/:document_id',
    config: {
      access: { caller: 'client', minRole: 'FullMember', keyScope: 'write', alsoRoles: ['Underwriter'] },
    },
    schema: {
      operationId: 'excludeIncomeDocument',
      summary: 'Stop counting a low-trust document, or mark an unread one as not checked',
      description: 'The document is in no figure any more, or needs attention again. It is not deleted.',
      tags,
      params: inclusionParams,
      response: { 200: MessageReply },
    },
    async handler({ tenant, params: key }) {
      const { is_unread } = await removeInclusion(tenant, key)
      return {
        message: `Document [${key.document_id}] ${is_unread ? 'is not checked' : 'does not count'} any more`,
      }
    },
  })
}
